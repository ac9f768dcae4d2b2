import { area, NotApplicable } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** A charge and its v3 id. */
async function transaction(t: Trial) {
  const charge = await t.charge()
  const reference = charge.string('data.reference')
  const found = await t.v3('GET', `/v3/transactions/verify_by_reference?tx_ref=${reference}`)
  if (!t.target.emulator && found.status === 404)
    throw new NotApplicable('v3 does not know the charges there')
  t.status(found, 200)
  return { charge, reference, found, id: found.at('data.id') }
}

/** contract, Verify a transaction; method and answer are not shown. */
export const transactions = area('transactions', [
  {
    id: 'by_id',
    rule: '{base_url}/transactions/{id}/verify verifies a transaction',
    basis: 'stated',
    needs: ['token', 'payer', 'secret_key'],
    async check(t) {
      const { id, reference } = await transaction(t)
      const answer = await t.v3('GET', `/transactions/${id}/verify`)
      t.status(answer, 200)
      t.equal(answer, 'data.tx_ref', reference)
    },
  },
  {
    id: 'under_v3',
    rule: 'v3 paths are prefixed with /v3: GET /v3/transactions/{id}/verify gives the same',
    basis: 'stated',
    needs: ['token', 'payer', 'secret_key'],
    async check(t) {
      const { id } = await transaction(t)
      const [short, long] = [
        await t.v3('GET', `/transactions/${id}/verify`),
        await t.v3('GET', `/v3/transactions/${id}/verify`),
      ]
      t.status(long, 200)
      t.equal(long, 'data', short.at('data'))
    },
  },
  {
    id: 'by_reference',
    rule: 'GET /v3/transactions/verify_by_reference?tx_ref= gives the charge with that reference',
    basis: 'observed',
    needs: ['token', 'payer', 'secret_key'],
    async check(t) {
      const { charge, reference, found } = await transaction(t)
      t.equal(found, 'status', 'success')
      t.equal(found, 'data.tx_ref', reference)
      t.equal(found, 'data.amount', charge.at('data.amount'))
      t.equal(found, 'data.currency', charge.at('data.currency'))
      const unknown = await t.v3('GET', '/v3/transactions/verify_by_reference?tx_ref=nobody-knows')
      t.status(unknown, 404)
    },
  },
  {
    id: 'service_ref',
    rule: "service_ref, or the name that the vocabulary gives it, is the service's own reference, a text",
    basis: 'observed',
    needs: ['token', 'payer', 'secret_key'],
    async check(t) {
      const { found, id } = await transaction(t)
      const reference = found.string('data.service_ref')
      if (!t.target.emulator && reference === '') throw new NotApplicable('it has another name there')
      t.that(found, reference !== '', 'data.service_ref, a text')
      t.equal(await t.v3('GET', `/v3/transactions/${id}/verify`), 'data.service_ref', reference)
    },
  },
  {
    id: 'list',
    rule: 'GET /v3/transactions lists charges, newest first, paginated',
    basis: 'observed',
    needs: ['token', 'payer', 'secret_key'],
    async check(t) {
      const { id } = await transaction(t)
      const answer = await t.v3('GET', '/v3/transactions?page=1')
      t.status(answer, 200)
      t.equal(answer, 'data.0.id', id)
      t.that(answer, typeof answer.at('meta.page_info.total') === 'number', 'meta.page_info.total: a number')
    },
  },
  {
    id: 'double_slash',
    rule: 'Double slashes in a v3 path count as one',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('GET', '//v3/transactions')
      t.status(answer, 200)
    },
  },
])
