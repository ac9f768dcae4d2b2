import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { type PaymentMethodType, paymentMethodTypes } from '../../src/domain/kernel/enums.ts'
import type { OpenApi } from '../../src/openapi/document.ts'
import { type Harness, harness, ids } from '../harness.ts'
import { wrongBody } from '../support/document.ts'
import { madeUp } from '../support/vocabulary.ts'

const words = madeUp.paymentMethodTypes

/** The required details of each payment method type. */
const members: Record<PaymentMethodType, object> = {
  card: { number: '4187427415564246', expiry_month: 8, expiry_year: 2032 },
  bank_account: {},
  mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
  walletpay: {},
  devicewallet_a: {},
  devicewallet_b: {},
  ussd: { account_bank: '058' },
  bank_transfer: { account_type: 'dynamic' },
}

const service = (more: object = {}): Harness => harness({ fixtures: { vocabulary: madeUp }, ...more })

interface One {
  data: Record<string, unknown>
}

/** Creates a payment method; returns its data. */
async function made(t: Harness, body: object): Promise<Record<string, unknown>> {
  const { status, body: answer, text } = await t.post<One>('/payment-methods', body)
  expect(status, text).toBe(201)
  return answer.data
}

const event = (t: Harness): { data: Record<string, unknown> } => JSON.parse(t.webhooks.at(-1)?.text ?? '{}')

