import * as z from 'zod'
import { Duration } from '../../domain/kernel/duration.ts'
import { invalidField } from '../../domain/kernel/errors.ts'
import { bounds, camelKeys } from '../../domain/kernel/values.ts'
import { rulesInForce } from '../../domain/scenario/commands.ts'
import { RuleWhen, ruleCount, ruleShare } from '../../domain/scenario/rule.ts'
import { problemOf } from '../../domain/scenario/standing.ts'
import { reply } from '../../http/reply.ts'
import { presentRule, presentStandingRule, WireRule, WireStandingRule } from '../../wire/rule.ts'
import { control } from './control.ts'

const AddRule = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(bounds.scenarioKey.max)
    .describe('A scenario key, such as issuer:insufficient_funds; it counts as if the request had sent it')
    .meta({ examples: ['issuer:insufficient_funds'] }),
  when: RuleWhen()
    .optional()
    .describe('What a request must have; every request that the key is about unless given')
    .meta({ examples: [{ reference: 'order-17*' }] }),
  share: ruleShare().optional().describe('The part of the requests it applies to, above 0 and up to 1; 1'),
  count: ruleCount().optional().describe('It is over after so many requests'),
  for: Duration.optional().describe("It is over after this time of the world's clock"),
})

const Deleted = z.strictObject({ deleted: z.int() })

export const ruleOperations = [
  control({
    id: 'listRules',
    method: 'get',
    path: '/_emulator/rules',
    summary: 'List rules, oldest first, and the standing rules of the fixtures',
    responses: { 200: z.strictObject({ rules: z.array(WireRule), standing: z.array(WireStandingRule) }) },
    handle: ({ world, emulator }) =>
      reply(200, {
        rules: Array.from(rulesInForce(world.state, world.now()), presentRule),
        standing: emulator.standing.all.map(presentStandingRule),
      }),
  }),
  control({
    id: 'createRule',
    method: 'post',
    path: '/_emulator/rules',
    summary: 'Add a rule: apply a scenario key to requests that do not send one',
    description:
      'For programs that cannot send X-Scenario-Key. A key of the network alone applies to every endpoint of the service, and to the token endpoint only if `when.path` names it; every other key applies to requests that create a charge, an order or a transfer, and to refunds if `when.path` names them. A header of the request goes first, then the oldest rule that fits, then the standing rules. A rule whose flow does not fit the payment method is skipped. A request that is refused, repeats an idempotency key or comes from the dashboard does not use up `count`. A reset removes all rules.',
    body: AddRule,
    responses: { 201: WireRule },
    refusals: [429],
    handle: ({ world, body }) => {
      const problem = problemOf(body.key, world.catalogue)
      if (problem !== undefined) throw invalidField('key', problem)
      const rule = world.dispatch('rule.add', {
        key: body.key,
        when: camelKeys(body.when ?? {}),
        share: body.share ?? 1,
        remaining: body.count,
        forMs: body.for,
      })
      return reply(201, presentRule(rule))
    },
  }),
  control({
    id: 'deleteRules',
    method: 'delete',
    path: '/_emulator/rules',
    summary: 'Remove every rule that was added',
    responses: { 200: Deleted },
    handle: ({ world }) => reply(200, { deleted: world.dispatch('rule.remove', { id: undefined }) }),
  }),
  control({
    id: 'deleteRule',
    method: 'delete',
    path: '/_emulator/rules/:id',
    summary: 'Remove a rule',
    responses: { 200: Deleted },
    refusals: [404],
    handle: ({ world, param }) => reply(200, { deleted: world.dispatch('rule.remove', { id: param('id') }) }),
  }),
]
