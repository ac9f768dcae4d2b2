import type { JsonSchema } from '../../openapi/json-schema.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'

/** Longer lists of allowed values are collapsed. */
const shownValues = 12

type Members = Record<string, JsonSchema>

const nameOf = (schema: JsonSchema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined

/** What a value is, in one word or a link. */
export function typeOf(schema: JsonSchema): Html {
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const options = optionsOf(schema)
  if (options) return html`one of ${options.length}`
  if (schema['type'] === 'array') {
    const items = (schema['items'] ?? {}) as JsonSchema
    return html`array of ${typeOf(items)}`
  }
  if ('const' in schema) return html`always <code>${JSON.stringify(schema['const'])}</code>`
  return html`${schema['format'] ?? schema['type'] ?? 'any'}`
}

const optionsOf = (schema: JsonSchema): JsonSchema[] | undefined => {
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

/** The rules of a value: its bounds, its pattern, its allowed values. */
export function rulesOf(schema: JsonSchema): Html {
  const rules = bounds
    .filter(([keyword]) => isBound(schema[keyword]))
    .map(([keyword, words]) =>
      keyword === 'minLength' && schema[keyword] === 1
        ? 'not empty'
        : words.replace('%', JSON.stringify(schema[keyword])),
    )
  const patterns = [schema, ...((schema['allOf'] ?? []) as JsonSchema[])].flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [pattern] : [],
  )
  const values = (schema['enum'] ?? []) as unknown[]
  return html`${when(rules.length > 0, () => html`<span class="rule">${rules.join(', ')}</span>`)}${each(patterns, (pattern) => html`<code class="rule wrap">${pattern}</code>`)}${allowed(values)}`
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
  const items = schema['type'] === 'array' ? ((schema['items'] ?? {}) as JsonSchema) : undefined
  if (items) return schemaTree(items)
  const properties = schema['properties'] as Members | undefined
  if (properties === undefined) return none
  const required = (schema['required'] ?? []) as string[]
  return html`<ul class="members">${each(Object.entries(properties), ([name, member]) => memberRow(name, member, required.includes(name)))}</ul>`
}

function kind(option: JsonSchema): Html {
  if (nameOf(option) !== undefined) return html`<p>${typeOf(option)}</p>`
  const type = (option['properties'] as Members | undefined)?.['type']
  const title = type && 'const' in type ? html`type <code>${type['const']}</code>` : typeOf(option)
  return html`<details class="kind"><summary>${title}</summary>${schemaTree(option)}</details>`
}

function memberRow(name: string, member: JsonSchema, required: boolean): Html {
  const { description } = member
  return html`<li><code class="name">${name}</code> <span class="unit">${typeOf(member)}</span>${when(required, () => html` <span class="needed">required</span>`)} ${rulesOf(member)}${when(description, () => html`<span class="told">${description}</span>`)}${schemaTree(member)}</li>`
}
