import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type ChargeView, type Harness, harness, ids, type ServiceBody } from '../../harness.ts'

interface AccountView {
  id: string
  amount: number
  account_number: string
  reference: string
  status: string
  note: string
  account_expiration_datetime: string
}
type AccountAnswer = Answer<ServiceBody<AccountView>>
interface Paid {
  virtual_account: AccountView
  charge: ChargeView
}

let t: Harness
beforeEach(() => {
  t = harness()
})

const send = (more: object = {}, headers = {}): Promise<AccountAnswer> =>
  t.post(
    '/virtual-accounts',
    {
      reference: 'account-1',
      customer_id: ids.customer,
      amount: 1500.5,
      currency: 'NGN',
      account_type: 'dynamic',
      ...more,
    },
    headers,
  )
const opened = async (more: object = {}, key?: string): Promise<AccountView> =>
  (await send(more, key === undefined ? {} : { 'x-scenario-key': key })).body.data
const pay = (id: string, body?: object): Promise<Answer<Paid>> =>
  t.post(`/_emulator/virtual-accounts/${id}/pay`, body)
const statusOf = async (id: string): Promise<string> =>
  (await t.get<ServiceBody<AccountView>>(`/virtual-accounts/${id}`)).body.data.status
const fieldOf = ({ body }: Answer<unknown>): string | undefined =>
  (body as ServiceBody).error.validation_errors[0]?.field_name
const fixed = { account_type: 'static', amount: 0 }

describe('a virtual account', () => {
  test('is created with an account number, and can be retrieved and listed', async () => {
    const { status, body } = await send({ narration: 'For the rent', meta: { a: 'b' }, expiry: 600 })
    expect([status, body.message]).toEqual([201, 'Virtual account created'])
    expect(body.data).toMatchObject({
      amount: 1500.5,
      reference: 'account-1',
      account_bank_name: 'Emulator Bank',
      account_type: 'dynamic',
      status: 'active',
      account_expiration_datetime: '2030-01-01T00:10:00.000Z',
      note: 'For the rent',
      customer_id: ids.customer,
      currency: 'NGN',
      meta: { a: 'b' },
    })
    expect(body.data.account_number).toMatch(/^\d{10}$/)
    expect((await t.get(`/virtual-accounts/${body.data.id}`)).body.data).toEqual(body.data)
    const listed = await t.get<ServiceBody<AccountView[]>>(
      '/virtual-accounts?reference=account-1&status=active',
    )
    expect(listed.body.data).toEqual([body.data])
    expect(listed.body.meta.page_info.total).toBe(1)
    const others = await t.get<ServiceBody<AccountView[]>>('/virtual-accounts?customer_id=cus_other')
    expect(others.body.data).toEqual([])
    expect((await t.get('/virtual-accounts/vac_1')).status).toBe(404)
  })

  test.each<[string, object, string]>([
    ['customer', { customer_id: 'cus_nobody' }, 'customer_id'],
    ['currency', { currency: 'USD' }, 'currency'],
    ['expiry', { expiry: 59 }, 'expiry'],
    ['expiry', { expiry: 31_536_001 }, 'expiry'],
    ['amount', { amount: 0.001 }, 'amount'],
    ['amount of a static account', { account_type: 'static' }, 'amount'],
    ['reference', { reference: 'a_b' }, 'reference'],
  ])('is refused for a bad %s: %j', async (_what, more, field) => {
    const answer = await send(more)
    expect([answer.status, fieldOf(answer)]).toEqual([400, field])
  })

  test('has a reference that no other account and no transaction has', async () => {
    await t.created({ reference: 'charge-1' })
    expect((await send({ reference: 'charge-1' })).status).toBe(409)
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(409)
  })

  test('is created once for an idempotency key', async () => {
    const headers = { 'x-idempotency-key': 'checkout-000001' }
    const first = await send({}, headers)
    expect((await send({}, headers)).text).toBe(first.text)
  })

  test('expires on the clock of the world: after an hour, or a year if it is static', async () => {
    const { id } = await opened()
    const { id: forever } = await opened({ reference: 'account-2', ...fixed })
    await t.advance('59m59s')
    expect(await statusOf(id)).toBe('active')
    await t.advance('1s')
    expect([await statusOf(id), await statusOf(forever)]).toEqual(['inactive', 'active'])
    expect((await pay(id)).status).toBe(409)
    await t.advance('365d')
    expect(await statusOf(forever)).toBe('inactive')
  })

  test('is closed by update_status, once', async () => {
    const { id } = await opened()
    const update = { action_type: 'update_status', status: 'inactive' }
    const { status, body } = await t.put<ServiceBody<AccountView>>(`/virtual-accounts/${id}`, update)
    expect([status, body.data.status]).toEqual([200, 'inactive'])
    expect((await t.put(`/virtual-accounts/${id}`, update)).status).toBe(409)
    expect((await t.put(`/virtual-accounts/${id}`, { ...update, status: 'active' })).status).toBe(400)
    expect((await pay(id)).status).toBe(409)
    expect(t.world.timers.get(id)).toBeUndefined()
  })

  test('survives a snapshot with its timer', async () => {
    const { id } = await opened()
    const { body } = await t.get('/_emulator/state')
    await t.post('/_emulator/reset')
    expect((await t.put('/_emulator/state', body)).status).toBe(200)
    await t.advance('1h')
    expect(await statusOf(id)).toBe('inactive')
  })
})

