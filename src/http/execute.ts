import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { Call } from './call.ts'
import { baseUrlOf, headerOf } from './context.ts'
import { faultsBeforeCommit, latencyOf, withStatus } from './faults.ts'
import type { Input } from './input.ts'
import { type Awaited, Later, pause } from './later.ts'
import type { Request } from './operation.ts'
import { redactText } from './redact.ts'
import { type Answer, Ready, type Reply, reply } from './reply.ts'
import { ruleOf, sequenceUserOf, underRule } from './rules.ts'

/** Executes the request: immediately, or as its plan says, which is its own or that of a rule. */
export function execute(call: Call, input: Input): Awaited {
  const rule = call.key === undefined ? ruleOf(call, input) : undefined
  return rule === undefined ? planned(call, input) : underRule(call, rule, () => planned(call, input))
}

function planned(call: Call, input: Input): Awaited {
  const { plan, world } = call
  const { sequence, response, webhooks } = plan
  if (sequence || webhooks?.beforeResponse || faultsBeforeCommit(plan)) return executeByPlan(call, input)
  if (response === undefined || response.afterCommit) return handle(call, input, plan)
  call.latencyMs = latencyOf(plan, world)
  return new Later(call.latencyMs, () => handle(call, input, plan))
}

async function executeByPlan(call: Call, input: Input): Promise<Answer> {
  const { emulator, world } = call
  const whole = call.plan
  const useSequence = (): void =>
    world.dispatch('sequence.use', { plan: whole, customerId: sequenceUserOf(call, input) })
  if (whole.sequence) call.plan = world.planFor(whole, sequenceUserOf(call, input))
  if (faultsBeforeCommit(call.plan)) {
    const answer = await loseRequest(call)
    if (whole.sequence) useSequence()
    return answer
  }
  const { response, webhooks } = call.plan
  if (response && !response.afterCommit) await holdBack(call)
  const delivered = webhooks?.beforeResponse && world.deliveriesFromNow()
  const answer = await handle(call, input, whole)
  if (whole.sequence) useSequence()
  // Only with this plan does a webhook overtake the answer: its first attempt has begun and is awaited.
  if (delivered) await atMost(delivered(), emulator.ports)
  return answer
}

/**
 * How long an answer waits for a webhook, because the webhook endpoint may itself wait for that answer. Milliseconds of
 * real time.
 */
const longestOvertakingMs = 2000

async function atMost(work: Promise<void>, ports: Emulator['ports']): Promise<void> {
  let timer: unknown
  const late = new Promise<void>((resolve) => {
    timer = ports.setTimer(resolve, longestOvertakingMs)
  })
  await Promise.race([work, late])
  ports.clearTimer(timer)
}

/** Calls the endpoint; `plan` is the whole plan of the scenario key. */
function handle(call: Call, { body, query }: Input, plan: Plan): Answer | Promise<Answer> {
  const { c, emulator, world, op } = call
  const request: Request<unknown, unknown> = {
    world,
    emulator,
    body,
    query,
    param: (name) => c.req.param(name) ?? '',
    header: (name) => headerOf(c, name),
    baseUrl: baseUrlOf(c, emulator),
    plan,
    warn: (message) => call.warnings.push(redactText(message)),
    c,
  }
  const run = (): Answer | Promise<Answer> => op.handle(request as Request<never, never>)
  const answer = op.family === 'control' ? run() : world.requests.executing(call.touched, run)
  if (answer instanceof Promise)
    return answer.then((settled) => {
      call.committed = true
      return settled
    })
  call.committed = true
  return answer
}

/** A placeholder for an answer whose status or bytes the fault determines. */
const broken = { status: 'success', message: 'this answer is broken on purpose', data: {} }

/** The answer of a network that fails before the request reaches the service: neither token nor body matters. */
export async function loseRequest(call: Call): Promise<Reply> {
  await holdBack(call)
  const whole = { status: 200, headers: {}, text: JSON.stringify(broken) }
  const { status, text } = withStatus(whole, call.op.family, call.plan.response ?? {})
  return reply(status, new Ready(text))
}

/** Waits for the plan's latency: before the request is executed, or after it (`after_commit`). Real time. */
export function holdBack(call: Call): Promise<void> {
  call.latencyMs ??= latencyOf(call.plan, call.world)
  return pause(call, call.latencyMs)
}
