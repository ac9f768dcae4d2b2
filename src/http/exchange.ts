import { bounds } from '../domain/kernel/values.ts'
import type { ResponseFault } from '../domain/scenario/fragment.ts'
import { defaultWorld, type Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import { accessToken, controlAccess, secretKey } from './auth.ts'
import { readText } from './body.ts'
import { type Answer, breakAtOnce, carryOut, holdBack, type Served } from './carry-out.ts'
import { type AppContext, headerOf } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { respond } from './fast/respond.ts'
import { faultsBeforeCommit, playFault, withStatus } from './faults.ts'
import { idempotencyHeader, keepsAll, once } from './idempotency.ts'
import { readInput, scenarioKeyOf } from './input.ts'
import { record } from './journal.ts'
import { adds } from './match.ts'
import { traceHeader, warnOfNearHeaders } from './near-headers.ts'
import type { Operation } from './operation.ts'
import { withOtherWorlds } from './other-worlds.ts'
import type { Progress } from './progress.ts'
import type { Written } from './reply.ts'
import { isReply, type Reply, textOf } from './reply.ts'
import { worldOf } from './source.ts'

/**
 * Serves one request to one endpoint, from the first header to the last byte, and writes it into the journal. Answers at
 * once where nothing is to be waited for.
 */
export function exchange(c: AppContext, emulator: Emulator, op: Operation): Response | Promise<Response> {
  let world: World
  const made = !emulator.has(c.env.world ?? defaultWorld)
  try {
    world = worldOf(c, emulator, op)
  } catch (error) {
    const written = write(refusalReply(op.family, asRefusal(error, emulator.ports)), jsonHeaders)
    return respond(c, written.text, written)
  }
  const started = emulator.ports.now()
  const progress: Progress = { started, warnings: [], text: '', plan: world.catalogue.resolve(undefined) }
  const served: Served = { c, emulator, world, op, progress }
  const finish = (answer: Answer): Response | Promise<Response> => {
    if (!isReply(answer)) return answer
    const written = write(answer, answerHeaders(served))
    return op.family === 'control' ? respond(c, written.text, written) : deliver(served, written)
  }
  const answer = answerTo(served, made)
  return answer instanceof Promise ? answer.then(finish) : finish(answer)
}

/** `made`: whether the request made its world. */
function answerTo(served: Served, made: boolean): Answer | Promise<Answer> {
  const { emulator, world, op, progress } = served
  const refuse = (error: unknown): Reply => {
    progress.refusal = withOtherWorlds(asRefusal(error, emulator.ports), emulator, world, made)
    return refusalReply(op.family, progress.refusal)
  }
  try {
    const answer = admit(served)
    return answer instanceof Promise ? answer.catch(refuse) : answer
  } catch (error) {
    return refuse(error)
  }
}

/** Looks at who asks, reads what is asked, carries it out. Throws or rejects with a Refusal. */
function admit(served: Served): Answer | Promise<Answer> {
  const { c, emulator, world, op, progress } = served
  if (op.family !== 'control') {
    warnOfNearHeaders(c, op, progress)
    progress.key = scenarioKeyOf(c, world, progress)
    const plan = world.catalogue.find(progress.key)
    const atOnce = plan?.response && !plan.sequence && faultsBeforeCommit(plan)
    // A failure that is to be kept takes the way of every answer that is kept.
    if (atOnce && !(keepsAll(served) && keyOf(served))) return breakAtOnce(served, plan)
  }
  if (op.access === 'control') controlAccess(c, emulator.settings.controlToken)
  else if (op.access === 'secret_key') progress.client = secretKey(c, world)
  else if (op.access !== 'open') progress.client = accessToken(c, world, op.access.oauth).clientId
  const proceed = (text: string): Answer | Promise<Answer> => {
    progress.text = text
    if (adds(op)) emulator.heap.mustHaveRoom()
    const key = keyOf(served)
    const read = () => readInput(c, world, op, progress)
    if (key === undefined) return carryOut(served, read())
    // Where refusals are kept, that of a malformed body is one of them.
    const input = keepsAll(served) ? undefined : read()
    return once(served, key, () => carryOut(served, input ?? read()))
  }
  if (op.body === undefined) return proceed('')
  const text = readText(c, op.maxBodyBytes ?? emulator.settings.maxBodyBytes)
  return text instanceof Promise ? text.then(proceed) : proceed(text)
}

/** The idempotency key of a request to an endpoint that honours it. */
const keyOf = ({ c, op }: Served): string | undefined =>
  op.idempotent ? headerOf(c, idempotencyHeader) : undefined

const write = ({ status, body, headers }: Reply, more: Record<string, string>): Written => ({
  status,
  headers: headers ? { ...more, ...headers } : more,
  text: textOf(body),
})

const jsonHeaders = { 'content-type': 'application/json' }

function answerHeaders({ c, world, op, progress }: Served): Record<string, string> {
  const headers: Record<string, string> = { ...jsonHeaders }
  if (op.family === 'control') return headers
  const sent = headerOf(c, traceHeader)
  const { min, max } = bounds.traceId
  headers['x-trace-id'] = sent && sent.length >= min && sent.length <= max ? sent : world.newTraceId()
  if (progress.replayed) headers['x-idempotency-cache-hit'] = 'true'
  if (progress.warnings.length > 0)
    headers['x-emulator-warning'] = progress.warnings
      .join('; ')
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, 2000)
  return headers
}

/** Holds the answer back, breaks it or sends it, as the plan says, after it is in the journal. */
function deliver(served: Served, whole: Written): Response | Promise<Response> {
  const { c, emulator, world, op, progress } = served
  const { response } = progress.plan
  // A first answer that is given again comes whole: the retry after a lost answer must find it.
  if (
    response === undefined ||
    progress.replayed ||
    !(progress.committed || faultsBeforeCommit(progress.plan))
  ) {
    record(c, emulator.ports, world, op, progress, whole)
    return respond(c, whole.text, whole)
  }
  const written = withStatus(whole, op.family, response)
  record(c, emulator.ports, world, op, progress, written)
  return breakAnswer(served, response, written)
}

async function breakAnswer(
  { c, emulator, world, progress }: Served,
  response: ResponseFault,
  written: Written,
): Promise<Response> {
  if (response.afterCommit) await holdBack(emulator, world, progress.plan)
  return playFault(c, world, written, response.fault)
}
