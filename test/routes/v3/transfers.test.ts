import { describe, expect, test } from 'vitest'
import { freshReference, harness, start } from '../../harness.ts'
import { accounts, refusal, type TransferView, transferBody, type V3Body } from '../../support/transfer.ts'

type One = V3Body<TransferView>
type Many = V3Body<TransferView[]>

const long = (length: number): string => 'x'.repeat(length)
/** A reference of a length that no test has used. */
const reference = (length: number): string =>
  freshReference().slice(-Math.min(length, 6)).padStart(length, 'r')

describe('a transfer', () => {
  test('is answered with the whole record', async () => {
    const t = harness()
    const { status, body } = await t.post<One>('/v3/transfers', transferBody({ reference: 'payout_0-1' }))
    expect(status).toBe(200)
    expect(body.message).toBe('Transfer Queued Successfully')
    expect(body.data).toEqual({
      id: 5_000_001,
      account_number: '0690000031',
      bank_code: '044',
      full_name: expect.stringMatching(/^\S+ \S+/),
      fullname: body.data.full_name,
      created_at: new Date(start).toISOString(),
      currency: 'NGN',
      debit_currency: 'NGN',
      amount: 5500,
      fee: 26.88,
      status: 'NEW',
      reference: 'payout_0-1',
      meta: null,
      narration: 'Salary',
      complete_message: '',
      requires_approval: 0,
      is_approved: 1,
      approver: null,
      bank_name: 'Anchor Bank',
    })
  })

  test('has an approver once one has approved it', async () => {
    const t = harness()
    const key = { 'x-scenario-key': 'scenario:requires_approval' }
    const { body } = await t.post<One>('/v3/transfers', transferBody(), key)
    expect(body.data).toMatchObject({ requires_approval: 1, is_approved: 0, approver: null })
    await t.post(`/_emulator/transfers/${body.data.id}/outcome`, { status: 'approved' })
    const seen = (await t.get<One>(`/v3/transfers/${body.data.id}`)).body.data
    expect(seen).toMatchObject({ requires_approval: 1, is_approved: 1, approver: 'tester' })
  })

  test('becomes PENDING and SUCCESSFUL on the clock of its world', async () => {
    const t = harness()
    const { body } = await t.post<One>('/v3/transfers', transferBody())
    const seen = async () => (await t.get<One>(`/v3/transfers/${body.data.id}`)).body.data
    expect((await seen()).status).toBe('NEW')
    await t.advance('1s')
    expect((await seen()).status).toBe('PENDING')
    await t.advance('3999ms')
    expect((await seen()).status).toBe('PENDING')
    await t.advance('1ms')
    expect(await seen()).toMatchObject({ status: 'SUCCESSFUL', complete_message: 'Transfer completed' })
  })

  test('goes to the same account holder every time, and to the one who is named', async () => {
    const t = harness()
    const name = async (overrides: object) =>
      (await t.post<One>('/v3/transfers', transferBody(overrides))).body.data.full_name
    expect(await name({})).toBe(await name({}))
    expect(await name({ beneficiary_name: 'Ada Lovelace' })).toBe('Ada Lovelace')
  })

  test('gets a reference where none is sent', async () => {
    const { body } = await harness().post<One>('/v3/transfers', transferBody({ reference: undefined }))
    expect(body.data.reference).toMatch(/^trf_\w{14}$/)
  })

  test.each(Object.entries(accounts))('is possible in %s', async (currency, account) => {
    const t = harness()
    const { status, body } = await t.post<One>(
      '/v3/transfers',
      transferBody({ ...account, currency, amount: 100 }),
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ currency, debit_currency: currency, amount: 100 })
    await t.advance('5s')
    expect((await t.get<One>(`/v3/transfers/${body.data.id}`)).body.data.status).toBe('SUCCESSFUL')
  })

  test('omits fields that the service does not know from the record, and warns of them', async () => {
    const { headers } = await harness().post(
      '/v3/transfers',
      transferBody({ callback: null, email: 'a@b.co' }),
    )
    expect(headers.get('x-emulator-warning')).toBe(
      'unknown field callback was ignored; unknown field email was ignored',
    )
  })

  test('is found under double slashes, and under one too many at the end', async () => {
    const t = harness()
    const { body } = await t.post<One>('//v3/transfers', transferBody())
    expect((await t.get<One>(`//v3//transfers/${body.data.id}`)).body.data.id).toBe(body.data.id)
    expect((await t.get<Many>('//v3/transfers?')).body.data).toHaveLength(1)
    expect((await t.get<Many>('/v3/transfers/')).body.data).toHaveLength(1)
    expect((await t.in('w2').get<Many>('//v3/transfers/?page=1')).body.data).toHaveLength(0)
  })

  test('takes null for a field that is left out', async () => {
    const nothing = {
      beneficiary: null,
      callback_url: null,
      debit_currency: null,
      meta: null,
      reference: null,
    }
    expect((await harness().post('/v3/transfers', transferBody(nothing))).status).toBe(200)
  })
})

