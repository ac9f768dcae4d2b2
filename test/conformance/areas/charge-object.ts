import { z } from 'zod'
import { WireCharge } from '../../../src/wire/charge.ts'
import { chargeStatuses, paymentMethodTypes, processorResponses } from '../contract.ts'
import { area, NotApplicable } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** A charge with a payment method other than the card. */
async function chargeBy(t: Trial, type: string) {
  if (type === 'card') return t.charge()
  return t.charge({ payment_method_id: await t.session.method(type) })
}

/** The types for a foreign sandbox, or all. */
const tried = (t: Trial): string[] => {
  const all = Object.keys(processorResponses)
  if (t.full) return all
  t.note(`4 of ${all.length} processor responses were tried; --full tries them all`)
  return ['approved', 'do_not_honor', 'insufficient_funds', 'expired_card']
}

/** contract, Charge (response object). */
export const chargeObject = area('charge_object', [
  {
    id: 'members',
    rule: 'A charge has the members of the contract, each of its type',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const answer = await t.charge({ meta: { a: 'b' }, redirect_url: 'https://shop.example/back' })
      t.status(answer, 201)
      t.fits(answer, WireCharge, 'data')
    },
  },
  {
    id: 'values',
    rule: 'amount, currency, reference, customer_id, meta and redirect_url are what was sent',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const sent = { ...(await t.chargeBody()), meta: { a: 'b' }, redirect_url: 'https://shop.example/back' }
      const answer = await t.service('POST', '/charges', { body: sent })
      const { payment_method_id: method, ...echoed } = sent
      for (const [name, value] of Object.entries(echoed)) t.equal(answer, `data.${name}`, value)
      t.equal(answer, 'data.payment_method_details.id', method)
    },
  },
  {
    id: 'status',
    rule: 'status is one of succeeded, pending, failed, voided',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const answer = await t.charge()
      t.that(answer, chargeStatuses.includes(answer.string('data.status')), chargeStatuses.join(' or '))
    },
  },
  {
    id: 'fees',
    rule: 'fees: an array of type (string) and amount (decimal number)',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const Fees = z.array(z.looseObject({ type: z.string(), amount: z.number() }))
      t.fits(await t.charge(), Fees, 'data.fees')
      t.fits(await t.charge({ merchant_vat_amount: 7.5 }), Fees, 'data.fees')
    },
  },
  {
    id: 'created_datetime',
    rule: 'created_datetime is a date-time, and a later charge has no earlier one',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const at = async () => {
        const answer = await t.charge()
        const text = answer.string('data.created_datetime')
        t.that(answer, /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)), 'a date-time')
        return { answer, ms: Date.parse(text) }
      }
      const first = await at()
      const second = await at()
      t.that(second.answer, second.ms >= first.ms, 'not earlier than that of the charge before')
    },
  },
  ...paymentMethodTypes.map((type) => ({
    id: `details_${type}`,
    rule: `payment_method_details of a charge by ${type}: type, id and the member ${type}`,
    basis: 'stated' as const,
    needs: ['token', 'payer'] as const,
    async check(t: Trial) {
      const answer = await chargeBy(t, type)
      t.status(answer, 201)
      t.equal(answer, 'data.payment_method_details.type', type)
      t.that(answer, answer.string('data.payment_method_details.id') !== '', 'an id')
      t.fits(answer, WireCharge, 'data')
    },
  })),
  {
    id: 'processor_response',
    rule: 'processor_response: type and code (two digits) are one of the 45 pairs',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      for (const type of tried(t)) {
        const answer = await t.scenario(`issuer:${type}`)
        if (!t.status(answer, 201)) continue
        if (!t.target.emulator && answer.at('data.processor_response') === undefined)
          throw new NotApplicable('no charge ended at once there')
        const got = answer.string('data.processor_response.type')
        const pair = processorResponses[got]
        t.that(answer, pair !== undefined, 'data.processor_response.type: one of the 45')
        t.equal(answer, 'data.processor_response.code', pair)
      }
    },
  },
  {
    id: 'processor_response_scenario',
    rule: 'issuer:<type> brings about that processor response; only approved succeeds, every other one fails the charge',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      for (const type of tried(t)) {
        const answer = await t.scenario(`issuer:${type}`)
        t.equal(answer, 'data.processor_response', { type, code: processorResponses[type] })
        t.equal(answer, 'data.status', type === 'approved' ? 'succeeded' : 'failed')
      }
    },
  },
  {
    id: 'settled',
    rule: 'settled becomes true a day after success, and settlement_id names the settlement',
    basis: 'chosen',
    needs: ['token', 'payer', 'control'],
    async check(there) {
      const t = await there.inWorld('conformance-settlement')
      const made = await t.scenario('scenario:noauth')
      t.equal(made, 'data.settled', false)
      t.equal(made, 'data.settlement_id', [])
      await t.control('POST', '/clock/advance', { by: '25h' })
      t.session.forgetTokens()
      const read = await t.service('GET', `/charges/${made.string('data.id')}`)
      t.equal(read, 'data.settled', true)
      t.that(read, typeof read.at('data.settlement_id.0') === 'string', 'a settlement')
    },
  },
])
