import { rulesInForce } from '../domain/scenario/commands.ts'
import type { Rule, RuleTerms, StandingRule } from '../domain/scenario/rule.ts'
import { conditionsOf, matches, needsNoBody, type RuleSubject } from '../domain/scenario/rule-match.ts'
import { aboutOf, appliesTo } from '../domain/scenario/rule-subject.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Call } from './call.ts'
import { headerOf } from './context.ts'
import type { Input } from './input.ts'
import type { Operation } from './operation.ts'

/** Sent by the dashboard with its own requests, which never use up an added rule. */
export const dashboardHeader = 'X-Emulator-Dashboard'

/** A rule that is for a request, and what its key means. */
interface Chosen {
  rule: Rule | StandingRule
  plan: Plan
}

/** What is known of a request when a rule is chosen for it. */
type Asking = Pick<Call, 'c' | 'emulator' | 'world' | 'warnings' | 'spared'> & {
  op: Pick<Operation, 'family' | 'creates'>
}

/** The added rules that apply to requests of this client, oldest first. */
const added = ({ c, world }: Asking): Iterable<Rule> =>
  world.state.rules.size === 0 || headerOf(c, dashboardHeader) !== undefined
    ? none
    : rulesInForce(world.state, world.now())

const none: readonly never[] = []

/**
 * Applies a rule that drops the request before its token and body are checked. Returns false if there is none, or if an
 * older rule may match the body: `ruleOf` decides then.
 */
export function ruleBeforeBody(call: Call, mayLose: (plan: Plan) => boolean): boolean {
  const { c, world } = call
  const { early } = call.emulator.standing
  if (world.state.rules.size === 0 && early.length === 0) return false
  const subject: RuleSubject = { method: c.req.method, path: c.req.path }
  for (const rules of [added(call), early])
    for (const rule of rules) {
      const plan = planOf(call, rule)
      if (plan === undefined) continue
      if (!needsNoBody(rule.when)) {
        const { method, path } = rule.when
        if (matches({ method, path }, subject)) return false
      } else if (matches(rule.when, subject)) {
        if (!mayLose(plan)) return false
        if (!isShared(call, rule)) continue
        call.key = rule.key
        call.plan = plan
        use(call, rule)
        return true
      }
    }
  return false
}

/** The rule that applies to a request with a valid body: the oldest added one, or the first of the fixtures. */
export function ruleOf(call: Call, input: Input): Chosen | undefined {
  const { emulator, world, op } = call
  if (op.family === 'control') return undefined
  const { standing } = emulator
  const looks = standing.early.length > 0 || (op.creates !== undefined && standing.all.length > 0)
  if (world.state.rules.size === 0 && !looks) return undefined
  const subject = subjectOf(call, input)
  if (subject === undefined) return undefined
  // A capture follows its order, and its amount is whatever was left.
  const captures = (input.body as { order_id?: unknown } | undefined)?.order_id !== undefined
  return choose(call, subject, looks && !captures)
}

/** The rule for the charge that a payer makes on a page, and how to count its use. Rules about the network do not apply. */
export function ruleOnPage(
  page: Pick<Call, 'c' | 'emulator' | 'world'>,
  subject: Omit<RuleSubject, 'method' | 'path'>,
): { plan: Plan; use(): void } | undefined {
  const asking: Asking = { ...page, warnings: [], spared: undefined, op: { family: 'v3', creates: 'charge' } }
  const chosen = choose(
    asking,
    { ...subject, method: 'POST', path: '/v3/payments' },
    true,
    (plan) => !aboutOf(plan, page.world.catalogue).network,
  )
  return chosen && { plan: chosen.plan, use: () => use(asking, chosen.rule) }
}

/** The first rule that matches; those of the fixtures only if it `looks` there. */
function choose(
  call: Asking,
  subject: RuleSubject,
  looks: boolean,
  accepts: (plan: Plan) => boolean = () => true,
): Chosen | undefined {
  const { standing } = call.emulator
  for (const rule of added(call)) {
    if (!matches(rule.when, subject)) continue
    const plan = planOf(call, rule)
    if (plan === undefined || !accepts(plan)) continue
    const misfit = misfitOf(call, plan, subject)
    if (misfit !== undefined)
      call.warnings.push(`rule ${rule.id} was not applied: "${rule.key}" is a flow for ${misfit}`)
    else if (isShared(call, rule)) return { rule, plan }
  }
  if (!looks) return undefined
  const rule = standing.find(subject, (one) => {
    const plan = planOf(call, one)
    return (
      plan !== undefined &&
      accepts(plan) &&
      misfitOf(call, plan, subject) === undefined &&
      isShared(call, one)
    )
  })
  const plan = rule && planOf(call, rule)
  return plan && { rule, plan }
}