describe('a field of a transfer', () => {
  test.each([
    ['amount', 0.01],
    ['amount', 10_000_000],
    ['amount', '2000'],
    ['amount', '0.01'],
    ['account_number', '0000000000'],
    ['narration', ''],
    ['narration', long(255)],
    ['reference', reference(6)],
    ['reference', reference(42)],
    ['reference', 'A_b-9_'],
    ['beneficiary_name', 'X'],
    ['beneficiary_name', long(100)],
    ['callback_url', 'http://localhost:3000/done'],
    ['debit_currency', 'USD'],
    ['meta', {}],
    ['meta', { quantity: 24, nested: { deep: true } }],
    ['meta', [{ sender: 'A', mobile_number: '1' }]],
  ])('%s may be %j', async (field, value) => {
    expect((await harness().post('/v3/transfers', transferBody({ [field]: value }))).status).toBe(200)
  })

  test.each([
    ['amount', 0.009],
    ['amount', 0],
    ['amount', -5],
    ['amount', '0'],
    ['amount', 'abc'],
    ['amount', '1e5'],
    ['amount', ''],
    ['amount', null],
    ['amount', undefined],
    ['amount', 10_000_000.01],
    ['currency', 'GBP'],
    ['currency', 'EUR'],
    ['currency', 'ngn'],
    ['currency', null],
    ['currency', undefined],
    ['account_bank', undefined],
    ['account_bank', ''],
    ['account_bank', '9999999'],
    ['account_bank', 'GH280100'],
    ['account_bank', 44],
    ['account_number', undefined],
    ['account_number', ''],
    ['account_number', '069000003'],
    ['account_number', '06900000311'],
    ['account_number', '069000003x'],
    ['account_number', 690000031],
    ['beneficiary', 999_999],
    ['beneficiary', 'abc'],
    ['beneficiary', 0],
    ['narration', long(256)],
    ['narration', 5],
    ['reference', reference(5)],
    ['reference', reference(43)],
    ['reference', ''],
    ['reference', 'abc def'],
    ['reference', 'abc.def'],
    ['reference', 'ábcdef'],
    ['beneficiary_name', ''],
    ['beneficiary_name', long(101)],
    ['callback_url', 'ftp://merchant.test'],
    ['callback_url', 'merchant.test/hook'],
    ['debit_currency', 'XXX'],
    ['debit_currency', 'JPY'],
    ['meta', 'text'],
    ['meta', []],
    ['meta', ['text']],
  ])('%s may not be %j', async (field, value) => {
    const t = harness()
    const { status, body } = await t.post<One>('/v3/transfers', transferBody({ [field]: value }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: 'error', data: null })
    expect(body.message).toContain(`${field}: `)
    expect(t.world.state.transfers.size).toBe(0)
  })

  test('destination_branch_code is required in GHS, and in no other currency', async () => {
    const t = harness()
    const ghs = { ...accounts.GHS, currency: 'GHS' }
    expect((await t.post('/v3/transfers', transferBody(ghs))).status).toBe(200)
    const without = await t.post<One>(
      '/v3/transfers',
      transferBody({ ...ghs, destination_branch_code: undefined }),
    )
    expect(refusal(without)).toEqual([
      400,
      expect.stringContaining('destination_branch_code: must not be null'),
    ])
    const saved = { account_bank: undefined, account_number: undefined, beneficiary: 3002, currency: 'GHS' }
    expect((await t.post('/v3/transfers', transferBody(saved))).status).toBe(400)
    const whole = { ...saved, destination_branch_code: 'GH280103' }
    expect((await t.post('/v3/transfers', transferBody(whole))).status).toBe(200)
  })
})

