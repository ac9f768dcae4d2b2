import type { PaymentMethodType, RuleMethod } from '../domain/kernel/enums.ts'
import type { ScenarioKey } from './scenario-key.ts'
import type { Duration } from './units.ts'

export type { RuleMethod } from '../domain/kernel/enums.ts'

/** The requests that a rule applies to: those that match every member. */
export interface RuleWhen {
  /** HTTP method. */
  method?: RuleMethod
  /** This path and every path below it. */
  path?: string
  /** A reference, or its beginning followed by `*`. */
  reference?: string
  /** Id of the customer. */
  customer_id?: string
  /** Id of the payment method. */
  payment_method_id?: string
  /** Type of the payment method. */
  payment_method?: PaymentMethodType
  /** The card number. */
  card?: {
    /** Its first six digits. */
    first6?: string
    /** Its last four digits. */
    last4?: string
  }
  /** The customer's e-mail address, its beginning followed by `*`, or the name before `@` or `+`. */
  email?: string
  /** The account that a transfer goes to. */
  account_number?: string
  /** The amount. */
  amount?: number
  /** The two decimals of the amount: 51 for 10.51. */
  cents?: number
  /** The currency. */
  currency?: string
  /** Members that `meta` must have; it may have others. */
  meta?: Record<string, string>
}

/** A rule that applies a scenario key to requests without one. */
export interface Rule {
  /** Id of the rule. */
  id: string
  /** The scenario key that it applies. */
  key: ScenarioKey
  /** The requests that it applies to. */
  when: RuleWhen
  /** Share of the requests that it applies to, above 0 and up to 1. */
  share: number
  /** Requests that it still applies to; null: no limit. */
  remaining: number | null
  /** When it is removed; null: never. */
  until: string | null
}

/** A rule of the fixtures, which is always in force. */
export interface StandingRule {
  /** The scenario key that it applies. */
  key: ScenarioKey
  /** The requests that it applies to. */
  when: RuleWhen
  /** Share of the requests that it applies to, above 0 and up to 1. */
  share: number
  /** The number of the test card; null if the rule is not for one. */
  card_number: string | null
  /** File, line and column; null if it is not from a file. */
  source: string | null
}

/**
 * The requests that a rule applies to: those that match every member. Without any member, all requests that create what the
 * key is about; for a network key, all requests to the service except those for tokens.
 */
export interface RuleConditions {
  /** HTTP method. */
  method?: RuleMethod | undefined
  /** This path and every path below it. */
  path?: string | undefined
  /** A reference, or its beginning followed by `*`, such as `order-17*`. */
  reference?: string | undefined
  /** Id of the customer. */
  customerId?: string | undefined
  /** Id of the payment method. */
  paymentMethodId?: string | undefined
  /** Type of the payment method. */
  paymentMethod?: PaymentMethodType | undefined
  /** First six and last four digits of the card number, or one of the two. */
  card?:
    | {
        /** First six digits. */
        first6?: string | undefined
        /** Last four digits. */
        last4?: string | undefined
      }
    | undefined
  /** The customer's e-mail address, its beginning followed by `*`, or the name before `@` or `+`. */
  email?: string | undefined
  /** The account that a transfer goes to. */
  accountNumber?: string | undefined
  /** The amount. */
  amount?: number | undefined
  /** The two decimals of the amount: 51 for 10.51. */
  cents?: number | undefined
  /** The currency. */
  currency?: string | undefined
  /** Members that `meta` must have; it may have others. */
  meta?: Record<string, string> | undefined
}

/** A rule to add. */
export interface AddRule {
  /** A scenario key, such as `issuer:insufficient_funds` or `network:503`. */
  key: ScenarioKey
  /** The requests that the rule applies to. */
  when?: RuleConditions | undefined
  /** Share of the requests that the rule applies to, above 0 and up to 1; 1 by default. */
  share?: number | undefined
  /** Removed after this many requests, 1 to 1,000,000; no limit by default. */
  count?: number | undefined
  /** Removed after this time on the world's clock; no limit by default. */
  for?: Duration | undefined
}

/** Rules that apply scenario keys to requests without one, for programs that cannot send the header. */
export interface Rules {
  /** The rules that were added and are in force, oldest first. */
  list(): Promise<Rule[]>
  /** The rules of the fixtures, which are always in force: test cards, amounts and customers. */
  standing(): Promise<StandingRule[]>
  /** Adds a rule. Text is the scenario key of a rule without conditions. Rejects with an EmulatorError for an unknown key. */
  add(rule: AddRule | ScenarioKey): Promise<Rule>
  /** Removes one rule, or all that were added; resolves to their number. Rejects with an EmulatorError (404) for an unknown id. */
  remove(id?: string): Promise<number>
}
