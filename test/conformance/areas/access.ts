import { errors } from '../contract.ts'
import type { Answer } from '../kit/answer.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** A refusal of the contract, with its type and code. */
function refused(t: Trial, answer: Answer, status: 401 | 403, why: string): void {
  if (!t.status(answer, status, why)) return
  t.equal(answer, 'error.type', errors[status]?.type)
  t.equal(answer, 'error.code', errors[status]?.code)
}

const transfers = (t: Trial, access: 'nobody' | { header: string }): Promise<Answer> =>
  t.v3('POST', '/v3/transfers', { body: {}, access })

/** contract, Authentication. */
export const access = area('access', [
  {
    id: 'charges_without',
    rule: 'POST /charges without Authorization returns 401',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      refused(t, await t.service('POST', '/charges', { body: {}, access: 'nobody' }), 401, 'no Authorization')
    },
  },
  {
    id: 'charges_invalid',
    rule: 'POST /charges with an invalid token, or another scheme than Bearer, returns 401',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      for (const header of ['Bearer no.such.token', 'Bearer', 'Basic bm9ib2R5Om5vYm9keQ==']) {
        const answer = await t.service('POST', '/charges', { body: {}, access: { header } })
        refused(t, answer, 401, header)
      }
    },
  },
  {
    id: 'charges_secret_key',
    rule: 'The secret key of v3 does not open the charge interface: 401',
    basis: 'stated',
    needs: ['token', 'secret_key'],
    async check(t) {
      refused(t, await t.service('POST', '/charges', { body: {}, access: 'secret key' }), 401, 'a secret key')
    },
  },
  {
    id: 'charges_forbidden',
    rule: 'A client that lacks the permission to create charges gets 403',
    basis: 'stated',
    needs: ['token', 'weak_client', 'payer'],
    async check(t) {
      const body = await t.chargeBody()
      refused(t, await t.service('POST', '/charges', { body, access: 'weak token' }), 403, 'may not create')
    },
  },
  {
    id: 'v3_secret_key',
    rule: 'Authorization: Bearer <SECRET_KEY> opens v3',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await t.v3('POST', '/v3/transfers', { body: {}, access: 'secret key' })
      t.that(
        answer,
        ![401, 403].includes(answer.status),
        'neither 401 nor 403 (the right key, an empty body)',
      )
    },
  },
  {
    id: 'v3_without',
    rule: 'v3 without Authorization, or with a wrong key, returns 401',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      t.status(await transfers(t, 'nobody'), 401, 'no Authorization')
      t.status(await transfers(t, { header: 'Bearer sk_sandbox_nobody_has_this_key' }), 401, 'a wrong key')
    },
  },
  {
    id: 'v3_only_secret_key',
    rule: 'The secret key is the only authorization mechanism of v3: an access token does not open it',
    basis: 'stated',
    needs: ['token', 'secret_key'],
    async check(t) {
      const answer = await transfers(t, { header: `Bearer ${await t.session.token()}` })
      t.that(answer, [401, 403].includes(answer.status), '401 (an access token)')
    },
  },
  {
    id: 'v3_basic',
    rule: 'The secret key by HTTP Basic does not open v3: it comes as Bearer',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const pair = Buffer.from(`${t.target.secretKey}:`).toString('base64')
      t.session.mask.add(pair)
      const answer = await transfers(t, { header: `Basic ${pair}` })
      t.that(answer, [401, 403].includes(answer.status), '401 (HTTP Basic)')
    },
  },
])
