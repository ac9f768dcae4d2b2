import { describe, expect, test } from 'vitest'
import { freshReference, type Harness, harness } from '../../harness.ts'

/** The field names of the 400, or another status. */
async function verdict(t: Harness, overrides: object, headers: Record<string, string> = {}) {
  const { status, body } = await t.charge(overrides, undefined, headers)
  return status === 400 ? body.error.validation_errors.map((error) => error.field_name) : status
}

const long = (length: number): string => 'x'.repeat(length)
/** A reference of a length that no test has used. */
const reference = (length: number): string => freshReference().slice(-6).padStart(length, 'r')

/** The contract's currency list, word for word. */
const currencies =
  'AED AFN ALL AMD ANG AOA AQD ARS AUD AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYR BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CYP CZK DJF DKK DOP DZD ECS EEK EGP ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MTL MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SKK SLL SOS SRD STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VEF VND VUV XAF XCD XOF XPF YER ZAR ZMK ZWD ZMW USDC USDT RLUSD'.split(
    ' ',
  )

describe('a field of a charge', () => {
  test.each([
    ['amount', 0.01],
    ['amount', 1e15],
    ['reference', reference(6)],
    ['reference', reference(42)],
    ['reference', 'ABC-xyz-019'],
    ['reference', '------'],
    ['meta', {}],
    ['meta', { a: '', 'b c': 'x', constructor: 'y' }],
    ['redirect_url', 'https://shop.test/a?b=c#d'],
    ['redirect_url', 'http://localhost:3000'],
    ['redirect_url', 'myapp://payment/done'],
    ['recurring', true],
    ['recurring', false],
    ['merchant_vat_amount', 0],
    ['merchant_vat_amount', 7.5],
  ])('%s may be %j', async (field, value) => {
    expect(await verdict(harness(), { [field]: value })).toBe(201)
  })

  test.each([
    ['amount', 0.009],
    ['amount', 0],
    ['amount', -1],
    ['amount', '10'],
    ['amount', true],
    ['amount', [10]],
    ['amount', null],
    ['amount', undefined],
    ['currency', 'ngn'],
    ['currency', 'XXX'],
    ['currency', ''],
    ['currency', 5],
    ['currency', null],
    ['currency', undefined],
    ['reference', long(5)],
    ['reference', long(43)],
    ['reference', ''],
    ['reference', 'abc_def'],
    ['reference', 'abc def'],
    ['reference', 'abc.def'],
    ['reference', 'ünïcödé'],
    ['reference', 'abcdef\n'],
    ['reference', 123456],
    ['reference', null],
    ['reference', undefined],
    ['customer_id', ''],
    ['customer_id', 5],
    ['customer_id', null],
    ['customer_id', undefined],
    ['customer_id', '__proto__'],
    ['payment_method_id', ''],
    ['payment_method_id', {}],
    ['payment_method_id', null],
    ['payment_method_id', undefined],
    ['payment_method_id', 'constructor'],
    ['meta', 'text'],
    ['meta', []],
    ['meta', null],
    ['redirect_url', 'not a url'],
    ['redirect_url', ''],
    ['redirect_url', '/relative'],
    ['redirect_url', 'javascript:alert(1)'],
    ['redirect_url', ' javascript:alert(1)'],
    ['redirect_url', 'java\nscript:alert(1)'],
    ['redirect_url', 'data:text/html,x'],
    ['redirect_url', 5],
    ['authorization', 'pin'],
    ['authorization', []],
    ['authorization', null],
    ['recurring', 'true'],
    ['recurring', 1],
    ['recurring', null],
    ['order_id', ''],
    ['order_id', 5],
    ['order_id', 'ord_unknown0001'],
    ['merchant_vat_amount', -0.01],
    ['merchant_vat_amount', '1'],
    ['merchant_vat_amount', null],
  ])('%s may not be %j', async (field, value) => {
    expect(await verdict(harness(), { [field]: value })).toEqual([field])
  })

  test('meta may contain strings only, and the key is named', async () => {
    expect(await verdict(harness(), { meta: { count: 5 } })).toEqual(['meta.count'])
    expect(await verdict(harness(), { meta: { deep: { a: 'b' }, none: null } })).toEqual([
      'meta.deep',
      'meta.none',
    ])
  })

  test.each(currencies)('currency may be %s', async (currency) => {
    expect(await verdict(harness(), { currency })).toBe(201)
  })

  test('currency may be one of 163 codes, and the refusal says where they are listed', async () => {
    expect(new Set(currencies).size).toBe(163)
    const t = harness()
    const { body } = await t.charge({ currency: 'XYZQ' })
    expect(body.error.validation_errors[0]?.message).toContain('GET /_emulator/openapi.json lists them all')
    const { body: description } = await t.get<{ components: { schemas: { Currency: { enum: string[] } } } }>(
      '/_emulator/openapi.json',
    )
    expect(description.components.schemas.Currency.enum).toEqual([...currencies])
  })
})

