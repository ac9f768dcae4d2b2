import type { JsonSchema } from './json-schema.ts'

/** How deep a sample goes; recursive schemas end there. */
const deepest = 12

interface Parts {
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string | string[]
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  minLength?: number
}

/** The schema that a reference names, or the schema itself. */
export function resolve(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name === undefined ? schema : { ...schemas[name], ...schema }
}

/**
 * A value that fits a schema, made of the examples in it. `every`: with all members (an answer); else with those that
 * are required or have an example (a request).
 */
export function sampleOf(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  every: boolean,
  depth = 0,
): unknown {
  const whole = resolve(schema, schemas)
  const part = whole as Parts
  if (part.examples !== undefined) return part.examples[0]
  if ('const' in whole) return whole['const']
  if (part.default !== undefined) return part.default
  if (part.enum !== undefined) return part.enum[0]
  if (depth > deepest) return null
  const inner = (value: JsonSchema): unknown => sampleOf(value, schemas, every, depth + 1)
  if (part.properties !== undefined) {
    const together = part.anyOf?.[0] as Parts | undefined
    const required = [...(part.required ?? []), ...(together?.required ?? [])]
    const members = Object.entries(part.properties).filter(
      ([name, member]) => every || required.includes(name) || hasExample(member, schemas),
    )
    return Object.fromEntries(members.map(([name, member]) => [name, inner(member)]))
  }
  const [option] = part.oneOf ?? part.anyOf ?? part.allOf ?? []
  if (option !== undefined) return inner(option)
  if (part.type === 'array') return part.items === undefined ? [] : [inner(part.items)]
  return plain(part)
}

function plain({ type, format, minimum, minLength }: Parts): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return {}
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(minimum ?? 1, 1)
    case 'null':
      return null
    case 'string':
      return format === 'uri' ? 'https://merchant.example' : 'text'.padEnd(minLength ?? 0, '-')
    default:
      return {}
  }
}

const hasExample = (member: JsonSchema, schemas: Record<string, JsonSchema>): boolean =>
  'examples' in resolve(member, schemas)
