import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { eventTypeNames } from '../../src/domain/webhook/event-types.ts'
import { pathParameter } from '../../src/http/match.ts'
import type { Operation } from '../../src/http/operation.ts'
import { documentPath } from '../../src/openapi/describe.ts'
import { type OpenApi, openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { harness, origin } from '../harness.ts'
import { usual } from '../support/document.ts'

const document = (): OpenApi => JSON.parse(JSON.stringify(openApi(operations, origin, usual)))

test('The description is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...document() })
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('Every schema in the description is a JSON Schema', () => {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
  addFormats.default(ajv)
  const schemas: [string, object][] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}/${key}`
      if (key === 'schema' || path.endsWith('/components/schemas')) schemas.push([at, inner])
      else walk(inner, at)
    }
  }
  walk(document(), '')
  expect(schemas.length).toBeGreaterThan(operations.length)
  for (const [place, schema] of schemas) expect(ajv.validateSchema(schema), place).toBe(true)
})

test('Every reference leads somewhere', () => {
  const { components } = document()
  const there = [
    ...Object.keys(components.schemas).map((name) => `schemas/${name}`),
    ...Object.keys(components.responses).map((name) => `responses/${name}`),
  ]
  const references = Array.from(
    JSON.stringify(document()).matchAll(/"#\/components\/([^"]+)"/g),
    ([, name]) => name,
  )
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter((name) => !there.includes(name ?? ''))).toEqual([])
})

test('The OpenAPI document describes every endpoint except pages, each with its own id', () => {
  const { paths } = document()
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((op) => op.operationId))
  expect(ids).toHaveLength(operations.length)
  expect(new Set(ids).size).toBe(ids.length)
  for (const op of operations)
    expect(paths[documentPath(op)]?.[op.method]).toMatchObject({ operationId: op.id, summary: op.summary })
})

/** What methods do, by the first word of the operation id, with verbs of the service. */
const verbs: Record<Operation['method'], RegExp> = {
  get: /^(list|get|verify|validate|inspect|explain|describe|check|stream)[A-Z]/,
  post: /^(create|search|describe|advance|play|populate|redeliver|hold|release|reload|reset|resolve|restore|revoke|set|start|stop|undo|validate)[A-Z]/,
  put: /^(update|set|restore)[A-Z]/,
  delete: /^delete[A-Z]/,
}

test('An id begins with a verb that fits its method', () => {
  for (const { id, method } of operations) expect(id).toMatch(verbs[method])
  for (const id of ['createCharge', 'listCharges', 'getCharge', 'updateCharge', 'advanceClock', 'resetWorld'])
    expect(operations.map((op) => op.id)).toContain(id)
})

test('Every union names its discriminator and a schema for each value', () => {
  const { components } = document()
  const unions: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { oneOf, discriminator } = value as { oneOf?: object[]; discriminator?: object }
    if (oneOf !== undefined) {
      unions.push(place)
      const mapping = (discriminator as { mapping?: Record<string, string> } | undefined)?.mapping ?? {}
      expect(oneOf, place).toEqual(Object.values(mapping).map(($ref) => ({ $ref })))
      const { propertyName } = discriminator as { propertyName: string }
      for (const [kind, $ref] of Object.entries(mapping))
        expect(components.schemas[$ref.split('/').at(-1) ?? '']).toMatchObject({
          properties: { [propertyName]: { const: kind } },
        })
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${place}/${key}`)
  }
  walk(document(), '')
  expect(unions.map((place) => place.split('/').at(-1)).sort()).toEqual([
    'Authorization',
    'ChargeAuthorization',
    'DirectPaymentMethod',
    'NewPaymentMethod',
    'NextAction',
    'OrderAuthorization',
    'PaymentMethod',
    'V3Authorization',
  ])
})

test('Endpoints that refuse requests by their origin document it', async () => {
  const { paths } = document()
  const guarded = operations.filter(({ family, access }) => family === 'control' && access === 'control')
  expect(guarded.length).toBeGreaterThan(20)
  for (const op of guarded)
    expect(paths[documentPath(op)]?.[op.method]?.responses[403]).toEqual({
      $ref: '#/components/responses/Error403',
    })
  const { status } = await harness().get('/_emulator/clock', { origin: 'https://elsewhere.example' })
  expect(status).toBe(403)
})

test('Every parameter of a path is described', () => {
  const { paths } = document()
  for (const op of operations) {
    const names = Array.from(op.path.matchAll(pathParameter), ([, name]) => name)
    const described = paths[documentPath(op)]?.[op.method]?.parameters?.filter((it) => it.in === 'path') ?? []
    expect(described.map((it) => it.name)).toEqual(names)
  }
})

test('Creating a charge is described with its headers, its fields and its refusals', () => {
  const create = document().paths['/charges']?.['post']
  expect(create?.parameters?.map(({ name }) => name)).toEqual([
    'X-Trace-Id',
    'X-Scenario-Key',
    'X-Idempotency-Key',
  ])
  expect(create?.parameters?.find(({ name }) => name === 'X-Scenario-Key')).toMatchObject({
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 1000 },
  })
  expect(create?.security).toEqual([{ accessToken: ['payments:write'] }])
  expect(create?.requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['amount', 'currency', 'reference', 'customer_id', 'payment_method_id'],
    properties: { amount: { type: 'number', minimum: 0.01 }, reference: { minLength: 6, maxLength: 42 } },
  })
  expect(Object.keys(create?.responses ?? {})).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '409', '413', '429', '500']),
  )
})

test('The parameters of lists are whole numbers within their bounds', () => {
  const list = document().paths['/customers']?.['get']
  const size = list?.parameters?.find(({ name }) => name === 'size')
  expect(size).toMatchObject({
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 10, maximum: 50, default: 10 },
  })
})

test('Every event is described as a webhook under the name that the contract gives its payload', () => {
  const { webhooks, components } = document()
  const inV3 = ['v3 charge.completed', 'v3 transfer.disburse', 'v3 transfer.reversal']
  expect(Object.keys(webhooks)).toEqual([...eventTypeNames, ...inV3])
  for (const name of [
    'charge_completed_webhook_payload',
    'transfer_disburse_webhook_payload',
    'transfer_reversal_webhook_payload',
    'order_authorization_webhook_payload',
    'refund_completed_webhook_payload',
  ])
    expect(components.schemas[name]).toMatchObject({
      required: ['webhook_id', 'id', 'timestamp', 'type', 'data'],
    })
})

test('It is served for the address that the reader came by', async () => {
  const t = harness().in('worker-7')
  const { status, body } = await t.get<OpenApi>('/_emulator/openapi.json')
  expect(status).toBe(200)
  expect(body.servers.map(({ url }) => url)).toEqual([`${origin}/w/worker-7`, `${origin}/w/{world}`])
  expect(JSON.stringify(body.components.securitySchemes)).toContain(`${origin}/w/worker-7/realms/`)
  expect((await harness().get<OpenApi>('/_emulator/openapi.json')).body.servers[0]?.url).toBe(origin)
})