describe('with a vocabulary', () => {
  test.each(paymentMethodTypes)(
    'a %s is created by either word, and shown, charged and listed by that of the service',
    async (type) => {
      const t = service()
      const word = words[type]
      const pairs = [
        [type, type],
        [word, word],
        [word, type],
        [type, word],
      ] as const
      for (const [named, member] of pairs) {
        const body = { type: named, customer_id: ids.customer, [member]: members[type] }
        const method = await made(t, body)
        expect(method).toMatchObject({ type: word, [word]: {} })
        expect(method).not.toHaveProperty(type)
        const { data } = (await t.get<One>(`/payment-methods/${method['id']}`)).body
        expect(data).toEqual(method)
        const charge = await t.created({ payment_method_id: method['id'] })
        expect(charge['payment_method_details']).toEqual(method)
        const seen = await t.get<{ charge: object }>(`/_emulator/charges/${charge['id']}`)
        expect(seen.body.charge).toMatchObject({ payment_method_details: method })
      }
      for (const query of [type, word]) {
        const { body } = await t.get<{ data: { type: string }[] }>(`/payment-methods?type=${query}&size=50`)
        expect(body.data.length).toBeGreaterThanOrEqual(pairs.length)
        expect(new Set(body.data.map((method) => method.type))).toEqual(new Set([word]))
      }
    },
  )

  test('orders and lists show the words of the service too', async () => {
    const t = service()
    const body = { amount: 900, currency: 'NGN', reference: 'order-voc-1', customer_id: ids.customer }
    const order = await t.post<One>('/orders', { ...body, payment_method_id: ids.card })
    for (const { data } of [order.body, (await t.get<One>(`/orders/${order.body.data['id']}`)).body])
      expect(data['payment_method_details']).toMatchObject({ type: 'plastic', plastic: { last4: '4246' } })
    const list = await t.get<{ data: One['data'][] }>('/orders')
    expect(list.body.data[0]?.['payment_method_details']).toMatchObject({ type: 'plastic' })
    const charges = await t.get<{ data: One['data'][] }>('/charges')
    expect(charges.body.data[0]?.['payment_method_details']).toMatchObject({ type: 'plastic' })
  })

  test('what the merchant wrote stays as it is', async () => {
    const t = service()
    const meta = { card: 'card', type: 'mobile_money', service_ref: 'mine', plastic: 'plastic' }
    const method = await made(t, { type: 'plastic', customer_id: ids.customer, card: members.card, meta })
    expect(method['meta']).toEqual(meta)
    const charge = await t.created({ meta, reference: 'service-ref-card', payment_method_id: method['id'] })
    expect(charge['meta']).toEqual(meta)
    await t.advance('1s')
    expect(event(t).data['meta']).toEqual(meta)
    const { data } = (await t.get<One>('/v3/transactions/1000001/verify')).body
    expect([data['meta'], data['tx_ref']]).toEqual([meta, 'service-ref-card'])
  })

  test('a refusal names fields as they were sent, and types in the words of the service', async () => {
    const t = service()
    const refused = async (body: object) => {
      const answer = await t.post<{
        error: { validation_errors: { field_name: string; message: string }[] }
      }>('/payment-methods', body)
      expect(answer.status, answer.text).toBe(400)
      return answer.body.error.validation_errors
    }
    const wrong = { network: 'MTN', country_code: 'x', phone_number: '201234567' }
    const field = 'country_code'
    expect(await refused({ type: 'momo', momo: wrong })).toMatchObject([{ field_name: `momo.${field}` }])
    expect(await refused({ type: 'momo', mobile_money: wrong })).toMatchObject([
      { field_name: `mobile_money.${field}` },
    ])
    expect(await refused({ type: 'mobile_money' })).toMatchObject([{ field_name: 'momo' }])
    const nonce = { nonce: 'a1B2c3D4e5F6', encrypted_card_number: 'AAAA' }
    const sealed = { ...nonce, encrypted_expiry_month: 'AAAA', encrypted_expiry_year: 'AAAA' }
    expect((await refused({ type: 'plastic', plastic: sealed }))[0]?.field_name).toMatch(/^plastic\./)
    const [type] = await refused({ type: 'plastik' })
    expect(type?.message).toContain('did you mean plastic?')
    for (const word of Object.values(words)) expect(type?.message).toContain(word)
    for (const word of paymentMethodTypes) expect(type?.message).not.toContain(word)
    const query = await t.get('/payment-methods?type=plastik')
    expect(query.text).toContain('did you mean plastic?')
  })

  test('a field that is not known is named in the word that was sent', async () => {
    const t = service()
    const { headers } = await t.post('/payment-methods', {
      type: 'plastic',
      plastic: { ...members.card, colour: 'red' },
    })
    expect(headers.get('x-emulator-warning')).toBe('unknown field plastic.colour was ignored')
  })

  test('the journal masks a card number under any word', async () => {
    const t = service()
    await made(t, { type: 'plastic', plastic: members.card })
    const { text } = await t.get('/_emulator/requests')
    expect(text).toContain('plastic')
    expect(text).not.toContain('4187427415564246')
  })

  test('a rule with the type of the contract is for requests in either word', async () => {
    const t = service()
    const rule = { key: 'issuer:do_not_honor', when: { payment_method: 'card' } }
    expect((await t.post('/_emulator/rules', rule)).status).toBe(201)
    const { id } = await made(t, { type: 'plastic', customer_id: ids.customer, plastic: members.card })
    expect(await t.created({ payment_method_id: id })).toMatchObject({ status: 'failed' })
  })

  test('an idempotency key replays the same answer', async () => {
    const t = service()
    const body = { type: 'plastic', customer_id: ids.customer, plastic: members.card }
    const headers = { 'x-idempotency-key': 'vocabulary-key-0001' }
    const first = await t.post('/payment-methods', body, headers)
    const again = await t.post('/payment-methods', body, headers)
    expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
    expect(again.text).toBe(first.text)
  })

  test('webhooks have its words and are signed in its header', async () => {
    const t = service()
    await t.created({ payment_method_id: ids.card })
    await t.advance('1s')
    const [sent] = t.webhooks
    expect(sent?.headers).toHaveProperty('X-Made-Up-Signature')
    expect(sent?.headers).not.toHaveProperty('X-Webhook-Signature')
    for (const member of ['payment_method_details', 'payment_method'])
      expect(event(t).data[member]).toMatchObject({ type: 'plastic', plastic: { last4: '4246' } })
    expect(wrongBody('charge_completed_webhook_payload', event(t), t.emulator)).toBeUndefined()
    const listed = await t.get<{ events: { event: object }[] }>('/_emulator/webhooks/events')
    expect(listed.body.events[0]?.event).toEqual(event(t))
    const { body } = await t.get<{ defaults: { header: string } }>('/_emulator/webhooks/endpoints')
    expect(body.defaults.header).toBe('X-Made-Up-Signature')
  })

  test('the header of the command line takes precedence over that of the vocabulary', async () => {
    const t = service({ settings: { webhookHeader: 'X-Flag' } })
    await t.created({ payment_method_id: ids.card })
    await t.advance('1s')
    expect(t.webhooks[0]?.headers).toHaveProperty('X-Flag')
  })

  test('v3 shows its own reference under the name of the service, in answers and webhooks', async () => {
    const t = service({ settings: { webhookForm: 'v3' } })
    await t.created({ payment_method_id: ids.card })
    await t.advance('1s')
    const { data } = (await t.get<One>('/v3/transactions/1000001/verify')).body
    expect(data['made_up_ref']).toMatch(/^ref_/)
    expect(data).not.toHaveProperty('service_ref')
    expect(event(t).data['made_up_ref']).toBe(data['made_up_ref'])
    expect(event(t).data).not.toHaveProperty('service_ref')
    expect(wrongBody('charge_completed_v3_webhook_payload', event(t), t.emulator)).toBeUndefined()
    const list = await t.get<{ data: object[] }>('/v3/transactions')
    expect(list.body.data[0]).toEqual(data)
  })

  test('a direct charge in v3 has its words for what the payer pays with', async () => {
    const t = service()
    const send = (type: string) =>
      t.post<{ message: string }>(
        `/v3/charges?type=${type}`,
        { tx_ref: `order-by-${type}`, amount: 1500, currency: 'NGN', email: 'adaobi@example.com' },
        { authorization: 'Bearer sk_sandbox' },
      )
    for (const type of [words.walletpay, words.devicewallet_a, 'devicewallet_a'])
      expect((await send(type)).status).toBe(200)
    expect((await send('unknown')).body.message).toMatch(/gadget_one.*gadget-two/)
    expect((await send('unknown')).body.message).not.toContain('devicewallet')
  })

  test.each(['charge', 'v3'] as const)('a sample event in form %s has its words', async (webhookForm) => {
    const t = service({ settings: { webhookForm } })
    await t.post('/_emulator/webhooks/events', { type: 'charge.completed' })
    await t.advance('1s')
    const name = webhookForm === 'charge' ? 'charge_completed' : 'charge_completed_v3'
    expect(wrongBody(`${name}_webhook_payload`, event(t), t.emulator)).toBeUndefined()
  })

  test('an event that a tester wrote is sent as it is', async () => {
    const t = service()
    const data = { payment_method_details: { id: 'x', type: 'card', card: {} } }
    await t.post('/_emulator/webhooks/events', { type: 'charge.completed', data })
    await t.advance('1s')
    expect(event(t).data).toEqual(data)
  })

  test('quickdocs show its reference', async () => {
    const { text } = await service().get('/v3/meta/transactions/verify_by_reference')
    expect(text).toContain('made_up_ref')
    expect(text).not.toContain('service_ref')
  })

  test('the dashboard, the pages of payers and the test data show its words', async () => {
    const t = service()
    const { id } = await t.created({ payment_method_id: ids.card }, 'scenario:auth_3ds')
    const page = async (path: string): Promise<string> => (await t.fetch(path)).text()
    expect(await page('/_emulator/ui/charges')).toContain('<td>plastic</td>')
    expect(await page('/_emulator/ui/charges?method=card')).toContain('<td>plastic</td>')
    expect(await page(`/_emulator/ui/charges/${id}`)).toContain('Plastic')
    expect(await page(`/_emulator/pay/${id}`)).toContain('<dt>Plastic</dt>')
    expect(await page('/_emulator/docs/test-data')).toContain('<td>Momo</td>')
    expect(await page('/_emulator/ui/time')).toContain('plastic')
    expect(await page('/_emulator/ui/webhooks')).toContain('X-Made-Up-Signature')
    const docs = await page('/_emulator/docs')
    for (const shown of ['plastic', 'made_up_ref', 'X-Made-Up-Signature']) expect(docs).toContain(shown)
    expect(docs).not.toContain('service_ref')
  })

  test('a snapshot has the words of the contract, so that it fits any vocabulary', async () => {
    const t = service()
    const body = { amount: 5, currency: 'NGN', reference: 'voc-0001', customer_id: ids.customer }
    const headers = { 'x-idempotency-key': 'vocabulary-key-0002' }
    const request = { ...body, payment_method_id: ids.card }
    const charge = await t.post<One>('/charges', request, headers)
    const { body: snapshot } = await t.get<{ state: object }>('/_emulator/state')
    expect(JSON.stringify(snapshot.state)).not.toContain('plastic')
    for (const [to, word] of [
      [harness(), 'card'],
      [service(), 'plastic'],
    ] as const) {
      expect((await to.put('/_emulator/state', snapshot)).status).toBe(200)
      const details = { payment_method_details: { type: word, [word]: { last4: '4246' } } }
      expect(await to.seen(String(charge.body.data['id']))).toMatchObject(details)
      const again = await to.post<One>('/charges', request, headers)
      expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
      expect(again.body.data).toMatchObject(details)
    }
  })

  test('the emulators of one process have a vocabulary each', async () => {
    const [t, plain] = [service(), harness()]
    const types = [t, plain, t].map(async (one) => (await one.get<One>(`/payment-methods/${ids.card}`)).body)
    expect((await Promise.all(types)).map(({ data }) => data['type'])).toEqual(['plastic', 'card', 'plastic'])
    const paths = [plain, t, plain].map(async (one) => (await one.get('/_emulator/openapi.json')).text)
    expect((await Promise.all(paths)).map((text) => text.includes('made_up_ref'))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('a reload changes the words of existing resources', async () => {
    let vocabulary = madeUp
    const t = service({ loadScenarios: async () => ({ fragments, problems: [], vocabulary }) })
    const { fragments } = { fragments: [...t.emulator.catalogue.fragments.values()] }
    await t.created({ payment_method_id: ids.card })
    vocabulary = { ...madeUp, webhookHeader: 'X-Other', serviceRef: 'other_ref' }
    await t.post('/_emulator/scenarios/reload')
    const { data } = (await t.get<One>('/v3/transactions/1000001/verify')).body
    expect(data).toHaveProperty('other_ref')
    const endpoint = await t.post<{ header: string }>('/_emulator/webhooks/endpoints', {
      url: 'http://merchant.test/x',
    })
    expect(endpoint.body.header).toBe('X-Other')
  })
})

describe('the OpenAPI description', () => {
  const read = async (): Promise<OpenApi> => (await service().get<OpenApi>('/_emulator/openapi.json')).body

  test('is valid, and every example fits its schema', async () => {
    const document = await read()
    const { valid, errors } = await new Validator().validate({ ...document })
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi.json')
    let examples = 0
    for (const [name, { examples: given = [] }] of Object.entries(document.components.schemas))
      for (const example of given as unknown[]) {
        const check = ajv.getSchema(`openapi.json#/components/schemas/${name}`)
        expect(check?.(example), `${name}: ${ajv.errorsText(check?.errors)}`).toBe(true)
        examples++
      }
    expect(examples).toBeGreaterThan(10)
  })

  test('has its words as types, members and names of schemas, and none of the contract beside them', async () => {
    const { components, paths, webhooks } = await read()
    for (const type of paymentMethodTypes) {
      const word = words[type]
      const name = `PaymentMethod${word.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}`
      const { properties } = components.schemas[name] as { properties: Record<string, { const?: string }> }
      expect(properties['type']?.const).toBe(word)
      expect(properties).toHaveProperty([word])
      expect(properties).not.toHaveProperty([type])
    }
    expect(JSON.stringify(components.schemas['Transaction'])).toContain('made_up_ref')
    const listed = paths['/payment-methods']?.['get']?.parameters?.find(({ name }) => name === 'type')
    expect(listed?.schema).toMatchObject({ enum: Object.values(words) })
    const headers = webhooks['charge.completed']?.post.parameters?.map(({ name }) => name)
    expect(headers).toContain('X-Made-Up-Signature')
  })
})
