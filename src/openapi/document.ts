import type { ZodType } from 'zod'
import { type EventType, eventTypes, type V3EventType } from '../domain/webhook/event-types.ts'
import type { Emulator } from '../emulator/emulator.ts'
import { endpointDefaults } from '../emulator/settings.ts'
import { version } from '../emulator/version.ts'
import type { Operation } from '../http/operation.ts'
import { eventPayloads } from '../wire/event-payloads.ts'
import { v3Payloads } from '../wire/v3-payloads.ts'
import type { Words } from '../wire/words.ts'
import {
  describeOperation,
  documentPath,
  media,
  type OpenApiOperation,
  type OpenApiResponse,
  type Parameter,
  text,
} from './describe.ts'
import { Components, type JsonSchema } from './json-schema.ts'

/** The parts of an OpenAPI 3.1 document that this project reads. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string; contact: object; license: object }
  servers: { url: string; description: string; variables?: object }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiOperation }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, OpenApiResponse>
    securitySchemes: Record<string, object>
  }
}

/** What each group of endpoints is for. */
const tags: Record<string, string> = {
  Authentication: 'OAuth 2.0 client credentials; any realm works.',
  Charges: 'Create charges and answer their next actions.',
  Customers: 'The payers.',
  'Payment methods': 'The payment methods of customers. Only first6 and last4 of a card number are stored.',
  Orders: 'Amounts held to be captured or voided later.',
  Orchestration: 'Create customer, payment method and charge or order in one call.',
  Refunds: 'Full and partial refunds of charges.',
  Settlements: 'Payouts to the merchant: charges without fees, refunds and chargebacks.',
  Chargebacks: 'Payments that their payers dispute.',
  'Virtual accounts': 'Bank accounts that customers pay in to; each payment becomes a charge.',
  Banks: 'Banks, their branches, operators of mobile money, and holders of accounts.',
  Fees: 'What a charge would cost.',
  Wallets: 'Balances of the merchant.',
  'v3 bills': 'Validate the details of a bill customer, and pay bills.',
  'v3 transfers': 'Pay out to bank accounts and saved beneficiaries.',
  'v3 banks': 'Banks and branches that transfers can go to.',
  'v3 beneficiaries': 'Saved payees of transfers.',
  'v3 balances': 'Balances that transfers are paid from.',
  'v3 payments': 'Hosted payments: a page on which the payer chooses a payment method.',
  'v3 charges': 'Charge a payer directly, or a card again by its token.',
  'v3 refunds': 'Refund transactions.',
  'v3 chargebacks': 'Payments that their payers dispute.',
  'v3 settlements': 'Payouts of collected money to the merchant.',
  'v3 virtual accounts': 'Bank accounts that payers transfer to; each payment becomes a transaction.',
  'v3 transactions': 'List and verify charges as v3 transactions.',
  Quickdocs: 'Descriptions of v3 endpoints.',
  Control: 'Controls the emulator: worlds, time, scenarios, webhooks, journal, report.',
  Documents: 'This description.',
  Emulator: 'Health checks.',
  Webhooks: "What the emulator posts to the merchant's endpoint.",
}

const webhookTag = 'Webhooks'

/** What of an emulator its documents depend on. */
export type Documented = Pick<Emulator, 'words' | 'settings'>

const described = new WeakMap<readonly Operation[], { document: OpenApi; of: string }>()

/**
 * The description of all endpoints and webhooks in the words of the emulated service, with addresses below `baseUrl`;
 * built on first use, and again for other words.
 */
export function openApi(
  operations: readonly Operation[],
  baseUrl: string,
  { words, settings }: Documented,
): OpenApi {
  const { header } = endpointDefaults(settings, words.vocabulary)
  const of = JSON.stringify([words.vocabulary, header])
  let known = described.get(operations)
  if (known?.of !== of) {
    known = { document: describeInterface(operations, words, header), of }
    described.set(operations, known)
  }
  const { document } = known
  return {
    ...document,
    info: { ...document.info, contact: { name: 'Interface reference', url: `${baseUrl}/_emulator/docs` } },
    servers: serversOf(baseUrl),
    components: { ...document.components, securitySchemes: securitySchemes(baseUrl) },
  }
}

