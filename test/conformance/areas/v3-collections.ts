import { randomUUID } from 'node:crypto'
import { area, NotApplicable } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

const reference = (): string => `conformance-${randomUUID().slice(0, 13)}`

/** A request of v3 that not every service has. */
async function asked(t: Trial, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await t.v3(method, path, body && { body })
  if (!t.target.emulator && [404, 405, 501].includes(answer.status))
    throw new NotApplicable(`there is no ${method} ${path.replace(/\?.*/, '')}`)
  return answer
}

const payer = { email: 'conformance@example.com', fullname: 'Ada Obi', phone_number: '08031234567' }

const ussd = (t: Trial, tx_ref = reference()) =>
  asked(t, 'POST', '/v3/charges?type=ussd', {
    ...payer,
    tx_ref,
    amount: 100,
    currency: 'NGN',
    account_bank: '058',
  })

/** Collecting payments with v3; not shown by the contract, except for the certificate (Versioning). */
export const v3Collections = area('v3 collections', [
  {
    id: 'hosted',
    rule: 'POST /v3/payments answers with a link',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const answer = await asked(t, 'POST', '/v3/payments', {
        tx_ref: reference(),
        amount: 100,
        currency: 'NGN',
        redirect_url: 'https://merchant.example/paid',
        customer: { email: payer.email },
      })
      t.status(answer, 200)
      t.equal(answer, 'message', 'Hosted Link')
      t.that(answer, URL.canParse(answer.string('data.link')), 'data.link is an address')
    },
  },
  {
    id: 'direct',
    rule: 'POST /v3/charges?type=ussd is pending, and meta.authorization.mode is ussd',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const tx_ref = reference()
      const answer = await ussd(t, tx_ref)
      t.status(answer, 200)
      t.equal(answer, 'message', 'Charge initiated')
      t.equal(answer, 'data.tx_ref', tx_ref)
      t.equal(answer, 'data.status', 'pending')
      t.equal(answer, 'meta.authorization.mode', 'ussd')
    },
  },
  {
    id: 'certificate',
    rule: 'Direct card charges of v3 are for businesses with the certificate; others get a 403',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      const answer = await asked(t, 'POST', '/v3/charges?type=card', {
        ...payer,
        tx_ref: reference(),
        amount: 100,
        currency: 'NGN',
        card_number: '4242424242424242',
        cvv: '123',
        expiry_month: '09',
        expiry_year: '32',
      })
      if (answer.status === 200) throw new NotApplicable('the business holds the certificate')
      t.status(answer, 403)
      t.equal(answer, 'status', 'error')
    },
  },
  {
    id: 'unique',
    rule: 'A tx_ref in use is a 400',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const tx_ref = reference()
      t.status(await ussd(t, tx_ref), 200)
      t.status(await ussd(t, tx_ref), 400)
    },
  },
  {
    id: 'fee',
    rule: 'GET /v3/transactions/fee quotes the fee of a charge',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const answer = await asked(t, 'GET', '/v3/transactions/fee?amount=1000&currency=NGN')
      t.status(answer, 200)
      t.that(answer, Number(answer.at('data.fee')) >= 0, 'data.fee is a number')
    },
  },
  {
    id: 'account_batch',
    rule: 'POST /v3/bulk-virtual-account-numbers answers with a batch_id, by which the accounts are listed',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const created = await asked(t, 'POST', '/v3/bulk-virtual-account-numbers', {
        email: payer.email,
        accounts: 2,
        amount: 100,
        tx_ref: reference(),
      })
      t.status(created, 200)
      const batch = created.string('data.batch_id')
      const listed = await asked(t, 'GET', `/v3/bulk-virtual-account-numbers/${batch}`)
      t.status(listed, 200)
      t.equal(listed, 'data.length', 2)
      t.that(listed, listed.string('data.0.account_number') !== '', 'data.0.account_number is not empty')
    },
  },
  {
    id: 'rate',
    rule: 'GET /v3/transfers/rates answers with rate, source and destination',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      const answer = await asked(
        t,
        'GET',
        '/v3/transfers/rates?amount=10&destination_currency=USD&source_currency=NGN',
      )
      t.status(answer, 200)
      t.equal(answer, 'data.destination.amount', 10)
      t.equal(answer, 'data.source.currency', 'NGN')
      t.that(answer, Number(answer.at('data.rate')) > 1, 'data.rate is that of one USD')
    },
  },
  {
    id: 'collections',
    rule: 'GET /v3/chargebacks and /v3/settlements answer with lists',
    basis: 'observed',
    needs: ['secret_key'],
    async check(t) {
      for (const path of ['/v3/chargebacks', '/v3/settlements']) {
        const answer = await asked(t, 'GET', path)
        t.status(answer, 200)
        t.that(answer, Array.isArray(answer.at('data')), 'data is a list')
      }
    },
  },
])
