import * as z from 'zod'
import { chargeStatuses, flowActors, flowKinds, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import { explain } from '../../domain/scenario/explain.ts'
import { facetNames } from '../../domain/scenario/fragment.ts'
import { operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { scenarioSchema } from '../../openapi/scenario-schema.ts'
import { presentExplanation, presentScenario } from '../../wire/scenario.ts'
import { control } from './control.ts'

const CatalogueEntry = z.strictObject({
  key: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  sets: z.array(z.enum(facetNames)).describe('The parts it sets'),
  payment_methods: z.array(z.enum(paymentMethodTypes)).nullable().describe('Null: all'),
  default_for: z.array(z.enum(paymentMethodTypes)),
  source: z.string(),
})

const Explained = z.strictObject({
  key: z.string(),
  uses: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  payment_methods: z.array(z.enum(paymentMethodTypes)).nullable(),
  steps: z.array(z.string()),
  flow: z
    .array(
      z.strictObject({
        kind: z.enum(flowKinds),
        by: z.enum(flowActors).describe('Who ends it, or acts in it'),
        title: z.string(),
        details: z.array(z.string()),
        exits: z
          .array(z.strictObject({ when: z.string(), result: z.string() }))
          .describe('Ways out besides the next box'),
        ends: z.enum(chargeStatuses).nullable().describe('How the charge ends here'),
      }),
    )
    .describe('The same as a picture, from top to bottom'),
})

const exampleFragment = `key: slow-decline
title: The issuer declines after three seconds
response:
  latency: 3s
processor_response: do_not_honor
`

const JsonSchema = z.looseObject({
  $schema: z.string().meta({ examples: ['http://json-schema.org/draft-07/schema#'] }),
  title: z.string().meta({ examples: ['One fragment of a scenario'] }),
})

const Reloaded = z.strictObject({ fragments: z.int(), problems: z.array(z.string()) })

export const scenarioOperations = [
  control({
    id: 'listScenarios',
    method: 'get',
    path: '/_emulator/scenarios',
    summary: 'List the scenario keys',
    query: z.object({ search: z.string().max(200).optional() }),
    responses: { 200: z.strictObject({ scenarios: z.array(CatalogueEntry), problems: z.array(z.string()) }) },
    handle: ({ world, emulator, query }) => {
      const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const fragments = [...world.catalogue.fragments.values()].filter((fragment) => {
        const text = `${fragment.key} ${fragment.title} ${fragment.description ?? ''}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      const scenarios = fragments.map(presentScenario)
      return reply(200, { scenarios, problems: emulator.scenarioProblems })
    },
  }),
  control({
    id: 'explainScenario',
    method: 'get',
    path: '/_emulator/scenarios/explain',
    summary: 'Explain a key, step by step',
    query: z.object({
      key: z.string().min(1).max(1000),
      payment_method: z
        .enum(paymentMethodTypes)
        .optional()
        .describe('Include its default flow if the key has none'),
    }),
    responses: { 200: Explained },
    refusals: [400],
    handle: ({ world, query }) =>
      reply(200, presentExplanation(explain(world.catalogue, query.key, query.payment_method))),
  }),
  control({
    id: 'createScenarios',
    method: 'post',
    path: '/_emulator/scenarios',
    summary: 'Add scenarios to this world, or with `?all=true` to every world',
    description:
      'The body is YAML or JSON, one fragment per YAML document. Either all fragments are added or none. A reset of the world removes them.',
    query: z.object({
      all: z.enum(['true', 'false']).optional(),
      dry_run: z.enum(['true', 'false']).optional().describe('Check the documents without adding them'),
    }),
    body: z.string().meta({ examples: [exampleFragment] }),
    bodyType: 'text',
    responses: { 200: Reloaded, 201: Reloaded },
    handle: async ({ world, emulator, body, query }) => {
      try {
        const fragments = await emulator.readScenarios(body)
        if (fragments.length === 0)
          throw new Error('the body contains no scenario; send a YAML or JSON document for each one')
        const into = query.all === 'true' ? emulator : world
        if (query.dry_run === 'true') {
          const problems = into.catalogue.with(fragments).problems()
          if (problems.length > 0) throw new Error(problems.join('\n'))
        } else into.addScenarios(fragments)
        return reply(query.dry_run === 'true' ? 200 : 201, { fragments: fragments.length, problems: [] })
      } catch (error) {
        throw refused((error instanceof Error ? error.message : String(error)).split('\n'))
      }
    },
  }),
  operation({
    id: 'getScenarioSchema',
    method: 'get',
    path: '/_emulator/scenario.schema.json',
    family: 'control',
    // Open: editors load it without a token.
    access: 'open',
    tag: 'Documents',
    summary: 'The JSON Schema of scenario files, for editors',
    responses: { 200: JsonSchema },
    handle: () => reply(200, scenarioSchema()),
  }),
  control({
    id: 'reloadScenarios',
    method: 'post',
    path: '/_emulator/scenarios/reload',
    storesNothing: true,
    summary: 'Reload the scenario files; if they are invalid, the current ones stay',
    responses: { 200: Reloaded },
    handle: async ({ emulator }) => {
      const problems = await emulator.reloadScenarios()
      return reply(200, { fragments: emulator.catalogue.fragments.size, problems })
    },
  }),
]

const refused = (problems: readonly string[]): Refusal =>
  new Refusal(
    'invalid_request',
    `the scenarios are invalid and nothing was added: ${problems.join('; ')}`.slice(0, 4000),
    problems.slice(0, 100).map((message) => ({ field: 'body', message })),
  )
