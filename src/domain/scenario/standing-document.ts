import * as z from 'zod'
import { passesLuhn } from '../kernel/luhn.ts'
import { camelKeys } from '../kernel/values.ts'
import { RuleWhen, ruleKey, ruleShare, type StandingRule } from './rule.ts'

/** A rule of the fixtures, which is always in force. It contains the whole card number, so that people can use it. */
export const StandingRuleDocument = z.strictObject({
  key: ruleKey(),
  when: RuleWhen()
    .omit({ card: true })
    .extend({
      card_number: z
        .string()
        .regex(/^\d{12,19}$/, 'must be 12 to 19 digits, in quotes')
        .refine(passesLuhn, 'does not pass the checksum of card numbers (Luhn)')
        .optional(),
    })
    .refine((when) => Object.keys(when).length > 0, {
      error: 'must have at least one condition',
      // A misspelt name is a separate error.
      when: ({ issues }) => issues.length === 0,
    }),
  share: ruleShare().default(1),
})

/** A checked rule of the fixtures in its internal form. */
export function toStandingRule({ key, when, share }: z.output<typeof StandingRuleDocument>): StandingRule {
  const { card_number: cardNumber, ...rest } = when
  const card = cardNumber && { card: { first6: cardNumber.slice(0, 6), last4: cardNumber.slice(-4) } }
  return { key, when: { ...camelKeys(rest), ...card }, share, ...(cardNumber && { cardNumber }) }
}
