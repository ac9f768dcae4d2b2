import type { z } from 'zod'
import { pathParameter, refusalStatuses } from '../http/match.ts'
import type { Access, Family, Operation } from '../http/operation.ts'
import { meaningOf, responseSchema } from './error-schemas.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { sampleOf } from './sample.ts'

/** One operation of an OpenAPI 3.1 document. */
export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, OpenApiResponse | Reference>
}

/** A body of one media type. */
export interface Media {
  schema: JsonSchema
  example: unknown
}

export interface OpenApiResponse {
  description: string
  headers?: object
  content?: Record<string, Media>
}

export interface Reference {
  $ref: string
}

/** Components that the operations of a document refer to. */
export interface Shared {
  components: Components
  responses: Record<string, OpenApiResponse>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export const text = { type: 'string' }

function security(access: Access): Record<string, string[]>[] {
  if (access === 'open') return []
  if (access === 'control') return [{}, { controlToken: [] }]
  return access === 'secret_key' ? [{ secretKey: [] }] : [{ accessToken: [access.oauth] }]
}

/** A path as OpenAPI writes it: `/charges/{id}`. */
export const documentPath = (op: Operation): string => op.path.replace(pathParameter, '{$1}')

/** Describes one endpoint. Schemas and responses that it shares with others are added to `shared`. */
export function describeOperation(op: Operation, id: string, shared: Shared): OpenApiOperation {
  const { components } = shared
  const parameters = parametersOf(op, components)
  return {
    operationId: id,
    tags: [op.tag],
    summary: op.summary,
    description: [op.description, whoMayCall(op)].filter(Boolean).join(' '),
    security: security(op.access),
    ...(parameters.length > 0 && { parameters }),
    ...(op.body && { requestBody: requestBody(op, op.body, components) }),
    responses: Object.fromEntries([...successes(op, components), ...failures(op, shared)]),
  }
}

function whoMayCall({ access }: Operation): string {
  if (access === 'open') return 'Needs no credentials.'
  if (access === 'control') return 'Needs the control token if the emulator was started with one.'
  return access === 'secret_key' ? 'Needs the secret key.' : `Needs an access token with ${access.oauth}.`
}

/** A schema as the content of a body, with a generated example. `every`: the example has all members, as an answer does. */
export function media(schema: z.ZodType, components: Components, every: boolean): Media {
  const json = components.add(schema, every ? 'output' : 'input')
  return { schema: json, example: sampleOf(json, components.schemas, every) }
}

const bodyTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain' }

const requestBody = (op: Operation, schema: z.ZodType, components: Components) => ({
  required: op.bodyOptional !== true,
  content: { [bodyTypes[op.bodyType ?? 'json']]: media(schema, components, false) },
})

function parametersOf(op: Operation, components: Components): Parameter[] {
  const inPath = Array.from(op.path.matchAll(pathParameter), ([, name = '', rule]): Parameter => {
    const known = op.params?.[name]
    if (known !== undefined) return parameter(name, 'path', true, components.add(known, 'input'))
    const schema = rule === undefined ? text : { ...text, pattern: `^(?:${rule})$` }
    return { name, in: 'path', required: true, schema }
  })
  const query = op.query && components.add(op.query, 'input')
  const required = (query?.['required'] ?? []) as string[]
  const inQuery = Object.entries((query?.['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, schema]) => parameter(name, 'query', required.includes(name), schema),
  )
  const inHeaders = Object.entries(op.headers ?? {}).map(([name, schema]) =>
    parameter(name, 'header', !schema.isOptional(), components.add(schema, 'input')),
  )
  return [...inPath, ...inQuery, ...inHeaders]
}

function parameter(name: string, where: Parameter['in'], required: boolean, whole: JsonSchema): Parameter {
  const { description, ...schema } = whole
  return { name, in: where, required, ...(typeof description === 'string' && { description }), schema }
}

/** Headers of every answer of the service. */
const answerHeaders = (op: Operation): object => ({
  'X-Trace-Id': { description: 'As sent in the request, or generated', schema: text },
  'X-Emulator-Warning': {
    description: 'What was ignored in the request, such as unknown fields',
    schema: text,
  },
  ...(op.idempotent && {
    'X-Idempotency-Cache-Hit': {
      description: 'Present when the answer is the stored first answer to this key',
      schema: { const: 'true' },
    },
  }),
})

function* successes(op: Operation, components: Components): Iterable<[string, OpenApiResponse]> {
  const others = Object.entries(op.otherTypes ?? {}).map(([type, example]) => [
    type,
    { schema: text, example },
  ])
  for (const [status, schema] of Object.entries(op.responses))
    yield [
      status,
      {
        description: op.summary,
        ...(op.family !== 'control' && { headers: answerHeaders(op) }),
        content: {
          ...(schema && { 'application/json': media(schema, components, true) }),
          ...Object.fromEntries(others),
        },
      },
    ]
}

/** A refusal depends only on the family and the status, so each is in the document once. */
function* failures(op: Operation, { components, responses }: Shared): Iterable<[string, Reference]> {
  for (const status of refusalStatuses(op)) {
    const schema = responseSchema(op, status)
    if (!schema) continue
    const name = `${families[op.family]}Error${status}`
    responses[name] ??= {
      description: meaningOf(status),
      content: { 'application/json': media(schema, components, true) },
    }
    yield [String(status), { $ref: `#/components/responses/${name}` }]
  }
}

const families: Record<Family, string> = { service: '', control: '', v3: 'V3', oauth: 'OAuth' }
