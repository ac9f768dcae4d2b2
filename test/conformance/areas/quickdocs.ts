import { z } from 'zod'
import { transferFields } from '../contract.ts'
import { area } from '../kit/rule.ts'

/** contract, Endpoint description. */
const Description = z.strictObject({
  description: z.string().min(1),
  endpoint: z.string().min(1),
  request_spec: z.strictObject({ type: z.string().min(1), spec: z.record(z.string(), z.string()) }),
  sample_request: z.record(z.string(), z.unknown()),
  sample_response: z.record(z.string(), z.unknown()),
})

export const quickdocs = area('quickdocs', [
  {
    id: 'transfers',
    rule: 'POST /meta/transfers describes the creation of transfers: description, endpoint, request_spec (type, spec), sample_request, sample_response',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('POST', '/meta/transfers')
      t.status(answer, 200)
      t.fits(answer, Description)
      t.that(answer, /POST.*\/transfers/.test(answer.string('endpoint')), 'endpoint: POST and the path')
      t.equal(answer, 'request_spec.type', 'post_body')
    },
  },
  {
    id: 'fields',
    rule: 'request_spec.spec explains every field of a transfer',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('POST', '/meta/transfers')
      for (const name of transferFields)
        t.that(answer, answer.string(`request_spec.spec.${name}`) !== '', `an explanation of ${name}`)
    },
  },
  {
    id: 'bills',
    rule: '/meta in front of any v3 endpoint describes it: bill validation',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('GET', `/meta/bill-items/${t.target.bill.item}/validate`)
      t.status(answer, 200)
      t.fits(answer, Description)
      for (const name of ['code', 'customer'])
        t.that(answer, answer.string(`request_spec.spec.${name}`) !== '', `an explanation of ${name}`)
    },
  },
  {
    id: 'verify',
    rule: '/meta in front of any v3 endpoint describes it: transaction verification',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('GET', '/meta/transactions/1/verify')
      t.status(answer, 200)
      t.fits(answer, Description)
    },
  },
  {
    id: 'prefixes',
    rule: 'The same stands under /v3/meta/x and /meta/v3/x',
    basis: 'chosen',
    needs: ['secret_key'],
    async check(t) {
      const usual = await t.v3('POST', '/meta/transfers')
      for (const path of ['/v3/meta/transfers', '/meta/v3/transfers'])
        t.equal(await t.v3('POST', path), '', usual.json)
    },
  },
  {
    id: 'sample_works',
    rule: 'The sample_request of a transfer can be sent as it is',
    basis: 'chosen',
    needs: ['secret_key', 'control'],
    async check(there) {
      const t = await there.inWorld('conformance-samples')
      const described = await t.v3('POST', '/meta/transfers')
      const answer = await t.v3('POST', '/v3/transfers', { body: described.at('sample_request') })
      t.status(answer, 200)
      const names = (value: unknown) => Object.keys((value ?? {}) as object).sort()
      const wanted = names(described.at('sample_response.data'))
      t.that(answer, names(answer.at('data')).join() === wanted.join(), `data with ${wanted.join(', ')}`)
    },
  },
  {
    id: 'unknown',
    rule: 'An endpoint that does not exist is a 404',
    basis: 'chosen',
    needs: ['secret_key'],
    async check(t) {
      t.status(await t.v3('GET', '/meta/no-such-endpoint'), 404)
    },
  },
])
