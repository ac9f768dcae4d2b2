import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Harness, harness, ids, type ServiceBody } from '../../harness.ts'

let t: Harness
beforeEach(() => {
  t = harness()
})

type Rows = Record<string, string>[]
const list = async (path: string): Promise<Rows> => (await t.get<ServiceBody<Rows>>(path)).body.data
const v3 = async (path: string): Promise<Record<string, unknown>[]> =>
  (await t.get<{ data: Record<string, unknown>[] }>(path)).body.data
const fieldOf = (answer: Answer<ServiceBody<unknown>>): string | undefined =>
  answer.body.error.validation_errors[0]?.field_name

describe('banks', () => {
  test('of a country are those of v3, without the operators of mobile money', async () => {
    const banks = await list('/banks?country=gh')
    const networks = await list('/mobile-networks?country=GH')
    expect(networks).toEqual(expect.arrayContaining([{ id: '290', network: 'MTN', name: 'Mobile money M' }]))
    const all = await v3('/v3/banks/GH')
    expect([...banks, ...networks].map(({ id }) => Number(id)).sort()).toEqual(all.map(({ id }) => id).sort())
    expect(banks[0]).toEqual({ id: '280', code: 'GH190100', name: 'Accra Union Bank' })
  })

  test('of a country that the fixtures do not have are an empty list and a warning', async () => {
    const { body, headers } = await t.get<ServiceBody<Rows>>('/banks?country=FR')
    expect(body.data).toEqual([])
    expect(headers.get('x-emulator-warning')).toContain('none in FR, but in NG')
  })

  test.each(['/banks', '/banks?country=Ghana', '/mobile-networks'])('need a country: %s', async (path) => {
    const answer = await t.get<ServiceBody<unknown>>(path)
    expect([answer.status, fieldOf(answer)]).toEqual([400, 'country'])
  })

  test('have branches', async () => {
    const branches = await list('/banks/280/branches')
    expect(branches[0]).toEqual({
      id: '992',
      code: 'GH190101',
      name: 'ACCRA MAIN',
      swift_code: 'ACUBGHAC',
      bic: 'ACUBGHACXXX',
    })
    expect(await list('/banks/191/branches')).toEqual([])
    expect((await t.get('/banks/1/branches')).status).toBe(404)
  })
})

describe('the holder of an account', () => {
  const resolve = (number: string, code = '044', currency = 'NGN', headers = {}) =>
    t.post<ServiceBody<Record<string, string>>>(
      '/banks/account-resolve',
      { currency, account: { code, number } },
      headers,
    )

  test('is the one that a transfer to it names', async () => {
    const { body } = await resolve('0690000031')
    const transfer = { account_bank: '044', account_number: '0690000031', amount: 100, currency: 'NGN' }
    const { body: made } = await t.post<{ data: { full_name: string } }>('/v3/transfers', transfer)
    expect(body.data).toEqual({
      bank_code: '044',
      account_number: '0690000031',
      account_name: made.data.full_name,
    })
  })

  test.each([
    ['bank', '0690000031', '999999', 'NGN', 'account.code'],
    ['bank of the currency', '0690000031', '044', 'GHS', 'account.code'],
    ['number', '12', '044', 'NGN', 'account.number'],
    ['currency', '0690000031', '044', 'JPY', 'currency'],
  ])('is refused for a wrong %s', async (_what, number, code, currency, field) => {
    const answer = await resolve(number, code, currency)
    expect([answer.status, fieldOf(answer)]).toEqual([400, field])
  })

  test('is unknown for the account of the test data without one, and with its scenario key', async () => {
    expect(fieldOf(await resolve('0000000052'))).toBe('account.number')
    const keyed = await resolve('0690000031', '044', 'NGN', { 'x-scenario-key': 'scenario:no_account_found' })
    expect(fieldOf(keyed)).toBe('account.number')
  })

  test('uses up no rule', async () => {
    await t.post('/_emulator/rules', { key: 'scenario:no_account_found', count: 1 })
    expect((await resolve('0690000031')).status).toBe(200)
  })
})

describe('fees', () => {
  const fees = (query: string) =>
    t.get<ServiceBody<{ charge_amount: number; fee: unknown[] }>>(`/fees?${query}`)

  test.each(['card', 'bank_transfer', 'mobile_money'] as const)(
    'are those of a charge by %s',
    async (type) => {
      const charge = await t.created({ amount: 20_000, payment_method_id: ids[type] })
      const { body } = await fees(
        `amount=20000&currency=NGN&payment_method=${type}&card6=418742&network=VISA&country=NG`,
      )
      expect(body.data).toEqual({ charge_amount: 20_000, fee: charge.fees })
    },
  )

  test.each([
    ['amount=0&currency=NGN&payment_method=card', 'amount'],
    ['amount=1e9&currency=NGN&payment_method=card', 'amount'],
    ['amount=1&currency=XXX&payment_method=card', 'currency'],
    ['amount=1&currency=NGN&payment_method=gold', 'payment_method'],
    ['amount=1&currency=NGN&payment_method=card&card6=12', 'card6'],
  ])('are refused for %s', async (query, field) => {
    const answer = await fees(query)
    expect([answer.status, fieldOf(answer)]).toEqual([400, field])
  })
})

describe('wallet balances', () => {
  test('are the available balances of v3', async () => {
    await t.post('/v3/transfers', {
      account_bank: '044',
      account_number: '0690000031',
      amount: 1000,
      currency: 'NGN',
    })
    const all = await list('/wallets/balances')
    const known = await v3('/v3/balances')
    expect(all).toEqual(known.map(({ currency, available_balance }) => ({ currency, available_balance })))
    const { body } = await t.get('/wallets/balances/ngn')
    expect(body.data).toEqual(all.find(({ currency }) => currency === 'NGN'))
  })

  test('are a 404 for a currency without one', async () => {
    expect((await t.get('/wallets/balances/JPY')).status).toBe(404)
  })
})
