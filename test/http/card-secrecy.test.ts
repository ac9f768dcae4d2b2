import { expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { chargeBody, type Harness, harness, ids } from '../harness.ts'
import { pageRoutes } from '../support/pages.ts'

const number = '4187427415564246'
const grouped = '4187 4274 1556 4246'
const longer = '6500021234567890121'
const short = '501836271350'

/** What must not be found anywhere: more of a number than its first six and last four digits. */
const traces = [number, longer, short].flatMap((digits) => [digits.slice(0, 7), digits.slice(-5)])

const card = { number, expiry_month: 8, expiry_year: 2032, cvv: '737' }
const sealed = {
  nonce: 'Nonce0000001',
  encrypted_card_number: number,
  encrypted_expiry_month: '08',
  encrypted_expiry_year: '32',
  encrypted_cvv: '737',
}

const method = (over: object = {}): object => ({ type: 'card', customer_id: ids.customer, card, ...over })

/** Everything that a merchant can do with a card, valid or not. */
async function use(t: Harness): Promise<string[]> {
  const key = { 'x-idempotency-key': 'card-secrecy-0001' }
  const made = await t.post<{ data: { id: string } }>('/payment-methods', method(), key)
  const sent = [
    made,
    await t.post('/payment-methods', method(), key),
    await t.post('/payment-methods', method({ card: { ...card, number: longer } }), key),
    await t.post('/payment-methods', method({ card: sealed })),
    await t.post('/payment-methods', method({ card: sealed })),
    await t.post('/payment-methods', method({ card: { ...card, number: short } })),
    await t.post('/payment-methods', method({ card: { ...card, number: `${number.slice(0, -1)}7` } })),
    await t.post('/payment-methods', method({ card: { ...card, number: grouped } })),
    await t.post('/payment-methods', method({ card: { ...card, number: grouped.replaceAll(' ', '.') } })),
    await t.post('/payment-methods', method({ card: { ...card, number: Number(number) } })),
    await t.post('/payment-methods', method({ card: { ...card, card_holder_name: grouped } })),
    await t.post('/payment-methods', method({ card: { ...card, [number]: 1, card_number: number } })),
    await t.post('/payment-methods', method({ card: number })),
    await t.post('/payment-methods', method({ meta: { [number]: grouped } })),
    await t.post('/payment-methods', method({ customer_id: 'cus_unknown0001' })),
    await t.post('/payment-methods', JSON.stringify(method()).replace('4', '\\u0034')),
    await t.post('/payment-methods', JSON.stringify(method()).replaceAll('4', '\\u0034')),
    await t.post('/payment-methods', JSON.stringify(method()).replace(`"${number}"`, number)),
    await t.post('/payment-methods', `{"card":{"number":${number}x`),
    await t.post('/payment-methods', `{"card":{"number":"${number}`),
    await t.post('/payment-methods', `[${number}`),
    await t.post('/payment-methods', JSON.stringify(method()), { 'content-type': 'text/plain' }),
    await t.post('/payment-methods', method(), { authorization: 'Bearer wrong' }),
    await t.post('/payment-methods', method(), { 'x-scenario-key': 'network:error_after_commit' }),
    await t.post('/charges', { ...chargeBody(), card, note: grouped }),
    await t.post('/customers', { email: 'a@example.com', card }),
    await t.post('/customers/search', { email: 'a@example.com', card }),
    await t.get(`/payment-methods?number=${number}`),
    await t.get(`/payment-methods?number=${encodeURIComponent(grouped)}`),
    await t.charge({ payment_method_id: made.body.data.id }),
    await t.post('/orders', chargeBody({ payment_method_id: made.body.data.id })),
  ]
  await t.advance('1m')
  return sent.map(({ text, headers }) => `${text}\n${JSON.stringify([...headers])}`)
}

/** Every page and answer of the control interface that needs no parameter. */
async function control(t: Harness): Promise<string[]> {
  const paths = operations
    .filter((op) => op.method === 'get' && op.family === 'control' && !op.path.includes(':'))
    .map((op) => op.path)
    .concat(
      pageRoutes.filter((page) => page.method === 'get' && !page.path.includes(':')).map(({ path }) => path),
    )
    // The stream does not end; it is read separately.
    .filter((path) => path !== '/_emulator/stream')
  expect(paths).toContain('/_emulator/requests')
  const texts: string[] = []
  for (const path of paths) texts.push(await (await t.fetch(path)).text())
  return texts
}

const found = (texts: Iterable<string>): string[] =>
  Array.from(texts).flatMap((text) => {
    const digits = text.replace(/(?<=\d)[ .-](?=\d)/g, '').replaceAll('\\u0034', '4')
    return traces
      .filter((trace) => digits.includes(trace))
      .map((trace) => `${trace} in ${text.slice(0, 300)}`)
  })

test('Only first6 and last4 of a card number are answered, stored, streamed or shown', async () => {
  const t = harness()
  const told: string[] = []
  t.world.subscribe((message) => void told.push(JSON.stringify(message)))
  const answers = await use(t)
  expect(found(answers)).toEqual([])
  expect(found(told)).toEqual([])
  expect(found(t.webhooks.map((request) => JSON.stringify(request)))).toEqual([])
  const journal = Array.from(t.world.requests, (entry) => JSON.stringify(entry))
  expect(journal.length).toBeGreaterThan(30)
  expect(found(journal)).toEqual([])
  expect(journal.join()).not.toMatch(/737/)
  for (const [name, collection] of Object.entries(t.world.state))
    expect(found(Array.from(collection, (value) => `${name} ${JSON.stringify(value)}`))).toEqual([])
  expect(found(await control(t))).toEqual([])
  expect(t.world.state.paymentMethods.size).toBeGreaterThan(t.world.fixtures.paymentMethods.length)
})

test('The record of an idempotency key contains only a digest of the request', async () => {
  const t = harness()
  await t.post('/payment-methods', method(), { 'x-idempotency-key': 'card-secrecy-0001' })
  const [record] = [...t.world.state.idempotency]
  expect(record?.request).toMatch(/^[A-Za-z0-9+/]{43}=$/)
})
