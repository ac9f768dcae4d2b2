import { fileSchema } from '../domain/kernel/file-schema.ts'
import { Fragment } from '../domain/scenario/fragment.ts'

/** The content of `scenarios/scenario.schema.json`, with which editors complete and check scenario files. */
export const scenarioSchema = (): Record<string, unknown> =>
  fileSchema(Fragment, {
    title: 'A scenario fragment',
    description:
      'One YAML document of a scenario file. Generated from src/domain/scenario/fragment.ts by `npm run schema`; do not edit.',
  })
