import type { z } from 'zod'
import { Components, type Direction, type JsonSchema } from '../../http/json-schema.ts'

/** A schema with the definitions that it refers to. */
function whole(schema: z.ZodType, io: Direction) {
  const components = new Components()
  const root = components.add(schema, io)
  const resolve = (part: JsonSchema): JsonSchema => {
    const name = typeof part['$ref'] === 'string' ? part['$ref'].split('/').at(-1) : undefined
    return name === undefined ? part : { ...components.schemas[name], ...part }
  }
  return { root: resolve(root), resolve }
}

type Properties = Record<string, JsonSchema>

/** Each field of an object schema with its explanation: whether it is required, what it is, what it can be. */
export function fieldsOf(schema: z.ZodType): Record<string, string> {
  const { root, resolve } = whole(schema, 'input')
  const required = (root['required'] ?? []) as string[]
  const fields = Object.entries((root['properties'] ?? {}) as Properties).map(([name, part]) => {
    const { description, enum: allowed } = resolve(part) as { description?: string; enum?: unknown[] }
    const values = allowed ? ` (${allowed.join(', ')})` : ''
    return [name, `${required.includes(name) ? 'Required' : 'Optional'}. ${description ?? ''}${values}`]
  })
  return Object.fromEntries(fields)
}

/** A value that fits a schema, from the examples in it; of a request, only what is required or has an example. */
export function sampleOf(schema: z.ZodType, io: Direction): unknown {
  const { root, resolve } = whole(schema, io)
  const sample = (part: JsonSchema): unknown => {
    const {
      examples,
      enum: allowed,
      anyOf,
      type,
      properties,
      required,
      items,
      ...rest
    } = resolve(part) as {
      examples?: unknown[]
      enum?: unknown[]
      anyOf?: JsonSchema[]
      type?: string
      properties?: Properties
      required?: string[]
      items?: JsonSchema
      const?: unknown
    }
    if (examples) return examples[0]
    if ('const' in rest) return rest.const
    if (allowed) return allowed[0]
    if (anyOf) return sample(anyOf[0] ?? {})
    if (type === 'array') return [sample(items ?? {})]
    if (type !== 'object') return type === 'string' ? '' : type === 'boolean' ? true : 1
    const wanted = Object.entries(properties ?? {}).filter(
      ([name, inner]) => io === 'output' || required?.includes(name) || 'examples' in resolve(inner),
    )
    return Object.fromEntries(wanted.map(([name, inner]) => [name, sample(inner)]))
  }
  return sample(root)
}
