import type { Trial } from './trial.ts'

/** Where a rule comes from, as COVERAGE.md says it. */
export const bases = ['stated', 'observed', 'chosen'] as const
export type Basis = (typeof bases)[number]

/**
 * What a rule needs of the address: an OAuth client; a payer, that is a customer and a card that can be charged; the
 * secret key of v3; a second client that may not create; the control interface of an emulator.
 */
export type Need = 'token' | 'payer' | 'secret_key' | 'weak_client' | 'control'

/** One statement about the service that can be seen from outside. */
export interface Rule {
  /** `area.name`, the same for ever: reports of different days can be compared by it. */
  id: string
  area: string
  rule: string
  basis: Basis
  needs: readonly Need[]
  /** Sends requests and says what differs. Throws a NotApplicable or a Skipped where there is nothing to be seen. */
  check(t: Trial): Promise<void>
}

/** The address does not have what the rule is about, such as an operation that the contract does not name. */
export class NotApplicable extends Error {}

/** The rule could not be looked at. */
export class Skipped extends Error {}

/** The rules of one area; ids get its name in front. */
export const area = (name: string, rules: readonly Omit<Rule, 'area'>[]): Rule[] =>
  rules.map((rule) => ({ ...rule, area: name, id: `${name}.${rule.id}` }))
