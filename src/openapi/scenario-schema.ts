import { z } from 'zod'
import { Fragment } from '../domain/scenario/fragment.ts'

/** The JSON Schema of `scenarios/scenario.schema.json`, from which editors complete and check scenario files. */
export function scenarioSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(Fragment, {
    // As it is written in a file, before defaults and durations are filled in.
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // "2s" and its default in milliseconds are two forms of one thing; an editor knows the one in the file.
      if (jsonSchema.type === 'string' && typeof jsonSchema.default === 'number') delete jsonSchema.default
    },
  })
  const head = {
    $schema: schema.$schema,
    title: 'One fragment of a scenario',
    description:
      'One YAML document of a scenario file. Generated from src/domain/scenario/fragment.ts by `npm run schema`; do not edit.',
  }
  return { ...head, ...schema }
}