function describeInterface(operations: readonly Operation[], words: Words, header: string): OpenApi {
  const components = new Components(words)
  const responses: Record<string, OpenApiResponse> = {}
  const paths: OpenApi['paths'] = {}
  const used = new Set<string>()
  for (const op of operations) {
    const path = documentPath(op)
    paths[path] ??= {}
    paths[path][op.method] = describeOperation(op, op.id, { components, responses })
    used.add(op.tag)
  }
  const webhooks = describeWebhooks(components, header)
  used.add(webhookTag)
  return {
    openapi: '3.1.0',
    info: {
      title: 'payment-emulator',
      version,
      description:
        'The interface of the emulated payment service, and, under /_emulator, the control interface of the emulator. Every path is also available under /w/{world}: each world has its own data, clock and webhooks.',
      contact: {},
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [],
    tags: Array.from(used, (name) => ({ name, description: tags[name] ?? '' })),
    paths,
    webhooks,
    components: { schemas: components.schemas, responses, securitySchemes: {} },
  }
}

/** The servers of the interface, with addresses below `baseUrl`. */
const serversOf = (baseUrl: string): OpenApi['servers'] => [
  { url: baseUrl, description: 'This world' },
  {
    url: `${baseUrl.replace(/\/w\/[^/]*$/, '')}/w/{world}`,
    description: 'Any world; created from the fixtures on first use',
    variables: { world: { default: 'default', description: '1 to 64 letters, digits, ".", "_" and "-"' } },
  },
]

const securitySchemes = (baseUrl: string): OpenApi['components']['securitySchemes'] => ({
  accessToken: {
    type: 'oauth2',
    description: 'An access token of the same world, valid for 600 seconds, or for --token-lifetime.',
    flows: {
      clientCredentials: {
        tokenUrl: `${baseUrl}/realms/emulator/protocol/openid-connect/token`,
        scopes: { 'payments:read': 'Read everything', 'payments:write': 'Create and change' },
      },
    },
  },
  secretKey: { type: 'http', scheme: 'bearer', description: 'The secret key of the v3 interface.' },
  controlToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Required only if the emulator was started with --control-token or EMULATOR_CONTROL_TOKEN.',
  },
})

/** What the emulator posts to the merchant's endpoint. */
function describeWebhooks(components: Components, header: string): OpenApi['webhooks'] {
  const describe = (name: string, summary: string, more: string, schema: ZodType) => {
    const post: OpenApiOperation = {
      operationId: `on${name.replace(/(?:^|[. ])(\w)/g, (_, first: string) => first.toUpperCase())}`,
      tags: [webhookTag],
      summary,
      description: `Sent one second after the event, unless a scenario says otherwise, and retried after 5 s, 30 s and 300 s until the endpoint answers 200. ${more}`,
      security: [],
      parameters: webhookHeaders(header),
      requestBody: { required: true, content: { 'application/json': media(schema, components, true) } },
      responses: { 200: { description: 'Confirms receipt; any other status causes a retry' } },
    }
    return [name, { post }] as const
  }
  const charge = Object.entries(eventPayloads).map(([type, schema]) =>
    describe(type, eventTypes[type as EventType].title, 'Every attempt has the same id.', schema),
  )
  const v3 = Object.entries(v3Payloads).map(([type, schema]) => {
    const { title, v3: name } = eventTypes[type as V3EventType]
    const more = `Sent as ${name} to endpoints of form "v3", which get events of charges and transfers only.`
    return describe(`v3 ${type}`, `${title}, in v3 form`, more, schema)
  })
  return Object.fromEntries([...charge, ...v3])
}

const webhookHeaders = (signature: string): Parameter[] => [
  {
    name: signature,
    in: 'header',
    required: false,
    description:
      'hmac-sha256 of the raw body with the secret of the endpoint, base64. Depending on the endpoint it can instead be the secret itself (the default for form "v3") or the headers of Standard Webhooks. The header name is configurable.',
    schema: text,
  },
  {
    name: 'X-Emulator-World',
    in: 'header',
    required: true,
    description: 'The world that the event belongs to',
    schema: text,
  },
]
