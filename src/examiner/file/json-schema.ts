import { z } from 'zod'
import { ExaminationFile } from './schema.ts'

/** The content of `scenarios/examine.schema.json`, with which editors complete and check examination files. */
export function examinationSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(ExaminationFile, {
    // Describes files as written, before defaults are filled in and durations parsed.
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // A default in milliseconds would contradict the text form, such as "200ms", that files use.
      if (jsonSchema.type === 'string' && typeof jsonSchema.default === 'number') delete jsonSchema.default
    },
  })
  const head = {
    $schema: schema.$schema,
    title: 'An examination file',
    description:
      'What `payment-emulator examine` needs to know of a program. Generated from src/examiner/file/schema.ts by `npm run schema`; do not edit.',
  }
  return { ...head, ...schema }
}