describe('a transfer abroad', () => {
  const abroad = { currency: 'USD', account_bank: undefined, account_number: undefined, amount: 500 }
  const account = {
    account_number: '09182972BH',
    routing_number: '0000000002993',
    swift_code: 'ABJG190',
    bank_name: 'First Bank of Ohio',
    beneficiary_name: 'Mark Winter',
    beneficiary_address: '4 Newton Street',
    beneficiary_country: 'US',
  }

  test.each([
    ['an object', account],
    ['a list', [account]],
    [
      'an object with names of another style',
      {
        AccountNumber: '09182972BH',
        RoutingNumber: '1',
        SwiftCode: 'ABJG190',
        BankName: 'First Bank of Ohio',
        BeneficiaryName: 'Mark Winter',
      },
    ],
  ])('takes its account from meta: %s', async (_, meta) => {
    const { body } = await harness().post<One>('/v3/transfers', transferBody({ ...abroad, meta }))
    expect(body.data).toMatchObject({
      account_number: '09182972BH',
      bank_code: 'ABJG190',
      bank_name: 'First Bank of Ohio',
      full_name: 'Mark Winter',
      meta,
    })
  })

  test.each(['account_number', 'bank_name', 'beneficiary_name'])('needs meta.%s', async (name) => {
    const answer = await harness().post<One>(
      '/v3/transfers',
      transferBody({ ...abroad, meta: { ...account, [name]: ' ' } }),
    )
    expect(refusal(answer)).toEqual([400, expect.stringContaining(`meta.${name}: must not be null`)])
  })

  test('needs the code of the bank, and meta at all', async () => {
    const t = harness()
    const { swift_code: _, ...rest } = account
    expect((await t.post('/v3/transfers', transferBody({ ...abroad, meta: rest }))).status).toBe(200)
    const { routing_number: __, ...neither } = rest
    const without = await t.post<One>('/v3/transfers', transferBody({ ...abroad, meta: neither }))
    expect(refusal(without)).toEqual([400, expect.stringContaining('meta.swift_code: ')])
    expect(refusal(await t.post<One>('/v3/transfers', transferBody(abroad)))[1]).toContain(
      'meta: must not be null',
    )
  })
})

describe('a reference', () => {
  test('is unique across transfers and charges', async () => {
    const t = harness()
    await t.post('/v3/transfers', transferBody({ reference: 'taken-once' }))
    const again = await t.post<One>('/v3/transfers', transferBody({ reference: 'taken-once' }))
    expect(refusal(again)).toEqual([400, expect.stringContaining('reference "taken-once" is in use')])
    expect((await t.charge({ reference: 'taken-once' })).status).toBe(409)
    await t.created({ reference: 'by-charge' })
    expect((await t.post('/v3/transfers', transferBody({ reference: 'by-charge' }))).status).toBe(400)
    expect(t.world.state.transfers.size).toBe(1)
  })

  test('may be longer by the ending that names a scenario', async () => {
    const t = harness()
    const send = async (base: number, ending: string) =>
      (await t.post('/v3/transfers', transferBody({ reference: reference(base) + ending }))).status
    expect(await send(42, '_PMCK_ST_F')).toBe(200)
    expect(await send(43, '_PMCK_ST_F')).toBe(400)
    expect(await send(42, '_OTHER')).toBe(400)
  })
})

describe('the permission to transfer', () => {
  test.each([
    ['no key', null],
    ['another key', 'Bearer sk_other'],
    ['no bearer', 'sk_sandbox'],
  ])('not who sends %s', async (_, authorization) => {
    const answer = await harness().post<One>('/v3/transfers', transferBody(), { authorization })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ status: 'error', data: null })
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('not who sends an access token', async () => {
    const t = harness()
    const answer = await t.post('/v3/transfers', transferBody(), {
      authorization: `Bearer ${await t.token()}`,
    })
    expect(answer.status).toBe(401)
  })
})

