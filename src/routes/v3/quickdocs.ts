import * as z from 'zod'
import { Refusal } from '../../domain/kernel/errors.ts'
import { operationsAt, pathParameter } from '../../http/match.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { Components, type Direction, type JsonSchema } from '../../openapi/json-schema.ts'
import { sampleOf as jsonSample, resolve } from '../../openapi/sample.ts'
import type { Words } from '../../wire/words.ts'
import { adviceBelow } from '../unsupported.ts'

/** contract, Endpoint description (quickdocs). */
const QuickDoc = z
  .strictObject({
    description: z.string(),
    endpoint: z.string().describe('Method and path'),
    request_spec: z.strictObject({
      type: z.enum(['post_body', 'query_params', 'path_params', 'none']),
      spec: z.record(z.string(), z.string()).describe('Field name to explanation'),
    }),
    sample_request: z.record(z.string(), z.unknown()),
    sample_response: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EndpointDescription', description: 'Description of an endpoint' })

/** The schemas of a request: path parameters, query and body. */
const partsOf = (op: Operation): z.ZodType[] =>
  [op.params && z.object(op.params), op.query, op.body].filter((part) => part !== undefined)

/** Where the fields of a request are sent. Path parameters are listed along with the other fields. */
const requestType = (op: Operation): z.infer<typeof QuickDoc>['request_spec']['type'] =>
  op.body ? 'post_body' : op.query ? 'query_params' : op.params ? 'path_params' : 'none'

/** Describes an endpoint from the schemas that validate its requests and answers. */
function describe(op: Operation, words: Words): z.input<typeof QuickDoc> {
  const parts = partsOf(op)
  const [answer] = Object.values(op.responses)
  return {
    description: op.description ?? op.summary,
    endpoint: `${op.method.toUpperCase()} ${op.path.replace(pathParameter, '{$1}')}`,
    request_spec: {
      type: requestType(op),
      spec: Object.assign({}, ...parts.map((part) => fieldsOf(part, words))),
    },
    sample_request: Object.assign({}, ...parts.map((part) => sampleOf(part, 'input', words))),
    sample_response: sampleOf(answer as z.ZodType, 'output', words) as Record<string, unknown>,
  }
}

const Asked = z.object({
  method: z
    .enum(['get', 'post', 'put', 'delete'])
    .optional()
    .describe('Method of the described endpoint; by default the method of this request'),
})

/** Where quickdocs is served: an endpoint is identified by its path, and by its method if the path has several. */
const addresses = [
  ['describeEndpoint', 'get', '/meta/:path{.+}'],
  ['describeEndpointByPost', 'post', '/meta/:path{.+}'],
  ['describeV3Endpoint', 'get', '/v3/meta/:path{.+}'],
  ['describeV3EndpointByPost', 'post', '/v3/meta/:path{.+}'],
] as const

/** Serves descriptions of endpoints at `/meta` followed by their path, with or without `/v3`. */
export function quickdocs(described: readonly Operation[]): Operation[] {
  const known = new WeakMap<Words, Map<Operation, z.input<typeof QuickDoc>>>()
  const descriptionOf = (op: Operation, words: Words): z.input<typeof QuickDoc> => {
    const descriptions = known.get(words) ?? new Map<Operation, z.input<typeof QuickDoc>>()
    known.set(words, descriptions)
    const description = descriptions.get(op) ?? describe(op, words)
    descriptions.set(op, description)
    return description
  }
  return addresses.map(([id, method, path]) =>
    operation({
      id,
      method,
      path,
      family: 'v3',
      access: 'secret_key',
      tag: 'Quickdocs',
      summary: 'Describe an endpoint of v3',
      query: Asked,
      responses: { 200: QuickDoc },
      refusals: [404],
      handle: ({ param, query, emulator }) => {
        const asked = `/v3/${param('path').replace(/^v3\//, '')}`
        const found = operationsAt(described, asked)
        const op = found.find((one) => one.method === (query.method ?? method)) ?? found[0]
        if (op === undefined) {
          const advice = adviceBelow((query.method ?? method).toUpperCase(), asked)
          throw new Refusal(
            'not_found',
            `there is no endpoint ${asked.slice(0, 200)}${advice === undefined ? '' : `. ${advice}`}`,
          )
        }
        return reply(200, descriptionOf(op, emulator.words))
      },
    }),
  )
}

/** Explains each field of an object schema: whether it is required, what it means, which values it allows. */
function fieldsOf(schema: z.ZodType, words: Words): Record<string, string> {
  const components = new Components(words)
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
function sampleOf(schema: z.ZodType, io: Direction, words: Words): unknown {
  const components = new Components(words)
  return jsonSample(components.add(schema, io), components.schemas, io === 'output')
}
