import { z } from 'zod'
import { area, Skipped } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** contract, Validate bill customer details: the answer. */
const Validation = z.strictObject({
  status: z.string(),
  message: z.string(),
  data: z.strictObject({
    response_code: z.string(),
    response_message: z.string(),
    name: z.string(),
    biller_code: z.string(),
    customer: z.string(),
    product_code: z.string(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    fee: z.number(),
    maximum: z.number(),
    minimum: z.number(),
  }),
})

const validate = (t: Trial, changes: Partial<Trial['target']['bill']> = {}) => {
  const { item, biller, customer } = { ...t.target.bill, ...changes }
  const query = new URLSearchParams({ code: biller, customer })
  return t.v3('GET', `/v3/bill-items/${encodeURIComponent(item)}/validate?${query}`)
}

/** A bill that exists there. Throws a Skipped if none was given. */
async function known(t: Trial) {
  const answer = await validate(t)
  if (!t.target.emulator && answer.status >= 400)
    throw new Skipped(
      `the bill is not known there (${answer.status}); give --bill-item, --biller-code and --bill-customer`,
    )
  t.status(answer, 200)
  return answer
}

/** contract, Validate bill customer details. */
export const bills = area('bills', [
  {
    id: 'validated',
    rule: 'GET /v3/bill-items/{item_code}/validate?code=…&customer=… answers with status, message and data, each member of its type',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      t.fits(await known(t), Validation)
    },
  },
  {
    id: 'echoed',
    rule: 'data.biller_code, data.customer and data.product_code are what was asked for',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await known(t)
      const { item, biller, customer } = t.target.bill
      t.equal(answer, 'data.biller_code', biller)
      t.equal(answer, 'data.customer', customer)
      t.equal(answer, 'data.product_code', item)
    },
  },
  {
    id: 'same_name',
    rule: 'The same customer identifier always has the same name',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const first = await known(t)
      t.equal(await validate(t), 'data.name', first.at('data.name'))
    },
  },
  {
    id: 'missing',
    rule: 'code and customer are both needed',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      await known(t)
      const { item, biller, customer } = t.target.bill
      for (const query of ['', `?code=${biller}`, `?customer=${customer}`]) {
        const answer = await t.v3('GET', `/v3/bill-items/${item}/validate${query}`)
        t.that(answer, answer.status >= 400 && answer.status < 500, `a refusal (${query || 'no query'})`)
      }
    },
  },
  {
    id: 'refused',
    rule: 'An unknown item is a 404; a wrong biller and a malformed customer are a 400; status error, message, data null',
    basis: 'chosen',
    needs: ['secret_key'],
    async check(t) {
      await known(t)
      for (const [status, changes] of [
        [404, { item: 'ZZ000' }],
        [400, { biller: 'BIL000' }],
        [400, { customer: 'x' }],
      ] as const) {
        const answer = await validate(t, changes)
        t.status(answer, status, JSON.stringify(changes))
        t.equal(answer, 'status', 'error')
        t.equal(answer, 'data', null)
        t.that(answer, answer.string('message') !== '', 'message: a text')
      }
    },
  },
])
