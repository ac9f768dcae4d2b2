import * as z from 'zod'

/**
 * The JSON Schema with which editors complete and check files of a kind. `head` says what one of them is, and where its
 * schema comes from.
 */
export function fileSchema(
  files: z.ZodType,
  head: { title: string; description: string },
): Record<string, unknown> {
  const schema = z.toJSONSchema(files, {
    // Describes files as written, before defaults are filled in and durations parsed.
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // A default in milliseconds would contradict the text form, such as "2s", that files use.
      if (jsonSchema.type === 'string' && typeof jsonSchema.default === 'number') delete jsonSchema.default
    },
  })
  return { $schema: schema.$schema, ...head, ...schema }
}
