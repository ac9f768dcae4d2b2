import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import { readText } from './body.ts'
import { type AppContext, baseUrlOf, headerOf } from './context.ts'
import { faultsBeforeCommit, latencyOf, withStatus } from './faults.ts'
import type { Input } from './input.ts'
import type { Operation, Request } from './operation.ts'
import type { Progress } from './progress.ts'
import { redactText } from './redact.ts'
import { Ready, type Reply, reply } from './reply.ts'

/** One request to one endpoint, and what is learnt of it on the way. */
export interface Served {
  readonly c: AppContext
  readonly emulator: Emulator
  readonly world: World
  readonly op: Operation
  readonly progress: Progress
}

/**
 * The answer of a network that fails before the request reaches the service: neither its token nor its body matters
 * then. A sequence needs the body to know whose turn it is; a key that cannot be used is refused in its own time.
 */
export async function breakAtOnce(served: Served, plan: Plan): Promise<Reply> {
  const { c, emulator, world, progress } = served
  progress.plan = plan
  // For the journal: whoever looks for a request that was lost must find it as it was sent.
  progress.text = await readText(c, emulator.settings.maxBodyBytes)
  await holdBack(emulator, world, plan)
  return brokenReply(served)
}

/** Stands for an answer whose status or whose bytes the fault decides. */
const broken = { status: 'success', message: 'this answer is broken on purpose', data: {} }

function brokenReply({ op, progress }: Served): Reply {
  const whole = { status: 200, headers: {}, text: JSON.stringify(broken) }
  const { status, text } = withStatus(whole, op.family, progress.plan.response ?? {})
  return reply(status, new Ready(text))
}

/** What an endpoint answers with. */
export type Answer = Reply | Response

/** Carries the request out: at once, or where its plan says more than that, as the plan says. */
export function carryOut(served: Served, input: Input): Answer | Promise<Answer> {
  const { plan } = served.progress
  const { sequence, response, webhooks } = plan
  if (sequence || response || webhooks?.beforeResponse) return carryOutByPlan(served, input)
  return handle(served, input, plan)
}

async function carryOutByPlan(served: Served, input: Input): Promise<Answer> {
  const { emulator, world, progress } = served
  const whole = progress.plan
  const customerId = String((input.body as { customer_id?: unknown } | undefined)?.customer_id ?? '')
  if (whole.sequence) progress.plan = world.planFor(whole, customerId)
  if (faultsBeforeCommit(progress.plan)) {
    await holdBack(emulator, world, progress.plan)
    if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
    return brokenReply(served)
  }
  const { response, webhooks } = progress.plan
  if (response && !response.afterCommit) await holdBack(emulator, world, progress.plan)
  const delivered = webhooks?.beforeResponse && world.deliveriesFromNow()
  const answer = await handle(served, input, whole)
  if (whole.sequence) world.dispatch('sequence.use', { plan: whole, customerId })
  // The one plan that lets a webhook overtake the answer: its first attempt has begun and is waited for.
  if (delivered) await delivered()
  return answer
}

/** Hands the request to the endpoint; `plan` is what its scenario key means as a whole. */
function handle(
  { c, emulator, world, op, progress }: Served,
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
    warn: (message) => progress.warnings.push(redactText(message)),
    c,
  }
  const committed = (answer: Answer): Answer => {
    progress.committed = true
    return answer
  }
  const answer = op.handle(request as Request<never, never>)
  return answer instanceof Promise ? answer.then(committed) : committed(answer)
}

/** Waits for the plan's latency: before the request is carried out, or after it (`after_commit`). Real time. */
export async function holdBack({ ports }: Emulator, world: World, plan: Plan): Promise<void> {
  const latency = latencyOf(plan, world)
  if (latency > 0) await new Promise<void>((resolve) => void ports.setTimer(resolve, latency))
}
