import * as z from 'zod'
import { DateTime, snakeKeys } from '../domain/kernel/values.ts'
import { type Rule, RuleWhen, type StandingRule } from '../domain/scenario/rule.ts'
import { isoTime } from './time.ts'

const When = RuleWhen().describe('What a request must match; empty: every request that the key is about')

export const WireRule = z
  .strictObject({
    id: z.string(),
    key: z.string(),
    when: When,
    share: z.number(),
    remaining: z.int().nullable().describe('Requests it still applies to; null: no limit'),
    until: DateTime.nullable(),
  })
  .meta({ id: 'Rule', description: 'A rule that applies a scenario key to requests without one' })

export const WireStandingRule = z
  .strictObject({
    key: z.string(),
    when: When,
    share: z.number(),
    card_number: z
      .string()
      .nullable()
      .describe('The number of the test card in `when`')
      .meta({ examples: ['4000000000000051'] }),
    source: z.string().nullable().describe('File, line and column'),
  })
  .meta({ id: 'StandingRule', description: 'A rule of the fixtures, which is always in force' })

const when = (rule: Rule | StandingRule) => snakeKeys(rule.when) as z.input<typeof When>

export const presentRule = (rule: Rule): z.input<typeof WireRule> => ({
  id: rule.id,
  key: rule.key,
  when: when(rule),
  share: rule.share,
  remaining: rule.remaining ?? null,
  until: rule.until === undefined ? null : isoTime(rule.until),
})

export const presentStandingRule = (rule: StandingRule): z.input<typeof WireStandingRule> => ({
  key: rule.key,
  when: when(rule),
  share: rule.share,
  card_number: rule.cardNumber ?? null,
  source: rule.source ?? null,
})
