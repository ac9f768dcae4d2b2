import type { z } from 'zod'
import { ListEnvelope } from '../../../src/http/list.ts'
import { WireCharge } from '../../../src/wire/charge.ts'
import { area, NotApplicable } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** GET of the charge interface. Throws a NotApplicable if the operation does not exist. */
async function get(t: Trial, path: string) {
  const answer = await t.service('GET', path)
  if (!t.target.emulator && [404, 405].includes(answer.status))
    throw new NotApplicable(`there is no GET ${path}`)
  return answer
}

const List: z.ZodType = ListEnvelope(WireCharge)

/** Chosen: how charges are read (contract: not shown). */
export const reads = area('reads', [
  {
    id: 'fetched',
    rule: 'GET /charges/{id} gives the charge with 200',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const made = await t.charge()
      const answer = await get(t, `/charges/${made.string('data.id')}`)
      t.status(answer, 200)
      t.equal(answer, 'data.id', made.at('data.id'))
      t.equal(answer, 'data.reference', made.at('data.reference'))
      t.fits(answer, WireCharge, 'data')
    },
  },
  {
    id: 'unknown',
    rule: 'GET /charges/{id} of an unknown id is a 404',
    basis: 'chosen',
    needs: ['token'],
    async check(t) {
      t.status(await t.service('GET', '/charges/chg_nothing0000'), 404)
    },
  },
  {
    id: 'list',
    rule: 'GET /charges lists charges, newest first, 10 to a page, with meta.page_info',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const made = await t.charge()
      const answer = await get(t, '/charges')
      t.status(answer, 200)
      t.fits(answer, List)
      t.equal(answer, 'data.0.id', made.at('data.id'))
      t.that(answer, answer.list('data').length <= 10, 'at most 10 charges')
      t.equal(answer, 'meta.page_info.current_page', 1)
    },
  },
  {
    id: 'pages',
    rule: 'page starts at 1; size is 10 to 50; other values are a 400',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      for (const query of ['page=1&size=10', 'size=50', 'page=2'])
        t.status(await get(t, `/charges?${query}`), 200, query)
      for (const [name, value] of [
        ['page', '0'],
        ['page', 'x'],
        ['size', '9'],
        ['size', '51'],
      ] as const)
        t.refusesField(await get(t, `/charges?${name}=${value}`), name, `${name} may not be ${value}`)
    },
  },
  {
    id: 'filters',
    rule: 'GET /charges filters by reference, status and customer_id',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const made = await t.charge()
      const [id, reference] = [made.at('data.id'), made.string('data.reference')]
      const found = await get(t, `/charges?reference=${reference}`)
      t.that(found, found.list('data').length === 1, 'one charge')
      t.equal(found, 'data.0.id', id)
      const both = `customer_id=${made.string('data.customer_id')}&status=${made.string('data.status')}`
      t.equal(await get(t, `/charges?${both}`), 'data.0.id', id)
      const none = await get(t, `/charges?reference=${reference}&customer_id=cus_nobody00000`)
      t.equal(none, 'data', [])
    },
  },
  {
    id: 'meta_changed',
    rule: 'PUT /charges/{id} with meta replaces the meta of a pending charge',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const made = await t.waiting('scenario:auth_otp', 'requires_otp', { meta: { a: '1' } })
      const path = `/charges/${made.string('data.id')}`
      const changed = await t.service('PUT', path, { body: { meta: { b: '2' } } })
      t.status(changed, 200)
      t.equal(changed, 'data.meta', { b: '2' })
    },
  },
])
