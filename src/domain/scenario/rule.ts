import * as z from 'zod'
import { paymentMethodTypes, ruleMethods } from '../kernel/enums.ts'
import { Amount, bounds, type Camel, Currency, Identifier, Meta } from '../kernel/values.ts'
import { internalForm } from '../stored/internal-form.ts'
import { type Immutable, later, madeId, maybe, type Stored, scenarioKey } from '../stored/parts.ts'

export const ruleShare = () => z.number().gt(0).max(1)
export const ruleCount = () => z.int().min(1).max(1_000_000)
export const ruleKey = () => scenarioKey().min(bounds.scenarioKey.min)

const digits = (count: number) => z.string().regex(new RegExp(`^\\d{${count}}$`), `must be ${count} digits`)
const id = () => Identifier.max(200)

/** Which requests a rule applies to: those that meet every condition given. */
export const RuleWhen = () =>
  z.strictObject({
    method: z.enum(ruleMethods).optional().describe('HTTP method'),
    path: z
      .string()
      .max(500)
      .regex(/^\/[^?#\s]*$/, 'must be a path that begins with "/", without query')
      .optional()
      .describe('This path and everything below it'),
    reference: z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9_-]+\*?$|^\*$/, 'must be a reference, or the beginning of one and "*"')
      .optional()
      .describe('The reference; ends in `*` for everything that begins like it')
      .meta({ examples: ['order-17*'] }),
    customer_id: id().optional(),
    payment_method_id: id().optional(),
    payment_method: z.enum(paymentMethodTypes).optional().describe('The type of the payment method'),
    card: z
      .strictObject({
        first6: digits(6)
          .optional()
          .meta({ examples: ['400000'] }),
        last4: digits(4)
          .optional()
          .meta({ examples: ['0051'] }),
      })
      .optional()
      .describe('First and last digits of the card number, however the card was sent'),
    email: z
      .string()
      .max(254)
      .regex(/^[^\s*]+\*?$/, 'must be an address, the beginning of one and "*", or a name without "@"')
      .optional()
      .describe(
        "The customer's e-mail address, in any case: all of it, its beginning and `*`, or the name before `@` or `+`",
      )
      .meta({ examples: ['qa+*'] }),
    account_number: z
      .string()
      .min(1)
      .max(50)
      .optional()
      .describe('The account that a transfer goes to')
      .meta({ examples: ['0690000031'] }),
    amount: Amount.optional(),
    cents: z.int().min(0).max(99).optional().describe('The two decimals of the amount: 51 for 10.51'),
    currency: Currency.optional(),
    meta: Meta.optional().describe('Members that `meta` must have; it may have others'),
  })

export type RuleWhen = Immutable<Camel<z.output<ReturnType<typeof RuleWhen>>>>

/** The terms of every rule: the key, and the requests that get it. */
export interface RuleTerms {
  readonly key: string
  readonly when: RuleWhen
  /** The share of those requests that get it: from 0 to 1. */
  readonly share: number
}

/** A rule as it is stored: a scenario key for requests of clients that cannot send the header. */
export const storedRule = () =>
  z.strictObject({
    id: madeId('rul'),
    key: ruleKey(),
    when: internalForm(RuleWhen()),
    share: ruleShare(),
    /** How many more requests it applies to; undefined: no limit. */
    remaining: maybe(ruleCount()),
    /** Milliseconds of the world's clock; undefined: no end. */
    until: maybe(later()),
  })
export type Rule = Stored<typeof storedRule>

/** A rule of the fixtures, which is always in force. Plain data: it goes into the built bundle. */
export interface StandingRule extends RuleTerms {
  /** The full number of the card in `when`. */
  readonly cardNumber?: string | undefined
  /** File and line. */
  readonly source?: string | undefined
}
