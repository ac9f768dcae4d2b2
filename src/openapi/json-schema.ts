import * as z from 'zod'
import type { Words } from '../wire/words.ts'
import { schemaInWords } from './words.ts'

/** A JSON Schema (2020-12), as used by OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>

/** `input`: what a caller may send. `output`: exactly what an answer contains. */
export type Direction = 'input' | 'output'

/** The formats that JSON Schema defines; zod emits others as well. */
const knownFormats = new Set(['date-time', 'email', 'uri', 'uuid', 'date'])

/** The schemas of a document by name. A schema with an id is included once and referred to elsewhere. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  readonly #words: Words
  readonly #known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }

  /** `words` are those of the emulated service. */
  constructor(words: Words) {
    this.#words = words
  }

  /** A zod schema as JSON Schema. Throws an Error when two different schemas have one id. */
  add(schema: z.ZodType, io: Direction): JsonSchema {
    let known = this.#known[io].get(schema)
    if (known === undefined) {
      known = this.#convert(schema, io)
      this.#known[io].set(schema, known)
    }
    return known
  }

  #convert(schema: z.ZodType, io: Direction): JsonSchema {
    // Wrapped in an object, so that a schema with an id becomes a reference.
    const { properties, $defs } = z.toJSONSchema(z.object({ root: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // zod omits these for transformed schemas, because they might be transformed values. Here they never are.
        const known = z.globalRegistry.get(zodSchema) ?? {}
        for (const word of ['default', 'examples'])
          if (known[word] !== undefined) Object.assign(jsonSchema, { [word]: known[word] })
        // Many tools cannot compile Unicode classes in patterns; the description states the rule in words.
        if (JSON.stringify([jsonSchema.pattern, jsonSchema.allOf]).includes('\\\\p{')) {
          delete jsonSchema.pattern
          delete jsonSchema.allOf
        }
        if (zodSchema instanceof z.ZodDiscriminatedUnion)
          Object.assign(jsonSchema, { discriminator: { propertyName: zodSchema.def.discriminator } })
        schemaInWords(this.#words, zodSchema, jsonSchema)
        if (jsonSchema.format !== undefined && !knownFormats.has(jsonSchema.format)) delete jsonSchema.format
      },
    }) as unknown as { properties: { root: JsonSchema }; $defs?: Record<string, JsonSchema> }
    for (const [name, definition] of Object.entries($defs ?? {})) this.#define(name, relink(definition))
    return relink(properties.root)
  }

  #define(name: string, definition: JsonSchema): void {
    const { id: _, ...whole } = definition
    const body = 'discriminator' in whole ? this.#withNamedKinds(name, whole as unknown as Union) : whole
    const known = this.schemas[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(body))
      throw new Error(`two different schemas have the id ${name}`)
    this.schemas[name] = body
  }

  /** A discriminator refers to schemas by name, so each member of a union becomes a named schema. */
  #withNamedKinds(name: string, { oneOf, discriminator: { propertyName }, ...rest }: Union): JsonSchema {
    const mapping: Record<string, string> = {}
    for (const kind of oneOf) {
      const value = kind.properties[propertyName]?.const ?? ''
      this.#define(name + pascal(value), kind)
      mapping[value] = reference(name + pascal(value))
    }
    const kinds = Object.values(mapping).map(($ref) => ({ $ref }))
    return { ...rest, oneOf: kinds, discriminator: { propertyName, mapping } }
  }
}

/** A discriminated union with inline members. */
interface Union extends JsonSchema {
  oneOf: (JsonSchema & { properties: Record<string, { const?: string }> })[]
  discriminator: { propertyName: string }
}

const reference = (name: string): string => `#/components/schemas/${name}`

const pascal = (text: string): string =>
  text.replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase())

/** Rewrites references within a schema to references within the document. */
function relink<T>(value: T): T {
  if (Array.isArray(value)) return value.map(relink) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', reference('')) : relink(inner),
  ])
  return Object.fromEntries(entries) as T
}
