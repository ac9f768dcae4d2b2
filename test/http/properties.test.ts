import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type ChargeView,
  chargeBody,
  type Harness,
  harness,
  ids,
  type TestHeaders,
} from '../harness.ts'

/** Any JSON value, including names that are members of every object. */
const json = fc.jsonValue({ maxDepth: 4 })
const name = fc.oneof(
  fc.constantFrom(
    ...Object.keys(chargeBody()),
    'authorization',
    'meta',
    'recurring',
    'order_id',
    'redirect_url',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'type', 'pin', 'otp', 'avs'),
  fc.string({ maxLength: 12 }),
)
const oddValue = fc.oneof(
  json,
  fc.constantFrom(
    0.01,
    0.009,
    1e300,
    -1,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    'NGN',
    'x'.repeat(43),
    null,
    [],
    {},
  ),
  fc.dictionary(name, json, { maxKeys: 4 }),
)
const keys = [
  'scenario:auth_pin',
  'scenario:auth_3ds&payer:declines',
  'scenario:auth_avs',
  'scenario:requery',
  'scenario:auth_capture',
  'scenario:auth_3ds_expires',
  'issuer:do_not_honor',
  'sequence:declined_then_approved',
  'webhook:duplicate&webhook:jitter',
] as const

describe('whatever is sent', () => {
  test('as the body of a charge is answered with 201, 400 or 409', async () => {
    const t = harness()
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, oddValue, { maxKeys: 6 }), fc.boolean(), async (odd, whole) => {
        const body = whole ? odd : { ...chargeBody(), ...odd }
        expect([201, 400, 409]).toContain((await t.post('/charges', body)).status)
      }),
      { numRuns: 300 },
    )
  })

  test('as text or bytes is answered with a 400', async () => {
    const t = harness()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.uint8Array(), fc.json()), async (body) => {
        expect((await t.post('/charges', body)).status).toBe(400)
      }),
      { numRuns: 200 },
    )
  })

  test('in headers, keys and addresses is never a 500', async () => {
    const t = harness()
    const text = fc.oneof(fc.constantFrom(...keys), fc.string({ unit: 'grapheme-ascii', maxLength: 30 }))
    await fc.assert(
      fc.asyncProperty(text, text, text, fc.string(), async (scenario, key, trace, path) => {
        const headers = { 'x-scenario-key': scenario, 'x-idempotency-key': key, 'x-trace-id': trace }
        expect([201, 400, 409]).toContain((await t.post('/charges', chargeBody(), headers)).status)
        const at = `/charges/${encodeURIComponent(path)}?page=${encodeURIComponent(path)}`
        expect([200, 400, 404]).toContain((await t.get(at)).status)
        const put = await t.put(`/charges/${encodeURIComponent(path)}`, { meta: { a: path } })
        expect([400, 404, 405]).toContain(put.status)
      }),
      { numRuns: 150 },
    )
  })
})

