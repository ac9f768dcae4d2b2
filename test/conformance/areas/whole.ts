import { WireCharge } from '../../../src/wire/charge.ts'
import { errors } from '../contract.ts'
import type { Answer } from '../kit/answer.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'
import { errorBody } from './errors.ts'

const v3Path = /\/\/?(v3|meta|transactions)\//

/** Answers of the charge interface, without those of the identity provider, v3 and the control interface. */
const ofService = (t: Trial): Answer[] =>
  t.session.transport.history.filter(
    ({ sent }) => !/\/realms\/|\/_emulator|openid-connect/.test(sent.url) && !v3Path.test(sent.url),
  )

/** Rules about every answer of a run; they send nothing and come last. */
export const whole = area('whole_run', [
  {
    id: 'charges',
    rule: 'Every charge that was created has the members of the contract',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      for (const answer of ofService(t))
        if (answer.sent.method === 'POST' && /\/charges$/.test(answer.sent.url) && answer.status === 201)
          t.fits(answer, WireCharge, 'data')
    },
  },
  {
    id: 'errors',
    rule: 'Every error body of the charge interface has the shape of its status',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      for (const answer of ofService(t)) if (answer.status in errors) t.fits(answer, errorBody(answer.status))
    },
  },
  {
    id: 'v3_envelope',
    rule: 'Answers of v3 have a normalized structure: status, message, data',
    basis: 'stated',
    needs: ['secret_key'],
    async check(t) {
      for (const answer of t.session.transport.history) {
        if (!/\/\/?v3\//.test(answer.sent.url) || /\/meta\//.test(answer.sent.url)) continue
        const { status, message, data } = (answer.json ?? {}) as Record<string, unknown>
        const fine = typeof status === 'string' && typeof message === 'string' && data !== undefined
        t.that(answer, fine, 'status, message and data')
      }
    },
  },
  {
    id: 'card_numbers',
    rule: 'No answer holds a whole card number',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      for (const answer of t.session.transport.history)
        t.that(answer, !answer.text.includes(t.target.cardNumber), 'no card number')
    },
  },
  {
    id: 'no_server_errors',
    rule: 'No request was answered with a 5xx',
    basis: 'chosen',
    needs: [],
    async check(t) {
      for (const answer of t.session.transport.history)
        t.that(answer, answer.status < 500, 'a status below 500')
    },
  },
])
