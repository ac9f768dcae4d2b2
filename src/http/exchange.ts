import type { Plan } from '../domain/catalogue.ts'
import type { ResponseFault } from '../domain/scenario.ts'
import { bounds } from '../domain/values.ts'
import type { Emulator } from '../emulator.ts'
import type { World } from '../world.ts'
import { accessToken, controlAccess, secretKey } from './auth.ts'
import { readText } from './body.ts'
import { type AppContext, baseUrlOf, headerOf, worldOf } from './context.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { faultsBeforeCommit, latencyOf, playFault, type Written, withStatus } from './faults.ts'
import { idempotencyHeader, once } from './idempotency.ts'
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
): Promise<Answer> {
  try {
    if (op.family !== 'control') {
      progress.key = scenarioKeyOf(c, world, progress)
      const plan = world.catalogue.find(progress.key)
      if (plan?.response && !plan.sequence && faultsBeforeCommit(plan))
        return await breakAtOnce(c, emulator, world, progress, plan)
    } else if (op.access === 'control' || op.method !== 'get') mustBeOwn(c, emulator.settings)
    if (op.access === 'control') controlAccess(c, emulator.settings.controlToken)
    else if (op.access === 'secret_key') progress.client = secretKey(c, world)
    else if (op.access !== 'open') progress.client = accessToken(c, world, op.access.oauth).clientId
    if (op.body !== undefined)
      progress.text = await readText(c, op.maxBodyBytes ?? emulator.settings.maxBodyBytes)
    const input = readInput(c, world, op, progress)
    const key = op.idempotent ? headerOf(c, idempotencyHeader) : undefined
    const first = () => carryOut(c, emulator, world, op, progress, input)
    const answer = key === undefined ? first() : once(c, key, world, progress, emulator.ports.sha256, first)
    return answer instanceof Promise ? await answer : answer
  } catch (error) {
    progress.refusal = asRefusal(error, emulator.ports)
    return refusalReply(op.family, progress.refusal)
  }
}

/**
 * The answer of a network that fails before the request reaches the service: neither its token nor its body matters
 * then. A sequence needs the body to know whose turn it is; a key that cannot be used is refused in its own time.
 */
async function breakAtOnce(
  c: AppContext,
  emulator: Emulator,
  world: World,
  progress: Progress,
  plan: Plan,
): Promise<Reply> {
  progress.plan = plan
  // For the journal: whoever looks for a request that was lost must find it as it was sent.
  progress.text = await readText(c, emulator.settings.maxBodyBytes)
  await holdBack(emulator, world, plan)
  return brokenReply
}

/** Stands for an answer whose status or whose bytes the fault decides. */
const brokenReply = reply(200, { status: 'success', message: 'this answer is broken on purpose', data: {} })

type Answer = Reply | Response

/** Carries the request out: at once, or where its plan says more than that, as the plan says. */
function carryOut(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  input: Input,
): Answer | Promise<Answer> {
  const { sequence, response, webhooks } = progress.plan
  if (sequence || response || webhooks?.beforeResponse)
    return carryOutByPlan(c, emulator, world, op, progress, input)
  return handle(c, emulator, world, op, progress, input, progress.plan)
}

async function carryOutByPlan(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  input: Input,
): Promise<Answer> {
  const whole = progress.plan
  const customerId = String((input.body as { customer_id?: unknown } | undefined)?.customer_id ?? '')
  if (whole.sequence) progress.plan = world.planFor(whole, customerId)
  if (faultsBeforeCommit(progress.plan)) {
    await holdBack(emulator, world, progress.plan)
    if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
    return brokenReply
  }
  const { response, webhooks } = progress.plan
  if (response && !response.afterCommit) await holdBack(emulator, world, progress.plan)
  const older = webhooks?.beforeResponse && world.scheduler.running
  const answer = await handle(c, emulator, world, op, progress, input, whole)
  if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
  // The one plan that lets a webhook overtake the answer: its first attempt has begun and is waited for.
  if (older) await world.scheduler.settled(older)
  return answer
}

/** Hands the request to the endpoint; `plan` is what its scenario key means as a whole. */
function handle(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  { body, query }: Input,
  plan: Plan,
): Answer | Promise<Answer> {
  const request: Request<unknown, unknown> = {
    world,
    emulator,
    body,
    query,
    param: (name) => c.req.param(name) ?? '',
    header: (name) => headerOf(c, name),
    baseUrl: baseUrlOf(c, emulator),
    plan,
    warn: (message) => progress.warnings.push(message),
    c,
  }
  const committed = (answer: Answer): Answer => {
    progress.committed = true
    return answer
  }
  const answer = op.handle(request as Request<never, never>)
  return answer instanceof Promise ? answer.then(committed) : committed(answer)
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
function deliver(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: Operation,
  progress: Progress,
  whole: Written,
): Response | Promise<Response> {
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
  return breakAnswer(c, emulator, world, progress.plan, response, written)
}

async function breakAnswer(
  c: AppContext,
  emulator: Emulator,
  world: World,
  plan: Plan,
  response: ResponseFault,
  written: Written,
): Promise<Response> {
  if (response.afterCommit) await holdBack(emulator, world, plan)
  return playFault(c, world, written, response.fault)
}

/** Waits for the plan's latency: before the request is carried out, or after it (`after_commit`). Real time. */
async function holdBack({ ports }: Emulator, world: World, plan: Plan): Promise<void> {
  const latency = latencyOf(plan, world)
  if (latency > 0) await new Promise<void>((resolve) => void ports.setTimer(resolve, latency))
}
