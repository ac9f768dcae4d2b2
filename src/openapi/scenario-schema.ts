import { z } from 'zod'
import { Fragment } from '../domain/scenario/fragment.ts'

/** The content of `scenarios/scenario.schema.json`, with which editors complete and check scenario files. */
export function scenarioSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(Fragment, {
    // Describes files as written, before defaults are filled in and durations parsed.
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // A default in milliseconds would contradict the text form, such as "2s", that files use.
      if (jsonSchema.type === 'string' && typeof jsonSchema.default === 'number') delete jsonSchema.default
    },
  })
  const head = {
    $schema: schema.$schema,
    title: 'A scenario fragment',
    description:
      'One YAML document of a scenario file. Generated from src/domain/scenario/fragment.ts by `npm run schema`; do not edit.',
  }
  return { ...head, ...schema }
}
