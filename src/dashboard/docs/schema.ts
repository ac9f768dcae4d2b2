import type { JsonSchema } from '../../openapi/json-schema.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'

/** Longer lists of allowed values are collapsed. */
const shownValues = 12

type Members = Record<string, JsonSchema>

/** The name of the shared schema that a reference means. */
export const nameOf = (schema: JsonSchema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined

/** The format or the type of a simple value; `string or null`. */
export const kindOf = (schema: JsonSchema): string =>
  [schema['format'] ?? schema['type'] ?? 'any'].flat().join(' or ')

/** What a value is, in one word or a link. */
export function typeOf(schema: JsonSchema): Html {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const options = optionsOf(schema)
  if (options) return html`one of ${options.length}`
  const items = itemsOf(schema)
  if (items) return html`array of ${typeOf(items)}`
  if ('const' in schema) return html`always <code>${JSON.stringify(schema['const'])}</code>`
  return html`${kindOf(schema)}`
}

/** The alternatives of a union. */
export const optionsOf = (schema: JsonSchema): JsonSchema[] | undefined => {
  const options = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined
  // Next to properties they only say which of these belong together.
  return schema['properties'] === undefined ? options : undefined
}

const bounds: [keyword: string, words: string][] = [
  ['minLength', 'at least % characters'],
  ['maxLength', 'at most % characters'],
  ['minimum', 'from %'],
  ['maximum', 'to %'],
  ['minItems', 'at least % items'],
  ['maxItems', 'at most % items'],
  ['default', 'default %'],
]

/** The bounds of a value in words. */
export const boundsOf = (schema: JsonSchema): string[] =>
  bounds
    .filter(([keyword]) => isBound(schema[keyword]))
    .map(([keyword, words]) =>
      keyword === 'minLength' && schema[keyword] === 1
        ? 'not empty'
        : words.replace('%', JSON.stringify(schema[keyword])),
    )

/** The patterns that a text must match. */
export const patternsOf = (schema: JsonSchema): string[] =>
  [schema, ...((schema['allOf'] ?? []) as JsonSchema[])].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  )

/** The allowed values of an enumeration. */
export const valuesOf = (schema: JsonSchema): unknown[] => (schema['enum'] ?? []) as unknown[]

/** The schema of the items of an array. */
export const itemsOf = (schema: JsonSchema): JsonSchema | undefined =>
  schema['type'] === 'array' ? ((schema['items'] ?? {}) as JsonSchema) : undefined

/** The members of an object: name, schema, whether it is required. */
export function membersOf(schema: JsonSchema): [name: string, member: JsonSchema, required: boolean][] {
  const required = (schema['required'] ?? []) as string[]
  return Object.entries((schema['properties'] ?? {}) as Members).map(([name, member]) => [
    name,
    member,
    required.includes(name),
  ])
}

/** The constant `type` that distinguishes an option of a union. */
export const discriminatorOf = (option: JsonSchema): unknown =>
  (option['properties'] as Members | undefined)?.['type']?.['const']

/** The rules of a value: its bounds, its pattern, its allowed values. */
export function rulesOf(schema: JsonSchema): Html {
  const rules = boundsOf(schema)
  const patterns = patternsOf(schema)
  return html`${when(rules.length > 0, () => html`<span class="rule">${rules.join(', ')}</span>`)}${each(patterns, (pattern) => html`<code class="rule wrap">${pattern}</code>`)}${allowed(valuesOf(schema))}`
}

/** zod writes the bounds of safe integers, which are noise. */
const isBound = (value: unknown): boolean =>
  value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER

function allowed(values: readonly unknown[]): Html {
  if (values.length === 0) return none
  const list = (some: readonly unknown[]): Html =>
    html`${each(some, (value) => html`<code>${value}</code> `)}`
  if (values.length <= shownValues) return html`<span class="rule">${list(values)}</span>`
  return html`<details class="rule"><summary>${values.length} values</summary>${list(values)}</details>`
}

/** The members of a schema, each with its type, rules and own members; for a union, those of each option. */
export function schemaTree(schema: JsonSchema): Html {
  const options = optionsOf(schema)
  if (options) return html`${each(options, kind)}`
  const items = itemsOf(schema)
  if (items) return schemaTree(items)
  const members = membersOf(schema)
  if (members.length === 0) return none
  return html`<ul class="members">${each(members, (member) => memberRow(...member))}</ul>`
}

function kind(option: JsonSchema): Html {
  if (nameOf(option) !== undefined) return html`<p>${typeOf(option)}</p>`
  const type = discriminatorOf(option)
  const title = type === undefined ? typeOf(option) : html`type <code>${type}</code>`
  return html`<details class="kind"><summary>${title}</summary>${schemaTree(option)}</details>`
}

function memberRow(name: string, member: JsonSchema, required: boolean): Html {
  const { description } = member
  return html`<li><code class="name">${name}</code> <span class="unit">${typeOf(member)}</span>${when(required, () => html` <span class="needed">required</span>`)} ${rulesOf(member)}${when(description, () => html`<span class="told">${description}</span>`)}${schemaTree(member)}</li>`
}
