import type { z } from 'zod'
import { Components, type Direction, type JsonSchema } from '../../openapi/json-schema.ts'
import { sampleOf as jsonSample, resolve } from '../../openapi/sample.ts'

/** Explains each field of an object schema: whether it is required, what it means, which values it allows. */
export function fieldsOf(schema: z.ZodType): Record<string, string> {
  const components = new Components()
  const root = resolve(components.add(schema, 'input'), components.schemas)
  const required = (root['required'] ?? []) as string[]
  const properties = (root['properties'] ?? {}) as Record<string, JsonSchema>
  const fields = Object.entries(properties).map(([name, part]) => {
    const field = resolve(part, components.schemas)
    const { description = '', enum: allowed } = field as { description?: string; enum?: unknown[] }
    const values = allowed ? ` (${allowed.join(', ')})` : ''
    return [name, `${required.includes(name) ? 'Required' : 'Optional'}. ${description}${values}`]
  })
  return Object.fromEntries(fields)
}

/** A valid value built from the examples in a schema; for a request, only fields that are required or have an example. */
export function sampleOf(schema: z.ZodType, io: Direction): unknown {
  const components = new Components()
  return jsonSample(components.add(schema, io), components.schemas, io === 'output')
}
