import { WireRefund } from '../../../src/wire/refund.ts'
import type { Answer } from '../kit/answer.ts'
import { area, Skipped } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'
import { absent } from './absent.ts'

/** A charge that has succeeded. */
async function paid(t: Trial): Promise<Answer> {
  const charge = await t.scenario('scenario:noauth', { amount: 100 })
  if (!t.target.emulator && charge.at('data.status') !== 'succeeded')
    throw new Skipped('no charge succeeds at once there')
  return charge
}

const refund = (t: Trial, charge: Answer, amount?: number): Promise<Answer> =>
  t.service('POST', '/refunds', { body: { charge_id: charge.at('data.id'), ...(amount && { amount }) } })

/** Refunds (contract: `refunded` of a charge; the operations are not shown). */
export const refunds = absent(
  '/refunds',
  area('refunds', [
    {
      id: 'partial',
      rule: 'POST /refunds gives back a part of a charge with 201; GET /refunds/{id} shows it',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const made = await refund(t, await paid(t), 40)
        t.status(made, 201)
        t.fits(made, WireRefund, 'data')
        t.equal(made, 'data.amount', 40)
        const read = await t.service('GET', `/refunds/${made.string('data.id')}`)
        t.status(read, 200)
        t.equal(read, 'data.id', made.at('data.id'))
      },
    },
    {
      id: 'never_more',
      rule: 'Refunds are never more than the charge: what is over is refused, and so is a second full refund',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const charge = await paid(t)
        const refused = (answer: Answer, why: string) =>
          t.that(answer, [400, 409].includes(answer.status), `400 or 409 (${why})`)
        refused(await refund(t, charge, 100.01), 'more than the charge')
        t.status(await refund(t, charge, 60), 201)
        refused(await refund(t, charge, 40.01), '40 are left')
        const rest = await refund(t, charge)
        t.status(rest, 201)
        t.equal(rest, 'data.amount', 40)
        refused(await refund(t, charge), 'nothing is left')
      },
    },
    {
      id: 'pending_charge',
      rule: 'A charge that has not succeeded cannot be refunded',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const charge = await t.waiting('scenario:auth_otp', 'requires_otp')
        const answer = await refund(t, charge)
        t.that(answer, [400, 409].includes(answer.status), '400 or 409 (the charge is pending)')
      },
    },
    {
      id: 'unknown',
      rule: 'An unknown charge_id is a 400 on charge_id; an unknown id in a path is a 404',
      basis: 'chosen',
      needs: ['token'],
      async check(t) {
        const body = { charge_id: 'chg_nothing0000' }
        t.refusesField(await t.service('POST', '/refunds', { body }), 'charge_id', 'nobody knows it')
        t.status(await t.service('GET', '/refunds/rfd_nothing0000'), 404)
      },
    },
    {
      id: 'refunded',
      rule: 'refunded of a charge is true once all of it has been given back',
      basis: 'stated',
      needs: ['token', 'payer', 'control'],
      async check(there) {
        const t = await there.inWorld('conformance-refunds')
        const charge = await paid(t)
        const read = () => t.service('GET', `/charges/${charge.string('data.id')}`)
        t.equal(charge, 'data.refunded', false)
        for (const [amount, refunded] of [
          [40, false],
          [60, true],
        ] as const) {
          await refund(t, charge, amount)
          await t.control('POST', '/clock/advance', { by: '1m' })
          t.session.forgetTokens()
          t.equal(await read(), 'data.refunded', refunded)
        }
      },
    },
  ]),
)
