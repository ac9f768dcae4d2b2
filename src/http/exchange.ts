import type { Plan } from '../domain/catalogue.ts'
import { bounds } from '../domain/values.ts'
import type { Emulator } from '../emulator.ts'
import type { World } from '../world.ts'
import { accessToken, controlAccess, secretKey } from './auth.ts'
import { readText } from './body.ts'
import { type AppContext, baseUrlOf, headerOf, worldOf } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { faultsBeforeCommit, latencyOf, playFault, type Written, withStatus } from './faults.ts'
import { once } from './idempotency.ts'
import { type Input, readInput, scenarioKeyOf } from './input.ts'
import { record } from './journal.ts'
import type { Operation, Request } from './operation.ts'
import type { Progress } from './progress.ts'
import { Ready, type Reply, reply } from './reply.ts'
import { mustBeOwn } from './source.ts'

const traceHeader = 'X-Trace-Id'

/** Serves one request to one endpoint, from the first header to the last byte, and writes it into the journal. */
export async function exchange(c: AppContext, emulator: Emulator, op: Operation): Promise<Response> {
  let world: World
  try {
    world = worldOf(c, emulator)
  } catch (error) {
    return toResponse(write(refusalReply(op.family, asRefusal(error, emulator.ports)), {}))
  }
  const progress: Progress = {
    started: emulator.ports.now(),
    warnings: [],
    text: '',
    plan: world.catalogue.resolve(undefined),
  }
  const answer = await answerTo(c, emulator, world, op, progress)
  if (answer instanceof Response) return answer
  const written = write(answer, answerHeaders(c, world, op, progress))
  if (op.family === 'control') return toResponse(written)
  return deliver(c, emulator, world, op, progress, written)
}

async function answerTo(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
): Promise<Reply | Response> {
  try {
    if (op.family !== 'control') {
      progress.key = scenarioKeyOf(c, world, progress)
      const fault = await faultAtOnce(c, emulator, world, progress)
      if (fault) return fault
    } else if (op.access === 'control' || op.method !== 'get') mustBeOwn(c, emulator.settings)
    if (op.access === 'control') controlAccess(c, emulator.settings.controlToken)
    else if (op.access === 'secret_key') progress.client = secretKey(c, world)
    else if (op.access !== 'open') progress.client = accessToken(c, world, op.access.oauth).clientId
    const input = await readInput(c, emulator, world, op, progress)
    const answer = op.idempotent
      ? await once(c, world, progress, emulator.ports.sha256, () =>
          carryOut(c, emulator, world, op, progress, input),
        )
      : await carryOut(c, emulator, world, op, progress, input)
    return answer
  } catch (error) {
    return refusalReply(op.family, asRefusal(error, emulator.ports))
  }
}

/**
 * The answer of a network that fails before the request reaches the service: neither its token nor its body matters
 * then. A sequence needs the body to know whose turn it is; a key that cannot be used is refused in its own time.
 */
async function faultAtOnce(
  c: AppContext,
  emulator: Emulator,
  world: World,
  progress: Progress,
): Promise<Reply | undefined> {
  const plan = world.catalogue.find(progress.key)
  if (plan === undefined || plan.sequence || !faultsBeforeCommit(plan)) return undefined
  progress.plan = plan
  // For the journal: whoever looks for a request that was lost must find it as it was sent.
  progress.text = await readText(c, emulator.settings.maxBodyBytes)
  await holdBack(emulator, world, plan)
  return brokenReply
}

/** Stands for an answer whose status or whose bytes the fault decides. */
const brokenReply = reply(200, { status: 'success', message: 'this answer is broken on purpose', data: {} })

async function carryOut(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  { body, query }: Input,
): Promise<Reply | Response> {
  const whole = progress.plan
  const customerId = String((body as { customer_id?: unknown } | undefined)?.customer_id ?? '')
  if (whole.sequence) progress.plan = world.planFor(whole, customerId)
  if (faultsBeforeCommit(progress.plan)) {
    await holdBack(emulator, world, progress.plan)
    if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
    return brokenReply
  }
  if (!progress.plan.response?.afterCommit) await holdBack(emulator, world, progress.plan)
  const request: Request<unknown, unknown> = {
    world,
    emulator,
    body,
    query,
    param: (name) => c.req.param(name) ?? '',
    header: (name) => headerOf(c, name),
    baseUrl: baseUrlOf(c, emulator),
    plan: whole,
    warn: (message) => progress.warnings.push(message),
    c,
  }
  const { webhooks } = progress.plan
  const older = webhooks?.beforeResponse && world.scheduler.running
  const answer = await op.handle(request as Request<never, never>)
  progress.committed = true
  if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
  // The one plan that lets a webhook overtake the answer: its first attempt has begun and is waited for.
  if (older) await world.scheduler.settled(older)
  return answer
}

const write = ({ status, body, headers }: Reply, more: Record<string, string>): Written => ({
  status,
  headers: headers ? { ...more, ...headers } : more,
  text: body instanceof Ready ? body.text : JSON.stringify(body),
})

const toResponse = ({ status, headers, text }: Written): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })

function answerHeaders(
  c: AppContext,
  world: World,
  op: Operation,
  progress: Progress,
): Record<string, string> {
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
async function deliver(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  whole: Written,
): Promise<Response> {
  const { plan } = progress
  // A first answer that is given again comes whole: the retry after a lost answer must find it.
  const faulty =
    plan.response !== undefined &&
    !progress.replayed &&
    (progress.committed === true || faultsBeforeCommit(plan))
  const written = faulty && plan.response ? withStatus(whole, op.family, plan.response) : whole
  record(c, emulator.ports, world, op, progress, written)
  if (!faulty || !plan.response)
    return new Response(written.text, { status: written.status, headers: written.headers })
  if (plan.response.afterCommit) await holdBack(emulator, world, plan)
  return playFault(c, world, written, plan.response.fault)
}

/** Waits for the plan's latency: before the request is carried out, or after it (`after_commit`). Real time. */
async function holdBack({ ports }: Emulator, world: World, plan: Plan): Promise<void> {
  const latency = latencyOf(plan, world)
  if (latency > 0) await new Promise<void>((resolve) => void ports.setTimer(resolve, latency))
}
