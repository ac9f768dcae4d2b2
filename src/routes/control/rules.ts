import { z } from 'zod'
import { Duration } from '../../domain/kernel/duration.ts'
import { ruleMethods } from '../../domain/kernel/enums.ts'
import { invalidField, Refusal } from '../../domain/kernel/errors.ts'
import { bounds, DateTime } from '../../domain/kernel/values.ts'
import { type Rule, ruleCount, rulePath, ruleShare } from '../../domain/scenario/rule.ts'
import type { World } from '../../emulator/world.ts'
import { filter } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const AddRule = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(bounds.scenarioKey.max)
    .describe('A scenario key, such as network:503; it counts as if each request had sent it'),
  method: z.enum(ruleMethods).optional().describe('All methods unless given'),
  path: rulePath().optional().describe('This path and everything below it; all paths unless given'),
  share: ruleShare().optional().describe('The part of the requests it falls on, from 0 to 1; 1'),
  count: ruleCount().optional().describe('It is over after so many requests'),
  for: Duration.optional().describe("It is over after this time of the world's clock"),
})

const WireRule = z
  .strictObject({
    id: z.string(),
    key: z.string(),
    method: z.enum(ruleMethods).nullable(),
    path: z.string().nullable(),
    share: z.number(),
    remaining: z.int().nullable().describe('Requests it still applies to; null: no limit'),
    until: DateTime.nullable(),
  })
  .meta({ id: 'Rule', description: 'A rule that applies a scenario key to requests without one' })

const present = (rule: Rule): z.input<typeof WireRule> => ({
  id: rule.id,
  key: rule.key,
  method: rule.method ?? null,
  path: rule.path ?? null,
  share: rule.share,
  remaining: rule.remaining ?? null,
  until: rule.until === undefined ? null : isoTime(rule.until),
})

const Deleted = z.strictObject({ deleted: z.int() })

export const ruleOperations = [
  control({
    id: 'listRules',
    method: 'get',
    path: '/_emulator/rules',
    summary: 'List rules, oldest first',
    responses: { 200: z.strictObject({ rules: z.array(WireRule) }) },
    handle: ({ world }) => {
      const running = filter(world.state.rules, ({ until }) => until === undefined || until > world.now())
      return reply(200, { rules: Array.from(running, present) })
    },
  }),
  control({
    id: 'createRule',
    method: 'post',
    path: '/_emulator/rules',
    summary: 'Add a rule: apply a scenario key to requests that do not send one',
    description:
      'For clients whose headers cannot be changed. It applies to the endpoints of the service, including the token endpoint and v3, and can be limited by method, path, share, count and time. A request that sends X-Scenario-Key keeps its own key. If several rules match, the oldest applies. A reset removes all rules.',
    body: AddRule,
    responses: { 201: WireRule },
    refusals: [429],
    handle: ({ world, body }) => {
      mustBeKnown(world, body.key)
      const rule = world.dispatch('rule.add', {
        key: body.key,
        method: body.method,
        path: body.path,
        share: body.share ?? 1,
        remaining: body.count,
        forMs: body.for,
      })
      return reply(201, present(rule))
    },
  }),
  control({
    id: 'deleteRules',
    method: 'delete',
    path: '/_emulator/rules',
    summary: 'Remove every rule',
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

/** Refuses an unknown, malformed or conflicting key, naming the field `key` instead of the header. */
function mustBeKnown(world: World, key: string): void {
  try {
    if (world.catalogue.resolve(key).unknown)
      throw invalidField('key', `"${key}" is not a known scenario key`)
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    throw invalidField('key', error.fields[0]?.message ?? error.message)
  }
}
