import type { JsonSchema } from '../../openapi/json-schema.ts'
import { code } from './markdown.ts'
import {
  boundsOf,
  discriminatorOf,
  itemsOf,
  kindOf,
  membersOf,
  nameOf,
  optionsOf,
  patternsOf,
  valuesOf,
} from './schema.ts'

/** What a value is: its type or the name of its schema. */
export function typeText(schema: JsonSchema): string {
  const name = nameOf(schema)
  if (name !== undefined) return code(name)
  const options = optionsOf(schema)
  if (options) return `one of ${options.length}`
  const items = itemsOf(schema)
  if (items) return `array of ${typeText(items)}`
  if ('const' in schema) return `always ${code(JSON.stringify(schema['const']))}`
  return kindOf(schema)
}

/** The rules of a value on one line; empty if there are none. */
export const rulesText = (schema: JsonSchema): string =>
  [
    ...boundsOf(schema),
    ...patternsOf(schema).map((pattern) => `matches ${code(pattern)}`),
    ...(valuesOf(schema).length > 0 ? [valuesOf(schema).map(code).join(' ')] : []),
  ].join(', ')

/** A value on one line: `` `amount` number, required; from 0.01. What it is for. `` */
export const valueLine = (
  name: string,
  schema: JsonSchema,
  more: readonly string[],
  about: unknown,
): string =>
  [
    `- ${code(name)} ${[typeText(schema), ...more].join(', ')}`,
    ...(rulesText(schema) === '' ? [] : [`; ${rulesText(schema)}`]),
    ...(typeof about === 'string' ? [`: ${about}`] : []),
  ].join('')

/** The members of a schema as a list, each with its own members below it; for a union, those of each option. */
export function schemaLines(schema: JsonSchema, indent = ''): string[] {
  const below = `${indent}  `
  const options = optionsOf(schema)
  if (options)
    return options.flatMap((option) => {
      const type = discriminatorOf(option)
      const title = type === undefined ? typeText(option) : `type ${code(type)}`
      return [`${indent}- ${title}`, ...(nameOf(option) === undefined ? schemaLines(option, below) : [])]
    })
  const items = itemsOf(schema)
  if (items) return schemaLines(items, indent)
  return membersOf(schema).flatMap(([name, member, required]) => [
    indent + valueLine(name, member, required ? ['required'] : [], member['description']),
    ...schemaLines(member, below),
  ])
}

/** The names of all schemas that a value of a description refers to, those that these refer to included. */
export function schemasIn(value: unknown, schemas: Readonly<Record<string, JsonSchema>>): string[] {
  const found = new Set<string>()
  const search = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return
    const name = nameOf(inner as JsonSchema)
    if (name !== undefined && schemas[name] !== undefined && !found.has(name)) {
      found.add(name)
      search(schemas[name])
    }
    for (const member of Object.values(inner)) search(member)
  }
  search(value)
  return Object.keys(schemas).filter((name) => found.has(name))
}