describe('money that is paid in', () => {
  test('becomes a charge by bank transfer with the reference of the account, and charge.completed', async () => {
    await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/hook' })
    const { id } = await opened({ meta: { tenant: '7' } })
    const { body } = await pay(id, {
      originator_name: 'Ada Obi',
      originator_bank_name: 'Anchor Bank',
      originator_account_number: '0690000031',
    })
    expect(body.charge).toMatchObject({
      amount: 1500.5,
      reference: 'account-1',
      status: 'succeeded',
      customer_id: ids.customer,
      meta: { tenant: '7' },
      payment_method_details: {
        type: 'bank_transfer',
        bank_transfer: {
          account_type: 'dynamic',
          originator_name: 'Ada Obi',
          originator_bank_name: 'Anchor Bank',
          originator_account_number: '******0031',
        },
      },
    })
    expect((await t.get(`/charges/${body.charge.id}`)).body.data).toEqual(body.charge)
    await t.advance('2s')
    expect(JSON.parse(t.webhooks[0]?.text ?? '')).toMatchObject({
      type: 'charge.completed',
      data: { id: body.charge.id, status: 'succeeded' },
    })
  })

  test('uses up a dynamic account, which takes its exact amount', async () => {
    const { id } = await opened()
    expect(fieldOf(await pay(id, { amount: 1500 }))).toBe('amount')
    const { body } = await pay(id, { amount: 1500.5 })
    expect(body.virtual_account.status).toBe('inactive')
    expect((await pay(id)).status).toBe(409)
  })

  test('may be any amount if the account has none', async () => {
    const { id } = await opened({ amount: 0 })
    expect(fieldOf(await pay(id))).toBe('amount')
    const { body } = await pay('account-1', { amount: 12.34 })
    expect([body.charge.amount, body.virtual_account.status]).toEqual([12.34, 'inactive'])
    expect(body.virtual_account.id).toBe(id)
  })

  test('arrives in a static account many times, with numbered references', async () => {
    const { id } = await opened({ ...fixed, reference: 'a'.repeat(42) })
    await t.created({ reference: `${'a'.repeat(40)}-2` })
    const references = []
    for (const amount of [1, 2, 3]) references.push((await pay(id, { amount })).body.charge.reference)
    expect(references).toEqual(['-1', '-3', '-4'].map((end) => 'a'.repeat(40) + end))
    expect(await statusOf(id)).toBe('active')
  })

  test('gets a numbered reference if another charge has taken that of the account', async () => {
    const { id } = await opened()
    await t.created({ reference: 'account-1' })
    expect((await pay(id)).body.charge.reference).toBe('account-1-1')
  })

  test('fails as the scenario key of the account says, and leaves the account open', async () => {
    const { id } = await opened({}, 'issuer:suspected_fraud')
    const { body } = await pay(id)
    expect(body.charge.processor_response?.type).toBe('suspected_fraud')
    expect(body.virtual_account.status).toBe('active')
    expect((await pay(id)).body.charge.reference).toBe('account-1-2')
    const misfit = await send({ reference: 'account-2' }, { 'x-scenario-key': 'scenario:auth_pin' })
    expect(fieldOf(misfit)).toBe('X-Scenario-Key')
  })

  test('follows a rule for the path of virtual accounts, and no other', async () => {
    await t.post('/_emulator/rules', { key: 'issuer:error', count: 1 })
    const plain = await opened()
    expect((await pay(plain.id)).body.charge.status).toBe('succeeded')
    await t.delete('/_emulator/rules')
    await t.post('/_emulator/rules', { key: 'issuer:error', when: { path: '/virtual-accounts' }, count: 1 })
    const { id } = await opened({ reference: 'account-2' })
    expect((await pay(id)).body.charge.status).toBe('failed')
  })

  test('is a 404 for an unknown account', async () => {
    expect((await pay('nothing')).status).toBe(404)
  })
})

test('virtual accounts on the dashboard are listed with a button that pays', async () => {
  const { id } = await opened()
  await opened({ reference: 'account-2', ...fixed })
  const page = await (await t.fetch('/_emulator/ui/virtual-accounts')).text()
  expect(page).toContain('Pay 1500.5 NGN')
  expect(page.match(/Open the payer page/g)).toHaveLength(2)
  await pay(id)
  const paid = await (await t.fetch('/_emulator/ui/virtual-accounts?status=inactive')).text()
  expect(paid).not.toContain('Open the payer page')
  expect(paid).toContain('account-1')
  expect(paid).not.toContain('account-2')
})

describe('the payer page of an account', () => {
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  test('shows where to transfer money, and pays', async () => {
    const { id, account_number } = await opened({ amount: 0 })
    const page = `/_emulator/pay/accounts/${id}`
    const text = await (await t.fetch(page)).text()
    expect(text).toContain(account_number)
    expect((await t.fetch(page, form({ amount: 'much' }))).status).toBe(400)
    const paid = await t.fetch(page, form({ amount: '20' }))
    expect(paid.status).toBe(303)
    expect(await (await t.fetch(new URL(paid.headers.get('location') ?? '').pathname)).text()).toContain(
      'Payment successful',
    )
    expect(await (await t.fetch(page)).text()).toContain('This account is closed')
    expect((await t.fetch(page, form({ amount: '20' }))).status).toBe(409)
  })
})
