import { expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { chargeBody, type Harness, harness } from '../harness.ts'
import { transferBody } from '../support/transfer.ts'

interface RuleView {
  id: string
  key: string
  share: number
  remaining: number | null
  until: string | null
}

const add = (t: Harness, rule: object) => t.post<RuleView>('/_emulator/rules', rule)
const keys = async (t: Harness): Promise<string[]> => (await list(t)).map(({ key }) => key)
const list = async (t: Harness): Promise<RuleView[]> =>
  (await t.get<{ rules: RuleView[] }>('/_emulator/rules')).body.rules

const statusOf = async (t: Harness, path = '/charges'): Promise<number> => {
  const response = await t.fetch(path, { headers: { authorization: `Bearer ${await tokenOf(t)}` } })
  return response.status
}

function kwame() {
  return { customer_id: 'cus_kwame00002', payment_method_id: 'pmd_card000002' }
}

function all() {
  return { reference: 'all-0001', amount: 3, currency: 'KES' }
}

/** A token that was requested before any rule was added. */
const tokens = new WeakMap<Harness, string>()
async function tokenOf(t: Harness): Promise<string> {
  const token = tokens.get(t) ?? (await t.token())
  tokens.set(t, token)
  return token
}

async function world(): Promise<Harness> {
  const t = harness()
  await tokenOf(t)
  return t
}

const tokenPath = '/realms/r/protocol/openid-connect/token'
const tokenStatus = async (t: Harness): Promise<number> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  })
  return (await t.fetch(tokenPath, { method: 'POST', body })).status
}

test('A rule with a key of the network is for every request to the service without a key', async () => {
  const t = await world()
  expect((await add(t, { key: 'network:503' })).status).toBe(201)
  expect(await statusOf(t)).toBe(503)
  expect((await t.fetch('/v3/transfers')).status).toBe(503)
})

test('The token endpoint is spared by the network unless a rule names its path', async () => {
  const t = await world()
  await add(t, { key: 'network:503' })
  await add(t, { key: 'network:504', when: { path: '/' } })
  expect(await tokenStatus(t)).toBe(200)
  await add(t, { key: 'network:502', when: { path: '/realms' } })
  expect(await tokenStatus(t)).toBe(502)
})

test('A rule with any other key waits for a request that creates what it is about', async () => {
  const t = await world()
  await add(t, { key: 'issuer:insufficient_funds', count: 1 })
  await add(t, { key: 'scenario:failed', count: 1 })
  await t.post('/customers', { email: 'ada@example.com' })
  await t.get('/charges')
  expect(await tokenStatus(t)).toBe(200)
  expect(await list(t)).toHaveLength(2)
  expect((await t.created()).status).toBe('failed')
  expect(await keys(t)).toEqual(['scenario:failed'])
  expect((await t.created()).status).toBe('succeeded')
  const { body } = await t.post('/v3/transfers', transferBody())
  expect(body.status).toBe('success')
  expect(await keys(t)).toEqual([])
  await t.advance('10s')
  expect([...t.world.state.transfers].map(({ status }) => status)).toEqual(['FAILED'])
})

