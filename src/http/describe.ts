import type { Components, JsonSchema } from './json-schema.ts'
import { pathParameter, refusalStatuses, responseSchema } from './match.ts'
import type { Access, Family, Operation } from './operation.ts'

/** One operation of an OpenAPI 3.1 document. */
export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema?: JsonSchema }> }
  >
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

/** Describes one endpoint; what it shares with others goes into the components. */
export function describeOperation(op: Operation, components: Components): OpenApiOperation {
  const parameters = parametersOf(op, components)
  return {
    operationId: operationId(op.method, documentPath(op)),
    tags: [op.tag],
    summary: op.summary,
    ...(op.description !== undefined && { description: op.description }),
    security: security(op.access),
    ...(parameters.length > 0 && { parameters }),
    ...(op.body && { requestBody: requestBody(op, components.add(op.body, 'input')) }),
    responses: Object.fromEntries([...successes(op, components), ...failures(op, components)]),
  }
}

/** A name for a method and a path that no other operation has. */
export const operationId = (method: string, path: string): string =>
  method +
  path
    // A path that differs from another one by its last slash only.
    .replace(/(.)\/$/, '$1/slash')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const bodyTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain' }

const requestBody = (op: Operation, schema: JsonSchema) => ({
  required: op.bodyOptional !== true,
  content: { [bodyTypes[op.bodyType ?? 'json']]: { schema } },
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
  'X-Trace-Id': { description: 'As it was sent, or made up', schema: text },
  'X-Emulator-Warning': { description: 'What was ignored, such as unknown fields', schema: text },
  ...(op.idempotent && {
    'X-Idempotency-Cache-Hit': {
      description: 'The first answer to this key, given again',
      schema: { const: 'true' },
    },
  }),
})

function* successes(
  op: Operation,
  components: Components,
): Iterable<[string, OpenApiOperation['responses'][string]]> {
  for (const [status, schema] of Object.entries(op.responses))
    yield [
      status,
      {
        description: op.summary,
        ...(op.family !== 'control' && { headers: answerHeaders(op) }),
        content:
          schema === null
            ? { '*/*': {} }
            : { 'application/json': { schema: components.add(schema, 'output') } },
      },
    ]
}

const reasons: Record<number, string> = {
  400: 'The request is malformed, or a field breaks a rule',
  401: 'Credentials are missing, wrong or expired',
  403: 'The client lacks the permission',
  404: 'There is nothing of this id',
  409: 'The request conflicts with another one, or with the state',
  413: 'The body is over the limit',
  429: 'A limit is reached, or the scenario key asks for it',
  500: 'The emulator has a fault, or the scenario key asks for it',
  503: 'The heap is nearly full, or the scenario key asks for it',
}

const familyNotes: Partial<Record<Family, string>> = { oauth: ' (RFC 6749, 5.2)' }

function* failures(
  op: Operation,
  components: Components,
): Iterable<[string, OpenApiOperation['responses'][string]]> {
  for (const status of refusalStatuses(op)) {
    const schema = responseSchema(op, status)
    if (schema)
      yield [
        String(status),
        {
          description: `${reasons[status] ?? 'The scenario key asks for it'}${familyNotes[op.family] ?? ''}`,
          content: { 'application/json': { schema: components.add(schema, 'output') } },
        },
      ]
  }
}
