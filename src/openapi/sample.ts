import type { JsonSchema } from './json-schema.ts'

/** The deepest nesting of a sample, which bounds recursive schemas. */
const deepest = 12

/** Example texts by property name, for schemas without an example. */
const texts: Record<string, string> = {
  accepted: '123456',
  agreement_id: 'agr-sample-1',
  answer: 'otp',
  body: '{"status":"success"}',
  callback_url: 'https://merchant.example/transfers',
  card_holder_name: 'Adaobi Okafor',
  charge_id: 'chg_sample00000001',
  client_ip: '192.0.2.10',
  command: 'charge.timer',
  currency: 'NGN',
  customer_id: 'cus_adaobi0001',
  delivery_id: 'dlv_sample00000001',
  instance: 'payments-0/1',
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  description: 'What it does, in a sentence',
  details: 'answer with authorization.type "otp"',
  device_fingerprint: 'fp-sample',
  emulator: '0.1.0',
  ended: 'worker-3',
  endpoint: 'POST /v3/transfers',
  endpoint_id: 'whe_sample00000001',
  error: 'connection refused',
  event_id: 'wbk_sample00000001',
  header: 'X-Webhook-Signature',
  id: 'sample00000001',
  issuer: 'http://localhost:4290/realms/sandbox',
  jwks_uri: 'http://localhost:4290/realms/sandbox/protocol/openid-connect/certs',
  key: 'scenario:auth_otp',
  kid: 'sample-key-id',
  line2: 'Block B',
  message: 'Success',
  method: 'POST',
  name: 'default',
  next_action: 'requires_otp',
  note: 'The charge was created',
  object_id: 'chg_sample00000001',
  order_id: 'ord_sample00000001',
  path: '/charges',
  payer_url: 'http://localhost:4290/_emulator/pay/chg_sample00000001',
  payment_method_id: 'pmd_card000001',
  problems: 'late-payer: steps.0.ask must be one of the next actions',
  reason: 'amount: must be at least 0.01',
  redirect_url: 'https://merchant.example/paid',
  reference: 'order-2030-0001',
  rejected: '000000',
  request_body: '{"amount":1500.5}',
  reset: 'default',
  result: 'no_action_taken (28), charge failed',
  response_body: '{"status":"success"}',
  scenario: 'scenario:auth_otp',
  secret: '****cdef',
  seed: 'seed-0001',
  sets: 'steps',
  source: 'card/pin.yaml',
  status: 'delivered',
  steps: 'asks for an OTP',
  title: 'The issuer asks for an OTP',
  token_endpoint: 'http://localhost:4290/realms/sandbox/protocol/openid-connect/token',
  trace_id: 'trace_sample00000001',
  type: 'charge.completed',
  unused: 'issuer:do_not_honor',
  url: 'https://merchant.example/webhooks',
  version: '0.1.0',
  warnings: 'unknown field colour was ignored',
  what: 'advanced by 1s',
  when: 'expires after 10m',
  webhook_id: 'wbk_sample00000001',
  world: 'default',
}

interface Parts {
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  minLength?: number
}

/** Resolves a reference; returns any other schema unchanged. */
export function resolve(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name === undefined ? schema : { ...schemas[name], ...schema }
}

/**
 * Builds a valid value from the examples in a schema. `every`: include all members (an answer); otherwise only those that
 * are required or have an example (a request). `name`: the property name of the value.
 */
export function sampleOf(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  every: boolean,
  name = '',
  depth = 0,
): unknown {
  const whole = resolve(schema, schemas)
  const part = whole as Parts
  if (part.examples !== undefined) return part.examples[0]
  if ('const' in whole) return whole['const']
  if (part.default !== undefined) return part.default
  if (part.enum !== undefined) return part.enum[0]
  if (depth > deepest) return null
  const inner = (value: JsonSchema, member = name): unknown =>
    sampleOf(value, schemas, every, member, depth + 1)
  if (part.properties !== undefined) {
    const together = part.anyOf?.[0] as Parts | undefined
    const required = [...(part.required ?? []), ...(together?.required ?? [])]
    const members = Object.entries(part.properties).filter(
      ([name, member]) => every || required.includes(name) || hasExample(member, schemas),
    )
    return Object.fromEntries(members.map(([name, member]) => [name, inner(member, name)]))
  }
  const [option] = part.oneOf ?? part.anyOf ?? part.allOf ?? []
  if (option !== undefined) return inner(option)
  if (part.type === 'array') return part.items === undefined ? [] : [inner(part.items)]
  return plain(part, name)
}

function plain({ type, minimum, minLength }: Parts, name: string): unknown {
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
      return (texts[name] ?? 'text').padEnd(minLength ?? 0, '-')
    default:
      return {}
  }
}

const hasExample = (member: JsonSchema, schemas: Record<string, JsonSchema>): boolean =>
  'examples' in resolve(member, schemas)
