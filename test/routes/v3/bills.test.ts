import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Validation {
  response_code: string
  response_message: string
  name: string
  biller_code: string
  customer: string
  product_code: string
  address: string | null
  email: string | null
  fee: number
  maximum: number
  minimum: number
}

const validate = (t: Harness, item: string, code: string, customer: string) =>
  t.get<V3Body<Validation>>(`/v3/bill-items/${item}/validate?code=${code}&customer=${customer}`)

describe('the validation of a bill customer', () => {
  test('returns a fixed customer with all its details', async () => {
    const { status, body } = await validate(harness(), 'UB157', 'BIL112', '45700000001')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      message: 'Item validated successfully',
      data: {
        response_code: '00',
        response_message: 'Successful',
        name: 'Adaobi Okafor',
        biller_code: 'BIL112',
        customer: '45700000001',
        product_code: 'UB157',
        address: '12 Marina Road, Lagos',
        email: 'adaobi@example.com',
        fee: 100,
        maximum: 500_000,
        minimum: 500,
      },
    })
  })

  test.each([
    ['UB157', 'BIL112', '12345678901'],
    ['UB158', 'BIL112', '1234567890'],
    ['UB158', 'BIL112', '1234567890123'],
    ['CB140', 'BIL119', '1234567890'],
    ['CB141', 'BIL119', '12345678901'],
    ['UB163', 'BIL124', 'abc-12'],
    ['UB163', 'BIL124', 'A'.repeat(20)],
    ['AT099', 'BIL099', '08038291822'],
  ])('of %s gives %s %s a name that never changes', async (item, code, customer) => {
    const first = (await validate(harness(), item, code, customer)).body.data
    expect(first).toMatchObject({ customer, product_code: item, address: null, email: null })
    expect(first.name).toMatch(/^\S+ \S+$/)
    const again = (await validate(harness({ settings: { seed: 'another' } }).in('w2'), item, code, customer))
      .body
    expect(again.data).toEqual(first)
  })

  test('gives different people different names, mostly', async () => {
    const t = harness()
    const names = new Set<string>()
    for (let meter = 0; meter < 50; meter++)
      names.add((await validate(t, 'UB157', 'BIL112', String(10_000_000_000 + meter))).body.data.name)
    expect(names.size).toBeGreaterThan(35)
  })

  test('takes a telephone number with a plus sign, encoded or not', async () => {
    for (const sign of ['+', '%2B'])
      expect((await validate(harness(), 'AT099', 'BIL099', `${sign}2348109328188`)).body.data.customer).toBe(
        '2348109328188',
      )
  })

  test.each([
    ['UB157', 'BIL112', '1234567890'],
    ['UB157', 'BIL112', '123456789012'],
    ['UB157', 'BIL112', '1234567890x'],
    ['UB158', 'BIL112', '123456789'],
    ['UB158', 'BIL112', '12345678901234'],
    ['UB163', 'BIL124', 'abc-1'],
    ['UB163', 'BIL124', 'A'.repeat(21)],
    ['UB163', 'BIL124', 'abc_123'],
    ['UB157', 'BIL112', ''],
    ['UB157', 'BIL112', '9'.repeat(101)],
  ])('of %s of %s refuses the customer "%s"', async (item, code, customer) => {
    expect(refusal(await validate(harness(), item, code, customer))).toEqual([
      400,
      expect.stringMatching(/^customer: must /),
    ])
  })

  test('refuses an unknown item, a biller that does not have it, and missing parameters', async () => {
    const t = harness()
    expect(refusal(await validate(t, 'XX000', 'BIL112', '12345678901'))).toEqual([
      404,
      expect.stringContaining('no bill item "XX000"; there are UB157'),
    ])
    for (const code of ['BIL119', 'nothing', 'bil112'])
      expect(refusal(await validate(t, 'UB157', code, '12345678901'))).toEqual([
        400,
        expect.stringContaining('its biller is BIL112'),
      ])
    expect((await t.get('/v3/bill-items/UB157/validate')).status).toBe(400)
    expect((await t.get('/v3/bill-items/UB157/validate?code=BIL112')).status).toBe(400)
    expect((await t.get('/v3/bill-items/UB157/validate?customer=12345678901')).status).toBe(400)
    expect((await t.get('/v3/bill-items/UB157/validate?code=&customer=12345678901')).status).toBe(400)
  })

  test('refuses customers whom the fixtures refuse', async () => {
    expect(refusal(await validate(harness(), 'UB157', 'BIL112', '45700000009'))).toEqual([
      400,
      'customer: The meter is blocked by the electricity company',
    ])
  })

  test('needs the secret key', async () => {
    const path = '/v3/bill-items/UB157/validate?code=BIL112&customer=45700000001'
    expect((await harness().get(path, { authorization: null })).status).toBe(401)
  })
})
