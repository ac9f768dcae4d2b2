import type { Trial } from './trial.ts'

/** The origin of a rule, as in COVERAGE.md. */
export const bases = ['stated', 'observed', 'chosen'] as const
export type Basis = (typeof bases)[number]

/**
 * What a rule requires: an OAuth client; a payer, which is a customer and a card that can be charged; the secret key of
 * v3; a second client that may not create; the control interface of an emulator.
 */
export type Need = 'token' | 'payer' | 'secret_key' | 'weak_client' | 'control'

/** One statement about the service that can be checked from outside. */
export interface Rule {
  /** `area.name`, which never changes, so that reports of different days can be compared. */
  id: string
  area: string
  rule: string
  basis: Basis
  needs: readonly Need[]
  /** Sends requests and reports differences. Throws a NotApplicable or a Skipped if there is nothing to check. */
  check(t: Trial): Promise<void>
}

/** The address does not have the subject of the rule, such as an operation that the contract does not name. */
export class NotApplicable extends Error {}

/** The rule could not be checked. */
export class Skipped extends Error {}

/** The rules of one area, whose name is prefixed to their ids. */
export const area = (name: string, rules: readonly Omit<Rule, 'area'>[]): Rule[] =>
  rules.map((rule) => ({ ...rule, area: name, id: `${name}.${rule.id}` }))