describe('every invalid field', () => {
  test('gets a separate entry in the same answer', async () => {
    const { status, body } = await harness().post('/charges', {})
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'REQUEST_NOT_VALID', code: '10400' })
    expect(body.error.validation_errors.map((error) => error.field_name).sort()).toEqual([
      'amount',
      'currency',
      'customer_id',
      'payment_method_id',
      'reference',
    ])
    for (const { message } of body.error.validation_errors) expect(message).toContain('must not be null')
  })

  test('gets one entry even when it breaks several rules', async () => {
    expect(await verdict(harness(), { reference: '_' })).toEqual(['reference'])
  })

  test('is named together with offending headers', async () => {
    const headers = { 'x-trace-id': 'short', 'x-idempotency-key': 'short' }
    const fields = await verdict(harness(), { amount: 0 }, headers)
    expect(fields).toEqual(expect.arrayContaining(['amount', 'X-Trace-Id', 'X-Idempotency-Key']))
    expect(fields).toHaveLength(3)
  })
})

describe('a header', () => {
  test.each([
    ['X-Trace-Id', 12],
    ['X-Trace-Id', 255],
    ['X-Idempotency-Key', 12],
    ['X-Idempotency-Key', 255],
  ])('%s may have %d characters', async (name, length) => {
    expect(await verdict(harness(), {}, { [name]: long(length) })).toBe(201)
  })

  test.each([
    ['X-Trace-Id', 11],
    ['X-Trace-Id', 256],
    ['X-Trace-Id', 0],
    ['X-Idempotency-Key', 11],
    ['X-Idempotency-Key', 256],
    ['X-Idempotency-Key', 0],
    ['X-Scenario-Key', 1001],
    ['X-Scenario-Key', 0],
  ])('%s may not have %d characters', async (name, length) => {
    expect(await verdict(harness(), {}, { [name]: long(length) })).toEqual([name])
  })

  test('X-Scenario-Key may have 1 and 1000 characters', async () => {
    const t = harness()
    t.world.addScenarios([{ key: 'a', title: 'one letter', processorResponse: 'error' }])
    expect((await t.created({}, 'a')).processor_response?.type).toBe('error')
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`.padEnd(index < 19 ? 49 : 31, 'x'))
    words.forEach((key, index) => {
      t.world.addScenarios([{ key, title: key, webhooks: index === 0 ? { copies: 2 } : {} }])
    })
    expect(words.join('&')).toHaveLength(981)
    expect((await t.charge({}, words.join('&'))).status).toBe(201)
    const padded = words.join('&').replace(/x$/, 'x'.repeat(20))
    expect(padded).toHaveLength(1000)
    t.world.addScenarios([{ key: padded.split('&').at(-1) ?? '', title: 'long', webhooks: {} }])
    expect((await t.charge({}, padded)).status).toBe(201)
  })

  test('an unknown X-Scenario-Key is a 400 that names the nearest keys', async () => {
    const { status, body } = await harness().charge({}, 'issuer:insuficient_funds')
    expect(status).toBe(400)
    expect(body.error.validation_errors[0]).toMatchObject({ field_name: 'X-Scenario-Key' })
    expect(body.error.validation_errors[0]?.message).toContain('issuer:insufficient_funds')
  })
})