/** What the key of a rule means, if the rule applies to the endpoint of a request. */
function planOf({ world, op }: Asking, { key, when }: RuleTerms): Plan | undefined {
  const plan = world.catalogue.find(key)
  const kind = { oauth: op.family === 'oauth', creates: op.creates }
  return plan !== undefined && appliesTo(plan, when.path, kind, world.catalogue) ? plan : undefined
}

/** The payment methods that a plan's flow supports, if that of the request is a different one. */
function misfitOf({ world }: Asking, plan: Plan, { customerId, paymentMethodType: type }: RuleSubject) {
  if (type === undefined) return undefined
  const { steps, paymentMethods } = plan.sequence ? world.planFor(plan, customerId ?? '') : plan
  return steps && paymentMethods && !paymentMethods.includes(type) ? paymentMethods.join(', ') : undefined
}

/** Whether this request belongs to the share of a rule. Decided once per request and rule. */
function isShared(call: Asking, rule: RuleTerms & Partial<Pick<Rule, 'id'>> & Pick<StandingRule, 'source'>) {
  if (rule.share === 1) return true
  const name = rule.id ?? rule.source ?? rule.key
  if (call.spared?.has(name)) return false
  if (call.world.random() < rule.share) return true
  call.spared ??= new Set()
  call.spared.add(name)
  return false
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Whose use of a sequence a request counts as: that of its customer, or of an e-mail address, which stands for a customer who
 * does not exist yet. Empty if it has neither.
 */
export function sequenceUserOf(call: Call, input: Input): string {
  const subject = subjectOf(call, input)
  return subject?.customerId ?? subject?.email?.toLowerCase() ?? ''
}

/** What rules compare in a request with a valid body; undefined if they do not apply. Cards are looked up in the store. */
function subjectOf(call: Call, { body, query }: Input): RuleSubject | undefined {
  const { c, world, emulator, op } = call
  const { method, path } = c.req
  if (op.subject) {
    const special = op.subject({ body, query, world, emulator } as never)
    return special && { ...special, method, path }
  }
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const customerId = text(sent['customer_id'])
  const paymentMethodId = text(sent['payment_method_id'])
  const paymentMethod =
    paymentMethodId === undefined ? undefined : world.state.paymentMethods.get(paymentMethodId)
  const { amount, meta, beneficiary } = sent
  const payee = beneficiary === undefined ? undefined : world.state.beneficiaries.get(String(beneficiary))
  return {
    method,
    path,
    reference: text(sent['reference']),
    customerId,
    paymentMethodId,
    paymentMethod,
    paymentMethodType: paymentMethod?.type,
    email: customerId === undefined ? undefined : world.state.customers.get(customerId)?.email,
    accountNumber: text(sent['account_number']) ?? payee?.accountNumber,
    amount: typeof amount === 'number' ? amount : undefined,
    currency: text(sent['currency']),
    meta: typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : undefined,
  }
}

/**
 * Executes a request under a rule. A refused request does not use up the rule, unless the key of the rule is what refuses
 * it. A rule that delays the response is used before the delay, so that no concurrent request uses it as well.
 */
export function underRule<R>(call: Call, { rule, plan }: Chosen, run: () => R): R {
  call.key = rule.key
  call.plan = plan
  const waits = plan.response ?? plan.webhooks?.beforeResponse
  if (waits !== undefined || plan.transfer?.refuse !== undefined) {
    use(call, rule)
    return run()
  }
  const executed = <T>(answer: T): T => {
    use(call, rule)
    return answer
  }
  const refused = (error: unknown): never => {
    call.key = undefined
    call.plan = call.world.catalogue.resolve(undefined)
    throw error
  }
  try {
    const answer = run()
    return answer instanceof Promise ? (answer.then(executed, refused) as R) : executed(answer)
  } catch (error) {
    return refused(error)
  }
}

/** Counts a use of a rule, and reports it in the journal and in the response. */
function use({ world, warnings }: Asking, rule: Rule | StandingRule): void {
  const isAdded = 'id' in rule
  if (isAdded) world.dispatch('rule.use', { id: rule.id })
  const name = isAdded ? `rule ${rule.id}` : 'the test data'
  const because = isAdded ? [] : conditionsOf(rule.when)
  const reason = because.length > 0 ? `, because ${because.join(' and ')}` : ''
  warnings.push(`${name} gave this request the key "${rule.key}"${reason}`)
}
