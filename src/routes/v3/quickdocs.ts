import { z } from 'zod'
import { Refusal } from '../../domain/kernel/errors.ts'
import { operationsAt, pathParameter } from '../../http/match.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { adviceBelow } from '../unsupported.ts'
import { fieldsOf, sampleOf } from './sample.ts'

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
  .meta({ id: 'EndpointDescription', description: 'What quickdocs says of an endpoint' })

/** The parts of a request of an endpoint: what stands in its path, in its query and in its body. */
const partsOf = (op: Operation): z.ZodType[] =>
  [op.params && z.object(op.params), op.query, op.body].filter((part) => part !== undefined)

/** Where the fields of the request stand; those of the path are named beside the others. */
const requestType = (op: Operation): z.infer<typeof QuickDoc>['request_spec']['type'] =>
  op.body ? 'post_body' : op.query ? 'query_params' : op.params ? 'path_params' : 'none'

/** All that quickdocs says, made from the schemas that check the request and the answer. */
function describe(op: Operation): z.input<typeof QuickDoc> {
  const parts = partsOf(op)
  const [answer] = Object.values(op.responses)
  return {
    description: op.description ?? op.summary,
    endpoint: `${op.method.toUpperCase()} ${op.path.replace(pathParameter, '{$1}')}`,
    request_spec: {
      type: requestType(op),
      spec: Object.assign({}, ...parts.map(fieldsOf)),
    },
    sample_request: Object.assign({}, ...parts.map((part) => sampleOf(part, 'input'))),
    sample_response: sampleOf(answer as z.ZodType, 'output') as Record<string, unknown>,
  }
}

const Asked = z.object({
  method: z
    .enum(['get', 'post', 'put', 'delete'])
    .optional()
    .describe('Of an endpoint that this request cannot name by its own method'),
})

/** Where they stand: an endpoint is named by its path, and by its method where the path has several. */
const addresses = [
  ['describeEndpoint', 'get', '/meta/:path{.+}'],
  ['describeEndpointByPost', 'post', '/meta/:path{.+}'],
  ['describeV3Endpoint', 'get', '/v3/meta/:path{.+}'],
  ['describeV3EndpointByPost', 'post', '/v3/meta/:path{.+}'],
] as const

/** Descriptions of endpoints, under `/meta` in front of their path, with or without `/v3`. */
export function quickdocs(described: readonly Operation[]): Operation[] {
  const known = new Map<Operation, z.input<typeof QuickDoc>>()
  const descriptionOf = (op: Operation): z.input<typeof QuickDoc> => {
    const description = known.get(op) ?? describe(op)
    known.set(op, description)
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
      handle: ({ param, query }) => {
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
        return reply(200, descriptionOf(op))
      },
    }),
  )
}
