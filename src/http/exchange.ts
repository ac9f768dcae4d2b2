import { bounds } from '../domain/kernel/values.ts'
import { scenarioHeader } from '../domain/scenario/catalogue.ts'
import type { Plan } from '../domain/stored/plan.ts'
import { defaultWorld, type Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import { accessToken, controlAccess, secretKey } from './auth.ts'
import { readText } from './body.ts'
import { type Call, newCall } from './call.ts'
import { type AppContext, headerOf } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { execute, holdBack, loseRequest } from './execute.ts'
import { respond } from './fast/respond.ts'
import { faultsBeforeCommit, latencyOf, playFault, withStatus } from './faults.ts'
import { idempotencyHeader, once, replaysAll } from './idempotency.ts'
import { readInput } from './input.ts'
import { record } from './journal.ts'
import { type Awaited, Later, later, waited } from './later.ts'
import { stores } from './match.ts'
import { traceHeader, warnOfNearHeaders } from './near-headers.ts'
import type { Operation } from './operation.ts'
import { withOtherWorlds } from './other-worlds.ts'
import { type Answer, isReply, Repeatable, type Reply, textOf, type Written } from './reply.ts'
import { ruleBeforeBody } from './rules.ts'
import { worldOf } from './source.ts'
import { answerInWords, refusalInWords } from './words.ts'

/**
 * Serves one request to one endpoint: admits it, reads and executes it, records and sends the answer. Values that are
 * already available are not awaited, so most requests are served synchronously.
 */
export function exchange(c: AppContext, emulator: Emulator, op: Operation): Response | Promise<Response> {
  const madeWorld = !emulator.has(c.env.world ?? defaultWorld)
  let world: World
  try {
    world = worldOf(c, emulator, op)
  } catch (error) {
    const written = write(refusalReply(op.family, asRefusal(error, emulator.ports)), jsonHeaders)
    return respond(c, written.text, written)
  }
  const call = newCall(c, emulator, world, op)
  if (op.family !== 'control') world.requests.activity.begin('requests')
  const refuse = (error: unknown): Reply => {
    const refusal = refusalInWords(call, asRefusal(error, emulator.ports))
    call.refusal = withOtherWorlds(refusal, emulator, world, madeWorld)
    return refusalReply(op.family, call.refusal)
  }
  const settle = (run: () => Awaited): Response | Promise<Response> => {
    let answer: Awaited
    try {
      answer = run()
    } catch (error) {
      answer = refuse(error)
    }
    if (answer instanceof Later) return later(call, answer, settle)
    return answer instanceof Promise
      ? answer.catch(refuse).then((settled) => send(call, settled))
      : send(call, answer)
  }
  return settle(() => answerOf(call))
}

/** Admits, reads and executes a request. Throws a Refusal, or rejects with one. */
function answerOf(call: Call): Awaited {
  const { c, emulator, op } = call
  const isLost = admit(call)
  const text = isLost || op.body ? readText(c, op.maxBodyBytes ?? emulator.settings.maxBodyBytes) : ''
  const proceed = (read: string): Awaited => {
    call.text = read
    return isLost ? loseRequest(call) : readAndExecute(call)
  }
  return text instanceof Promise ? text.then((read) => waited(call, proceed(read))) : proceed(text)
}

/** Records and sends the answer; a Response is sent unchanged. */
function send(call: Call, answer: Answer): Response | Promise<Response> {
  if (!isReply(answer)) return answer
  const whole = write(answerInWords(call, answer), answerHeaders(call))
  return call.op.family === 'control' ? respond(call.c, whole.text, whole) : deliver(call, whole)
}

/**
 * Reads the scenario key and checks the credentials. Returns true if the network loses the request before that. Throws
 * a Refusal.
 */
function admit(call: Call): boolean {
  const { c, emulator, world, op } = call
  if (op.family !== 'control') {
    warnOfNearHeaders(call)
    call.key = headerOf(c, scenarioHeader)
    const mayLose = (plan: Plan): boolean => isLost(call, plan)
    if (call.key === undefined) {
      if (ruleBeforeBody(call, mayLose)) return true
    } else {
      const plan = world.catalogue.find(call.key)
      if (plan !== undefined && mayLose(plan)) {
        call.plan = plan
        return true
      }
    }
  }
  if (op.access === 'control') controlAccess(c, emulator.settings.controlToken)
  else if (op.access === 'secret_key') call.client = secretKey(c, world)
  else if (op.access !== 'open') call.client = accessToken(c, world, op.access.oauth).clientId
  return false
}

/**
 * Whether a plan loses the request before it is checked. Not with a sequence, which needs the body to know the
 * customer, and not if failures are stored for replay.
 */
const isLost = (call: Call, plan: Plan): boolean =>
  plan.response !== undefined &&
  !plan.sequence &&
  faultsBeforeCommit(plan) &&
  !(replaysAll(call.emulator) && keyOf(call))

function readAndExecute(call: Call): Awaited {
  const { emulator, op } = call
  if (stores(op)) emulator.heap.mustHaveRoom()
  const key = keyOf(call)
  if (key === undefined) return execute(call, readInput(call))
  // If refusals are replayed, that of a malformed body is too.
  const input = replaysAll(emulator) ? undefined : readInput(call)
  return once(call, key, () => waited(call, execute(call, input ?? readInput(call))))
}

/** The idempotency key, if the endpoint honours it. */
const keyOf = ({ c, op }: Call): string | undefined =>
  op.idempotent ? headerOf(c, idempotencyHeader) : undefined

const write = ({ status, body, headers }: Reply, more: Record<string, string>): Written => ({
  status,
  headers: headers ? { ...more, ...headers } : more,
  text: textOf(body),
  again: body instanceof Repeatable ? body.again : undefined,
})

const jsonHeaders = { 'content-type': 'application/json' }

function answerHeaders({ c, world, op, warnings, replayed }: Call): Record<string, string> {
  const headers: Record<string, string> = { ...jsonHeaders }
  if (op.family === 'control') return headers
  const sent = headerOf(c, traceHeader)
  const { min, max } = bounds.traceId
  headers['x-trace-id'] = sent && sent.length >= min && sent.length <= max ? sent : world.newTraceId()
  if (replayed) headers['x-idempotency-cache-hit'] = 'true'
  if (warnings.length > 0)
    headers['x-emulator-warning'] = warnings
      .join('; ')
      .replaceAll('…', '...')
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, 2000)
  return headers
}

/** Records the answer, and sends it or applies the fault of the plan. */
function deliver(call: Call, whole: Written): Response | Promise<Response> {
  const { response } = call.plan
  const plays = faultsBeforeCommit(call.plan) || (response?.afterCommit && call.committed)
  // A replayed answer is sent without a fault: a retry after a lost answer must get it.
  if (response === undefined || !plays || call.replayed) {
    record(call, whole)
    call.world.requests.activity.end('requests')
    return respond(call.c, whole.text, whole)
  }
  const written = withStatus(whole, call.op.family, response)
  // Before the wait, because the journal has the request as soon as it is executed.
  if (response.afterCommit) call.latencyMs = latencyOf(call.plan, call.world)
  record(call, written)
  const play = (): Promise<Response> => {
    // Not after `playFault`: when an answer was written to the socket, or never comes, nothing calls back.
    call.world.requests.activity.end('requests')
    return playFault(call, written, response.fault)
  }
  return response.afterCommit ? holdBack(call).then(play) : play()
}