describe('the list of transfers', () => {
  test('comes in pages of ten, newest first', async () => {
    const t = harness()
    for (let count = 0; count < 11; count++) await t.post('/v3/transfers', transferBody())
    const first = (await t.get<Many>('/v3/transfers')).body
    expect(first.data.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => 5_000_011 - index),
    )
    expect(first.meta.page_info).toEqual({ total: 11, current_page: 1, total_pages: 2 })
    const second = (await t.get<Many>('/v3/transfers?page=2')).body
    expect(second.data.map(({ id }) => id)).toEqual([5_000_001])
    expect((await t.get<Many>('/v3/transfers?page=3')).body.data).toEqual([])
    for (const page of ['0', '-1', 'x', '1.5']) {
      expect((await t.get(`/v3/transfers?page=${page}`)).status).toBe(400)
    }
  })

  test('is filtered by status, reference and time', async () => {
    const t = harness()
    await t.post('/v3/transfers', transferBody({ reference: 'first-one' }))
    await t.advance('1d')
    await t.post('/v3/transfers', transferBody({ reference: 'second-one' }))
    const found = async (query: string) =>
      (await t.get<Many>(`/v3/transfers?${query}`)).body.data.map(({ reference: name }) => name)
    expect(await found('status=NEW')).toEqual(['second-one'])
    expect(await found('status=successful')).toEqual(['first-one'])
    expect(await found('status=FAILED')).toEqual([])
    expect(await found('reference=first-one')).toEqual(['first-one'])
    expect(await found('from=2030-01-02')).toEqual(['second-one'])
    expect(await found('to=2030-01-01')).toEqual(['first-one'])
    expect(await found('from=2030-01-01&to=2030-01-02')).toEqual(['second-one', 'first-one'])
    expect((await t.get('/v3/transfers?status=done')).status).toBe(400)
    expect((await t.get('/v3/transfers?from=yesterday')).status).toBe(400)
  })

  test.each(['0', '5000002', 'abc', '5000001x', '05000001'])('knows no transfer "%s"', async (id) => {
    const t = harness()
    await t.post('/v3/transfers', transferBody())
    expect((await t.get(`/v3/transfers/${id}`)).status).toBe(404)
    expect((await t.post(`/v3/transfers/${id}/retries`)).status).toBe(404)
    expect((await t.get(`/v3/transfers/${id}/retries`)).status).toBe(404)
  })

  test('answers a wrong method with the right ones', async () => {
    const answer = await harness().delete<One>('/v3/transfers')
    expect(refusal(answer)).toEqual([405, expect.stringContaining('GET')])
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'POST'])
  })
})

describe('the fee of a transfer', () => {
  test.each([
    ['NGN', 5000, 10.75],
    ['NGN', 5000.01, 26.88],
    ['NGN', 50_000, 26.88],
    ['NGN', 50_000.01, 53.75],
    ['GHS', 1, 10],
    ['KES', 20, 45],
    ['UGX', 125_000, 500],
    ['UGX', 125_001, 1000],
    ['TZS', 1000, 10],
    ['TZS', 500_100, 5000],
    ['USD', 10, 0.1],
    ['USD', 4501, 45],
  ] as const)('in %s for %d is %d, as told and as taken', async (currency, amount, fee) => {
    const t = harness()
    const told = await t.get<V3Body<unknown>>(`/v3/transfers/fee?amount=${amount}&currency=${currency}`)
    expect(told.body.data).toEqual([{ currency, fee_type: 'value', fee }])
    const body = transferBody({ ...accounts[currency], currency, amount })
    expect((await t.post<One>('/v3/transfers', body)).body.data.fee).toBe(fee)
  })

  test('is in NGN unless a currency is named, and needs an amount', async () => {
    const t = harness()
    expect((await t.get<V3Body<{ fee: number }[]>>('/v3/transfers/fee?amount=1')).body.data[0]?.fee).toBe(
      10.75,
    )
    for (const query of ['', '?amount=', '?amount=x', '?amount=0', '?amount=1&currency=JPY'])
      expect((await t.get(`/v3/transfers/fee${query}`)).status).toBe(400)
  })
})
