import { describe, expect, test } from 'vitest'
import { harness } from '../../harness.ts'
import { refusal, type TransferView, transferBody, type V3Body } from '../../support/transfer.ts'

interface Beneficiary {
  id: number
  account_number: string
  bank_code: string
  full_name: string
  created_at: string
  bank_name: string
}

type One = V3Body<Beneficiary>
type Many = V3Body<Beneficiary[]>

const person = { account_bank: '058', account_number: '0690000040', beneficiary_name: 'Ade Bond' }

describe('the banks', () => {
  test.each(['NG', 'GH', 'KE', 'UG', 'TZ', 'US', 'ng'])('of %s are listed', async (country) => {
    const { status, body } = await harness().get<V3Body<{ id: number; code: string; name: string }[]>>(
      `/v3/banks/${country}`,
    )
    expect(status).toBe(200)
    expect(body.data.length).toBeGreaterThan(0)
  })

  test.each(['XX', 'NGA', '1'])('of %s are not known', async (country) => {
    const answer = await harness().get<V3Body<unknown>>(`/v3/banks/${country}`)
    expect(refusal(answer)).toEqual([404, expect.stringContaining('there are banks in NG, GH')])
  })

  test('have branches', async () => {
    const t = harness()
    const { body } = await t.get<V3Body<{ branch_code: string; bank_id: number }[]>>('/v3/banks/280/branches')
    expect(body.data[0]).toMatchObject({ branch_code: 'GH190101', bank_id: 280 })
    expect((await t.get<V3Body<unknown[]>>('/v3/banks/191/branches')).body.data).toEqual([])
    expect((await t.get('/v3/banks/1/branches')).status).toBe(404)
  })
})

describe('the balances', () => {
  test('are told one by one and together', async () => {
    const t = harness()
    const { body } = await t.get<V3Body<{ currency: string }[]>>('/v3/balances')
    expect(body.data.map(({ currency }) => currency)).toEqual(
      expect.arrayContaining(['NGN', 'GHS', 'KES', 'UGX', 'TZS', 'USD']),
    )
    for (const one of body.data)
      expect((await t.get<V3Body<unknown>>(`/v3/balances/${one.currency}`)).body.data).toEqual(one)
    expect((await t.get('/v3/balances/XXX')).status).toBe(404)
  })
})

describe('a beneficiary', () => {
  test('is saved, fetched, listed and deleted', async () => {
    const t = harness()
    const { status, body } = await t.post<One>('/v3/beneficiaries', person)
    expect([status, body.message]).toEqual([200, 'Beneficiary created'])
    expect(body.data).toEqual({
      id: 3003,
      account_number: '0690000040',
      bank_code: '058',
      full_name: 'Ade Bond',
      created_at: '2030-01-01T00:00:00.000Z',
      bank_name: 'Guardian Trust Bank',
    })
    expect((await t.get<One>('/v3/beneficiaries/3003')).body.data).toEqual(body.data)
    const listed = async () => (await t.get<Many>('/v3/beneficiaries')).body.data.map(({ id }) => id)
    expect(await listed()).toEqual([3003, 3002, 3001])
    const gone = await t.delete<V3Body<string>>('/v3/beneficiaries/3003')
    expect(gone.body).toEqual({ status: 'success', message: 'Beneficiary deleted', data: 'Deleted' })
    expect(await listed()).toEqual([3002, 3001])
    expect((await t.get('/v3/beneficiaries/3003')).status).toBe(404)
    expect((await t.delete('/v3/beneficiaries/3003')).status).toBe(404)
    expect((await t.post<One>('/v3/beneficiaries', person)).body.data.id).toBe(3004)
  })

  test('comes in pages of ten', async () => {
    const t = harness()
    for (let count = 0; count < 9; count++) await t.post('/v3/beneficiaries', person)
    const first = (await t.get<Many>('/v3/beneficiaries?')).body
    expect([first.data.length, first.meta.page_info]).toEqual([
      10,
      { total: 11, current_page: 1, total_pages: 2 },
    ])
    expect((await t.get<Many>('/v3/beneficiaries?page=2')).body.data.map(({ id }) => id)).toEqual([3001])
  })

  test.each([
    ['account_bank', undefined],
    ['account_bank', ''],
    ['account_bank', '9999999'],
    ['account_number', undefined],
    ['account_number', '1234'],
    ['account_number', '1'.repeat(35)],
    ['account_number', '0690 000040'],
    ['beneficiary_name', ''],
    ['beneficiary_name', 'x'.repeat(101)],
    ['currency', 'XXX'],
    ['currency', 'GHS'],
  ])('is not saved with %s %j', async (field, value) => {
    const t = harness()
    expect((await t.post('/v3/beneficiaries', { ...person, [field]: value })).status).toBe(400)
    expect(t.world.state.beneficiaries.size).toBe(2)
  })

  test.each([
    ['account_number', '12345'],
    ['account_number', 'A'.repeat(34)],
    ['currency', 'NGN'],
    ['currency', null],
    ['bank_name', 'Whatever Bank'],
    ['beneficiary_name', null],
  ])('may be saved with %s %j', async (field, value) => {
    expect((await harness().post('/v3/beneficiaries', { ...person, [field]: value })).status).toBe(200)
  })

  test('without a name has that of the account holder', async () => {
    const t = harness()
    const account = { account_bank: '058', account_number: '0690000040' }
    const saved = await t.post<V3Body<{ full_name: string }>>('/v3/beneficiaries', account)
    const paid = await t.post<V3Body<TransferView>>('/v3/transfers', transferBody(account))
    expect(saved.body.data.full_name).toMatch(/^\S+ \S+/)
    expect(saved.body.data.full_name).toBe(paid.body.data.full_name)
  })

  test.each([
    ['alone', { account_bank: undefined, account_number: undefined }],
    ['beside an account, which it goes before', { account_bank: '058', account_number: '0000000000' }],
  ])('receives a transfer %s', async (_, account) => {
    const t = harness()
    for (const beneficiary of [3001, '3001']) {
      const { body } = await t.post<V3Body<TransferView>>(
        '/v3/transfers',
        transferBody({ ...account, beneficiary }),
      )
      expect(body.data).toMatchObject({
        account_number: '0690000031',
        bank_code: '044',
        full_name: 'Forrest Greene',
        bank_name: 'Anchor Bank',
      })
    }
  })

  test('receives none in a currency of another country, nor once it is deleted', async () => {
    const t = harness()
    const to = (beneficiary: number, more: object = {}) =>
      t.post<V3Body<TransferView>>('/v3/transfers', transferBody({ beneficiary, ...more }))
    expect(refusal(await to(3001, { currency: 'KES' }))).toEqual([
      400,
      expect.stringContaining('beneficiary: no bank "044"'),
    ])
    await t.delete('/v3/beneficiaries/3001')
    expect(refusal(await to(3001))).toEqual([
      400,
      expect.stringContaining('beneficiary: no beneficiary "3001"'),
    ])
  })
})
