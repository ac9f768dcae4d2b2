import type { UnknownKeyMode } from '../kernel/enums.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../kernel/enums.ts'
import { invalidField, Refusal } from '../kernel/errors.ts'
import { nearest } from '../kernel/nearest.ts'
import { bounds } from '../kernel/values.ts'
import type { Plan } from '../stored/plan.ts'
import type { ScenarioFragment } from './fragment.ts'
import { FragmentConflict, mergeFragments } from './merge.ts'

/** The name of the header, which is also the field name in errors about it. */
export const scenarioHeader = 'X-Scenario-Key'

const noPlan: Plan = { key: '', uses: [] }

const segmentsOf = (key: string): string[] => key.split('&').map((segment) => segment.trim())

/** The most problems of a catalogue that are reported. */
const maxProblems = 100

/** The most resolved keys that are cached before the cache is cleared. */
const rememberedPlans = 2000

/** All fragments by key; resolves header values and default flows. Immutable: a change creates a new catalogue. */
export class Catalogue {
  readonly fragments: ReadonlyMap<string, ScenarioFragment>
  readonly #unknownKeys: UnknownKeyMode
  readonly #plans = new Map<string, Plan>()
  readonly #charges = new Map<Plan, Map<PaymentMethodType, Plan>>()

  /** Later fragments of a key replace earlier ones. Checks nothing: see `problems`. */
  constructor(fragments: Iterable<ScenarioFragment>, unknownKeys: UnknownKeyMode = 'refuse') {
    this.#unknownKeys = unknownKeys
    this.fragments = new Map(Array.from(fragments, (fragment) => [fragment.key, fragment]))
  }

  /** This catalogue with further fragments, which replace those with the same key. */
  with(fragments: readonly ScenarioFragment[]): Catalogue {
    return new Catalogue([...this.fragments.values(), ...fragments], this.#unknownKeys)
  }

  /** Problems of the fragments as a whole: default flows, sequences. Empty if there are none; at most about 100. */
  problems(): string[] {
    const problems: string[] = []
    for (const type of paymentMethodTypes) {
      const flows = [...this.fragments.values()].filter((fragment) => fragment.defaultFor?.includes(type))
      if (flows.length !== 1)
        problems.push(
          `payment method ${type} needs one default flow (default_for), found ${flows.map((f) => f.key).join(', ') || 'none'}`,
        )
    }
    for (const { key, sequence, source } of this.fragments.values())
      for (const item of sequence ?? []) {
        // Finding similar keys for a message is slow, and a hundred messages are enough.
        if (problems.length >= maxProblems) return problems
        try {
          this.#mustBeNoSequence(item)
          this.resolve(item)
        } catch (error) {
          problems.push(`${source}: ${key}: ${error instanceof Error ? error.message : error}`)
        }
      }
    return problems
  }

  /** The plan of a header value. Refuses an unknown, malformed or conflicting key with a 400 on X-Scenario-Key. */
  resolve(key: string | undefined): Plan {
    if (key === undefined) return noPlan
    let plan = this.#plans.get(key)
    if (plan === undefined) {
      plan = this.#compose(key)
      if (this.#plans.size >= rememberedPlans) this.#plans.clear()
      this.#plans.set(key, plan)
    }
    return plan
  }

  /** The plan of a header value; undefined if there is no header or it would be refused. */
  find(key: string | undefined): Plan | undefined {
    if (key === undefined) return undefined
    try {
      return this.resolve(key)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  /** The plan of the `use`-th use (from 0) of a sequence: its element, combined with the other segments of the key. */
  resolveUse(plan: Plan, use: number): Plan {
    if (!plan.sequence) return plan
    const item = plan.sequence[Math.min(use, plan.sequence.length - 1)] ?? ''
    this.#mustBeNoSequence(item)
    const rest = plan.uses.filter((name) => !this.fragments.get(name)?.sequence)
    return { ...this.resolve([...rest, item].join('&')), key: plan.key, uses: [...plan.uses, item] }
  }

  /** The plan of a charge: with the payment method's default flow if the key sets none. Refuses a flow for other methods (400). */
  forCharge(plan: Plan, type: PaymentMethodType): Plan {
    if (plan.unknown) return plan
    if (plan.steps) {
      if (plan.paymentMethods && !plan.paymentMethods.includes(type))
        throw invalidField(
          scenarioHeader,
          `"${plan.key}" is a flow for ${plan.paymentMethods.join(', ')}, not for the payment method's type ${type}; flows for ${type}: ${this.flowsFor(type).join(', ')}`,
        )
      return plan
    }
    let plans = this.#charges.get(plan)
    if (plans === undefined) {
      plans = new Map()
      if (this.#charges.size >= rememberedPlans) this.#charges.clear()
      this.#charges.set(plan, plans)
    }
    let full = plans.get(type)
    if (full === undefined) {
      const flow = [...this.fragments.values()].find((fragment) => fragment.defaultFor?.includes(type))
      full = { ...plan, steps: flow?.steps ?? [{ finish: 'issuer' }] }
      plans.set(type, full)
    }
    return full
  }

  /** The keys of all flows for a payment method. */
  flowsFor(type: PaymentMethodType): string[] {
    return [...this.fragments.values()]
      .filter(
        (fragment) => fragment.steps && (!fragment.paymentMethods || fragment.paymentMethods.includes(type)),
      )
      .map((fragment) => fragment.key)
  }

  /** The fragment whose suffix a transfer's reference has; the longest suffix wins. */
  bySuffix(reference: string): ScenarioFragment | undefined {
    let best: ScenarioFragment | undefined
    for (const fragment of this.fragments.values()) {
      const suffix = fragment.referenceSuffix
      if (suffix && reference.endsWith(suffix) && suffix.length > (best?.referenceSuffix?.length ?? 0))
        best = fragment
    }
    return best
  }

  /** Refuses a sequence as an element of a sequence: two could refer to each other. */
  #mustBeNoSequence(key: string): void {
    if (segmentsOf(key).some((name) => this.fragments.get(name)?.sequence))
      throw invalidField(scenarioHeader, `a sequence cannot contain a sequence: "${key}"`)
  }

  #compose(key: string): Plan {
    const fragments = new Set<ScenarioFragment>()
    for (const name of segmentsOf(key)) {
      const fragment = this.fragments.get(name)
      if (fragment === undefined) {
        if (this.#unknownKeys === 'pending') return { key, uses: [], unknown: true }
        throw invalidField(scenarioHeader, this.#unknown(name))
      }
      if (fragments.has(fragment)) throw invalidField(scenarioHeader, `names "${name}" twice; name it once`)
      fragments.add(fragment)
    }
    try {
      const plan: Plan = {
        key,
        uses: Array.from(fragments, (fragment) => fragment.key),
        ...mergeFragments(fragments),
      }
      // A conflict with a later element must be reported at the first use, not in the middle of a test.
      for (const use of plan.sequence?.keys() ?? []) this.resolveUse(plan, use)
      return plan
    } catch (error) {
      if (error instanceof FragmentConflict) throw invalidField(scenarioHeader, error.message)
      throw error
    }
  }

  #unknown(name: string): string {
    const near = nearest(name, this.fragments.keys())
    const known =
      near.length > 0 ? `; the nearest known keys are ${near.map((k) => `"${k}"`).join(', ')}` : ''
    const what =
      name === ''
        ? 'has an empty segment; segments are joined by one "&"'
        : `"${name}" is not a known scenario key`
    return `${what}${known}. The catalogue is at /_emulator/scenarios (1 to ${bounds.scenarioKey.max} characters, segments joined by "&")`
  }
}