/** One action of a merchant, payer or tester, or the passing of time. Numbers select among the existing values. */
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      key: fc.option(fc.constantFrom(...keys), { nil: undefined }),
      method: fc.constantFrom('card', 'card', 'ussd', 'bank_transfer', 'mobile_money'),
      reference: fc.integer({ min: 0, max: 12 }),
      idempotency: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      recurring: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      charge: fc.nat(),
      kind: fc.constantFrom('pin', 'otp', 'avs', 'external_3ds'),
      right: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), charge: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('describe' as const), charge: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payer' as const),
      charge: fc.nat(),
      action: fc.constantFrom('approve', 'decline', 'abandon'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      charge: fc.nat(),
      action: fc.constantFrom('capture', 'void'),
      amount: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      charge: fc.nat(),
      amount: fc.integer({ min: 1, max: 2000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), by: fc.constantFrom('1s', '1m', '2h', '25h') }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

let nonces = 0
const authorization = (kind: string, right: boolean): object => {
  switch (kind) {
    case 'pin':
      return {
        type: kind,
        pin: { nonce: String(nonces++).padStart(12, 'n'), encrypted_pin: right ? '1234' : '00000' },
      }
    case 'otp':
      return { type: kind, otp: { code: right ? '123456' : '000000' } }
    case 'avs': {
      const address = {
        line1: 'x',
        city: 'x',
        state: 'x',
        postal_code: right ? '10115' : '00000',
        country: 'NG',
      }
      return { type: kind, avs: { address } }
    }
    default: {
      const rest = { eci: '', time: '', authentication_token: '', transaction_id: '', version: '' }
      const status = { transaction_status: right ? 'Y' : 'N', status_reason_code: '', amount: 1 }
      return { type: 'external_3ds', external_3ds: { ...rest, ...status } }
    }
  }
}

/** What is known of a world from outside, and its invariants. */
class Witness {
  readonly t: Harness
  readonly ids: string[] = []
  readonly ends = new Map<string, string>()
  readonly byKey = new Map<number, string>()

  constructor(t: Harness) {
    this.t = t
  }

  async act(what: Act): Promise<void> {
    const { t } = this
    switch (what.do) {
      case 'create':
        return this.#create(what)
      case 'wait':
        return t.advance(what.by)
      default:
    }
    const id = this.ids[what.charge % Math.max(this.ids.length, 1)]
    if (id === undefined) return
    switch (what.do) {
      case 'answer':
        return this.#allow(t.put(`/charges/${id}`, { authorization: authorization(what.kind, what.right) }))
      case 'describe':
        return this.#allow(t.put(`/charges/${id}`, { meta: { n: String(nonces++) } }))
      case 'read':
        return this.#allow(t.get(`/charges/${id}`))
      case 'payer':
        return this.#allow(t.post(`/_emulator/charges/${id}/payer`, { action: what.action }))
      case 'refund':
        return this.#allow(t.post('/refunds', { charge_id: id, amount: what.amount, reason: 'other' }))
      case 'order': {
        const { body } = await t.get<{ order_id: string | null }>(`/_emulator/charges/${id}`)
        const amount = what.action === 'capture' && what.amount !== undefined ? { amount: what.amount } : {}
        if (body.order_id !== null)
          return this.#allow(t.put(`/orders/${body.order_id}`, { action: what.action, ...amount }))
      }
    }
  }

  async #allow(answer: Promise<Answer>): Promise<void> {
    expect([200, 201, 400, 409]).toContain((await answer).status)
  }

  async #create(what: Extract<Act, { do: 'create' }>): Promise<void> {
    const headers: TestHeaders = {}
    if (what.key !== undefined && what.method === 'card') headers['x-scenario-key'] = what.key
    if (what.idempotency !== undefined) headers['x-idempotency-key'] = `idempotency-${what.idempotency}`
    const body = chargeBody({
      reference: `reference-${what.reference}`,
      payment_method_id: ids[what.method],
      recurring: what.recurring,
    })
    const { status, body: answer } = await this.t.post('/charges', body, headers)
    expect([201, 409]).toContain(status)
    if (status !== 201) return
    const { id } = answer.data
    if (!this.ids.includes(id)) this.ids.push(id)
    if (what.idempotency === undefined) return
    const known = this.byKey.get(what.idempotency)
    // A key is forgotten after 24 hours; the charge that it created is not.
    if (this.t.world.now() - (this.#keptSince.get(what.idempotency) ?? 0) < 86_400_000) expect(known).toBe(id)
    if (known !== id) {
      this.byKey.set(what.idempotency, id)
      this.#keptSince.set(what.idempotency, this.t.world.now())
    }
  }

  readonly #keptSince = new Map<number, number>()

  /** A final charge never changes, except for settlement, refunds and its meta; a reference is never used twice. */
  async check(): Promise<void> {
    const references = new Set<string>()
    for (const id of this.ids) {
      const charge = await this.t.seen(id)
      expect(references.has(charge.reference)).toBe(false)
      references.add(charge.reference)
      if (charge.status === 'pending') expect(this.ends.has(id)).toBe(false)
      else this.#ended(charge)
    }
  }

  #ended(charge: ChargeView): void {
    const { settled, settlement_id, refunded, meta: _, ...rest } = charge
    expect(rest.next_action).toBeUndefined()
    expect(rest.status === 'succeeded').toBe(rest.processor_response?.code === '00')
    expect(settled).toBe(settlement_id.length > 0)
    if (rest.status !== 'succeeded') expect([settled, refunded]).toEqual([false, false])
    const text = JSON.stringify(rest)
    expect(this.ends.get(charge.id) ?? text).toBe(text)
    this.ends.set(charge.id, text)
  }
}

describe('whatever happens, in any order', () => {
  test('a terminal charge never changes, no reference is taken twice, no idempotency key makes two charges', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
        const witness = new Witness(harness())
        for (const what of acts) await witness.act(what)
        await witness.check()
        for (const what of acts.slice(0, 10)) await witness.act(what)
        await witness.check()
        await witness.t.advance('8d')
        await witness.check()
        expect(witness.t.faults).toEqual([])
        const { body } = await witness.t.get('/charges?size=50')
        const refs = (body.data as unknown as ChargeView[]).map(({ reference }) => reference)
        expect(new Set(refs).size).toBe(refs.length)
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
