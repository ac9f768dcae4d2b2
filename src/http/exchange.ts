import type { ResponseFault } from '../domain/scenario.ts'
import { bounds } from '../domain/values.ts'
import type { Emulator } from '../emulator.ts'
import type { World } from '../world.ts'
import { accessToken, controlAccess, secretKey } from './auth.ts'
import { readText } from './body.ts'
import { type Answer, breakAtOnce, carryOut, holdBack, type Served } from './carry-out.ts'
import { type AppContext, headerOf, worldOf } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { faultsBeforeCommit, playFault, type Written, withStatus } from './faults.ts'
import { idempotencyHeader, once } from './idempotency.ts'
import { readInput, scenarioKeyOf } from './input.ts'
import { record } from './journal.ts'
import { adds } from './match.ts'
import type { Operation } from './operation.ts'
import type { Progress } from './progress.ts'
import { type Reply, textOf } from './reply.ts'
import { mustBeOwn } from './source.ts'

const traceHeader = 'X-Trace-Id'

/**
 * Serves one request to one endpoint, from the first header to the last byte, and writes it into the journal. Answers at
 * once where nothing is to be waited for.
 */
export function exchange(c: AppContext, emulator: Emulator, op: Operation): Response | Promise<Response> {
  let world: World
  try {
    world = worldOf(c, emulator)
  } catch (error) {
    return toResponse(write(refusalReply(op.family, asRefusal(error, emulator.ports)), {}))
  }
  const started = emulator.ports.now()
  const progress: Progress = { started, warnings: [], text: '', plan: world.catalogue.resolve(undefined) }
  const served: Served = { c, emulator, world, op, progress }
  const finish = (answer: Answer): Response | Promise<Response> => {
    if (answer instanceof Response) return answer
    const written = write(answer, answerHeaders(served))
    return op.family === 'control' ? toResponse(written) : deliver(served, written)
  }
  const answer = answerTo(served)
  return answer instanceof Promise ? answer.then(finish) : finish(answer)
}

function answerTo(served: Served): Answer | Promise<Answer> {
  const { emulator, op, progress } = served
  const refuse = (error: unknown): Reply => {
    progress.refusal = asRefusal(error, emulator.ports)
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
    progress.key = scenarioKeyOf(c, world, progress)
    const plan = world.catalogue.find(progress.key)
    if (plan?.response && !plan.sequence && faultsBeforeCommit(plan)) return breakAtOnce(served, plan)
  } else if (op.access === 'control' || op.method !== 'get') mustBeOwn(c, emulator.settings)
  if (op.access === 'control') controlAccess(c, emulator.settings.controlToken)
  else if (op.access === 'secret_key') progress.client = secretKey(c, world)
  else if (op.access !== 'open') progress.client = accessToken(c, world, op.access.oauth).clientId
  const proceed = (text: string): Answer | Promise<Answer> => {
    progress.text = text
    if (adds(op)) emulator.heap.mustHaveRoom()
    const input = readInput(c, world, op, progress)
    const key = op.idempotent ? headerOf(c, idempotencyHeader) : undefined
    const first = () => carryOut(served, input)
    return key === undefined ? first() : once(c, key, world, progress, emulator.ports.sha256, first)
  }
  if (op.body === undefined) return proceed('')
  const text = readText(c, op.maxBodyBytes ?? emulator.settings.maxBodyBytes)
  return text instanceof Promise ? text.then(proceed) : proceed(text)
}

const write = ({ status, body, headers }: Reply, more: Record<string, string>): Written => ({
  status,
  headers: headers ? { ...more, ...headers } : more,
  text: textOf(body),
})

const toResponse = ({ status, headers, text }: Written): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })

function answerHeaders({ c, world, op, progress }: Served): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (op.family === 'control') return headers
  const sent = headerOf(c, traceHeader)
  const { min, max } = bounds.traceId
  headers['x-trace-id'] =
    sent && sent.length >= min && sent.length <= max ? sent : world.random.newId('trace')
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
    return new Response(whole.text, { status: whole.status, headers: whole.headers })
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