test('An order follows a rule, and a refund only one that names its path', async () => {
  const t = await world()
  await add(t, { key: 'issuer:do_not_honor', count: 1 })
  const order = await t.post('/orders', chargeBody())
  expect(order.headers.get('x-emulator-warning')).toContain('issuer:do_not_honor')
  const { id } = await t.created()
  await add(t, { key: 'issuer:do_not_honor' })
  await t.post('/refunds', { charge_id: id, amount: 1, reason: 'duplicate' })
  await add(t, { key: 'issuer:error', when: { path: '/refunds' } })
  await t.post('/refunds', { charge_id: id, amount: 1, reason: 'duplicate' })
  await t.advance('10s')
  expect([...t.world.state.refunds].map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

/** A card of a customer with a separate e-mail address. */
async function payer(t: Harness, email: string) {
  const customer = await t.post('/customers', { email })
  const customerId = (customer.body.data as { id: string }).id
  const card = { number: '4187427415564246', expiry_month: 1, expiry_year: 2040 }
  const method = await t.post('/payment-methods', { type: 'card', customer_id: customerId, card })
  return { customer_id: customerId, payment_method_id: (method.body.data as { id: string }).id }
}

test.each([
  ['reference', { reference: 'order-17*' }, { reference: 'order-1799' }],
  ['reference', { reference: 'order-1799' }, { reference: 'order-1799' }],
  ['customer', { customer_id: 'cus_kwame00002' }, kwame()],
  ['payment method', { payment_method_id: 'pmd_card000002' }, kwame()],
  ['type of the payment method', { payment_method: 'mobile_money' }, { payment_method_id: 'pmd_momo000001' }],
  ['first and last digits of the card', { card: { first6: '553188', last4: '2950' } }, kwame()],
  ['last digits of the card', { card: { last4: '2950' } }, kwame()],
  ['e-mail', { email: 'KWAME@example.com' }, kwame()],
  ['beginning of the e-mail', { email: 'kwa*' }, kwame()],
  ['name in the e-mail', { email: 'Kwame' }, kwame()],
  ['amount', { amount: 12.5 }, { amount: 12.5 }],
  ['cents', { cents: 7 }, { amount: 1200.07 }],
  ['currency', { currency: 'GHS' }, { currency: 'GHS' }],
  ['meta', { meta: { run: '7' } }, { meta: { run: '7', other: 'x' } }],
  ['everything together', { reference: 'all-*', amount: 3, currency: 'KES' }, all()],
])('A rule can be about the %s of a request: %j', async (_what, when, body) => {
  const t = await world()
  await add(t, { key: 'webhook:dropped', when, count: 1 })
  await t.created()
  await t.created({ reference: 'other-17-0001', amount: 12.51, meta: { run: '8' } })
  expect(await list(t)).toHaveLength(1)
  await t.created(body)
  expect(await list(t)).toEqual([])
})

test('A rule about the account is for transfers to it, also by way of a beneficiary', async () => {
  const t = await world()
  await add(t, { key: 'scenario:failed', when: { account_number: '0690000031' } })
  await t.post('/v3/transfers', transferBody({ account_number: '0690000044' }))
  await t.post('/v3/transfers', transferBody())
  await t.post('/v3/transfers', { beneficiary: 3001, amount: 10, currency: 'NGN' })
  await t.advance('10s')
  expect([...t.world.state.transfers].map(({ status }) => status)).toEqual(['SUCCESSFUL', 'FAILED', 'FAILED'])
})

test('A rule about the network may have conditions about the body', async () => {
  const t = await world()
  await add(t, { key: 'network:503', when: { reference: 'lost-*' }, count: 1 })
  expect((await t.charge()).status).toBe(201)
  expect((await t.charge({ reference: 'lost-0001' })).status).toBe(503)
  expect((await t.charge({ reference: 'lost-0001' })).status).toBe(201)
})

test('A refused request does not use up a rule', async () => {
  const t = await world()
  await add(t, { key: 'issuer:do_not_honor', count: 1 })
  expect((await t.charge({ amount: -1 })).status).toBe(400)
  expect((await t.charge({ customer_id: 'cus_nobody' })).status).toBe(400)
  expect((await t.charge({}, undefined, { authorization: null })).status).toBe(401)
  await t.created({ reference: 'taken-0001' }, 'scenario:noauth')
  const { status, headers } = await t.charge({ reference: 'taken-0001' })
  expect([status, headers.get('x-emulator-warning')]).toEqual([409, null])
  expect((await t.created()).status).toBe('failed')
})

test('A rule whose key refuses the request is used up by it', async () => {
  const t = await world()
  await add(t, { key: 'scenario:day_limit_error', count: 1 })
  expect((await t.post('/v3/transfers', transferBody())).status).toBe(400)
  expect((await t.post('/v3/transfers', transferBody())).status).toBe(200)
})

test('A repeated idempotency key does not use up a rule', async () => {
  const t = await world()
  const key = { 'x-idempotency-key': 'key-000000000001' }
  const body = { reference: 'again-0001' }
  const first = await t.charge(body, undefined, key)
  await add(t, { key: 'issuer:do_not_honor', count: 1 })
  expect((await t.charge(body, undefined, key)).text).toBe(first.text)
  expect(await list(t)).toHaveLength(1)
})

test('A request of the dashboard does not use up a rule, and follows the test data', async () => {
  const t = await world()
  await add(t, { key: 'issuer:do_not_honor', count: 1 })
  const own = { 'x-emulator-dashboard': 'yes' }
  expect((await t.charge({}, undefined, own)).body.data.status).toBe('succeeded')
  expect((await t.charge({ amount: 1.51 }, undefined, own)).body.data.status).toBe('failed')
  expect(await list(t)).toHaveLength(1)
})

test('A rule whose flow does not support the payment method is skipped with a warning', async () => {
  const t = await world()
  const { body: rule } = await add(t, { key: 'scenario:auth_pin', count: 1 })
  const { status, headers } = await t.charge({ payment_method_id: 'pmd_momo000001' })
  expect(status).toBe(201)
  expect(headers.get('x-emulator-warning')).toContain(`${rule.id} was not applied`)
  expect((await t.created()).next_action?.type).toBe('requires_pin')
})

test('Of two concurrent requests, a rule for one applies to the first, even if it delays it', async () => {
  const t = harness({ instantLatency: true })
  await tokenOf(t)
  await add(t, { key: 'network:slow&issuer:do_not_honor', count: 1 })
  const charges = await Promise.all([t.created(), t.created()])
  expect(charges.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})

test('A sequence of a rule counts by customer', async () => {
  const t = await world()
  await add(t, { key: 'sequence:declined_then_approved' })
  const ada = await payer(t, 'ada@example.com')
  expect((await t.created(ada)).status).toBe('failed')
  expect((await t.created()).status).toBe('failed')
  expect((await t.created(ada)).status).toBe('succeeded')
})

test('The control interface is spared', async () => {
  const t = await world()
  await add(t, { key: 'network:500' })
  expect((await t.fetch('/_emulator/health')).status).toBe(200)
  expect((await t.fetch('/_emulator/rules')).status).toBe(200)
})

test('A request that sends a key keeps it', async () => {
  const t = await world()
  await add(t, { key: 'network:503' })
  const { status, body } = await t.charge({}, 'issuer:do_not_honor', {
    authorization: `Bearer ${await tokenOf(t)}`,
  })
  expect([status, body.data.status]).toEqual([201, 'failed'])
})

test('Any scenario key will do: all charges are declined', async () => {
  const t = await world()
  await add(t, { key: 'issuer:insufficient_funds', when: { path: '/charges', method: 'POST' } })
  expect((await t.created()).processor_response).toEqual({ type: 'insufficient_funds', code: '51' })
})

test('A rule falls on its path, what is below it, and its method only', async () => {
  const t = await world()
  await add(t, { key: 'network:429', when: { path: '/charges', method: 'GET' } })
  expect(await statusOf(t, '/charges')).toBe(429)
  expect(await statusOf(t, '/charges/chg_x')).toBe(429)
  expect(await statusOf(t, '/customers')).toBe(200)
  expect((await t.charge()).status).toBe(201)
})

test('In the world of an address the path is that behind the prefix', async () => {
  const t = (await world()).in('mine')
  await tokenOf(t)
  await add(t, { key: 'network:429', when: { path: '/charges' } })
  expect(await statusOf(t)).toBe(429)
})

test('A rule with a count is over after so many requests', async () => {
  const t = await world()
  await add(t, { key: 'network:503', count: 2 })
  expect(await statusOf(t)).toBe(503)
  expect(await list(t)).toMatchObject([{ remaining: 1 }])
  expect(await statusOf(t)).toBe(503)
  expect(await statusOf(t)).toBe(200)
  expect(await list(t)).toEqual([])
})

test('A rule with a time is over when the world’s clock says so', async () => {
  const t = await world()
  await add(t, { key: 'network:503', for: '30s' })
  await t.advance('29s')
  expect(await statusOf(t)).toBe(503)
  await t.advance('1s')
  expect(await list(t)).toEqual([])
  expect(await statusOf(t)).toBe(200)
})

test('A rule with a share falls on about that part of the requests, the same ones with the same seed', async () => {
  const run = async (): Promise<number[]> => {
    const t = await world()
    await add(t, { key: 'network:503', share: 0.3 })
    return Promise.all(Array.from({ length: 300 }, () => statusOf(t)))
  }
  const first = await run()
  const share = first.filter((status) => status === 503).length / first.length
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.4)
  expect(await run()).toEqual(first)
})

test('If several rules match, the oldest applies; outside of its share, the next one does', async () => {
  const t = await world()
  await add(t, { key: 'network:502', count: 1 })
  await add(t, { key: 'network:504' })
  expect(await statusOf(t)).toBe(502)
  expect(await statusOf(t)).toBe(504)
})

test('The journal says which rule fell on a request', async () => {
  const t = await world()
  const { body } = await add(t, { key: 'network:503' })
  await statusOf(t)
  const [entry] = [...t.world.requests.newestFirst()]
  expect(entry?.scenario).toBe('network:503')
  expect(entry?.warnings.join()).toContain(body.id)
})

test('Rules are removed one by one, all at once, and by a reset', async () => {
  const t = await world()
  const { body } = await add(t, { key: 'network:503' })
  await add(t, { key: 'network:504' })
  expect((await t.delete(`/_emulator/rules/${body.id}`)).body).toEqual({ deleted: 1 })
  expect((await t.delete(`/_emulator/rules/${body.id}`)).status).toBe(404)
  expect((await t.delete('/_emulator/rules')).body).toEqual({ deleted: 1 })
  await add(t, { key: 'network:503' })
  await t.post('/_emulator/reset')
  expect(await list(t)).toEqual([])
})

test('Rules of one world leave another alone', async () => {
  const t = await world()
  await add(t, { key: 'network:503' })
  expect(await statusOf(t.in('other'))).toBe(200)
})

test('The 101st rule is refused', async () => {
  const t = await world()
  for (let n = 0; n < 100; n++) await add(t, { key: 'network:503' })
  expect((await add(t, { key: 'network:503' })).status).toBe(429)
})

test.each([
  [{ key: 'network:nothing' }, 'key'],
  [{ key: 'network:500&network:503' }, 'key'],
  [{ key: '' }, 'key'],
  [{}, 'key'],
  [{ key: 'network:500', share: 0 }, 'share'],
  [{ key: 'network:500', share: 1.1 }, 'share'],
  [{ key: 'network:500', count: 0 }, 'count'],
  [{ key: 'network:500', for: 'soon' }, 'for'],
  [{ key: 'network:500', when: { path: 'charges' } }, 'when.path'],
  [{ key: 'network:500', when: { method: 'PATCH' } }, 'when.method'],
  [{ key: 'network:500', when: { card: { last4: '12' } } }, 'when.card.last4'],
  [{ key: 'network:500', when: { reference: 'a*b' } }, 'when.reference'],
  [{ key: 'network:500', when: { cents: 100 } }, 'when.cents'],
  [{ key: 'network:500', when: { customer: 'x' } }, 'when.customer'],
  [{ key: 'network:500', path: '/charges' }, 'path'],
  [{ key: 'network:500', everything: true }, 'everything'],
])('The rule %j is refused because of %s, and none is added', async (rule, field) => {
  const t = harness()
  const { status, body } = await t.post('/_emulator/rules', rule)
  expect(status).toBe(400)
  expect(body.error.validation_errors.map(({ field_name }) => field_name)).toEqual([field])
  expect(t.world.state.rules.size).toBe(0)
})

test('Every endpoint whose requests can follow a scenario declares what it creates, so that rules apply to it', () => {
  const creating =
    /'(charge|order|transfer|refund)\.(create|retry)'|"(charge|order|transfer|refund)\.(create|retry)"/
  const found = operations.flatMap((op) => {
    const kind = creating.exec(op.handle.toString())
    return kind ? [[op.id, op.creates, kind[1] ?? kind[3]]] : []
  })
  expect(found.length).toBeGreaterThan(4)
  expect(found.filter(([, creates, kind]) => creates !== kind)).toEqual([])
})
