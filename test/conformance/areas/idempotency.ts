import { randomText } from '../kit/random.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** The same request with the same key, however often it is sent. */
async function repeated(t: Trial, overrides: object = {}) {
  const body = { ...(await t.chargeBody()), ...overrides }
  const headers = { 'X-Idempotency-Key': `conformance-${randomText(20)}` }
  return (changes: object = {}) => t.service('POST', '/charges', { body: { ...body, ...changes }, headers })
}

/** contract, X-Idempotency-Key; the answer to a repeated one is not shown. */
export const idempotency = area('idempotency', [
  {
    id: 'no_duplicate',
    rule: 'X-Idempotency-Key prevents duplicate requests: the same request again creates no second charge',
    basis: 'stated',
    needs: ['token', 'payer'],
    async check(t) {
      const send = await repeated(t)
      const first = await send()
      const second = await send()
      t.status(first, 201)
      const another = second.status === 201 && second.at('data.id') !== first.at('data.id')
      t.that(second, !another && second.status < 500, 'the first charge again, or a refusal')
    },
  },
  {
    id: 'same_answer',
    rule: 'The same request again gets the first answer, byte for byte, with X-Idempotency-Cache-Hit: true',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const send = await repeated(t)
      const first = await send()
      const second = await send()
      t.status(second, first.status)
      t.that(second, second.text === first.text, first.text)
      const hit = (answer: typeof first) => answer.headers.get('x-idempotency-cache-hit')
      t.that(second, hit(second) === 'true', 'X-Idempotency-Cache-Hit: true', `it is ${hit(second)}`)
      t.that(first, hit(first) === null, 'no X-Idempotency-Cache-Hit in the first answer')
    },
  },
  {
    id: 'another_request',
    rule: 'The same key with another body is a 409',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const send = await repeated(t)
      await send()
      t.status(await send({ amount: 2, reference: t.session.reference() }), 409, 'another body')
    },
  },
  {
    id: 'another_path',
    rule: 'The same key at another path is another request',
    basis: 'observed',
    needs: ['token', 'payer'],
    async check(t) {
      const body = await t.chargeBody()
      const headers = { 'X-Idempotency-Key': `conformance-${randomText(20)}` }
      const email = `${randomText(10).toLowerCase()}@example.com`
      t.status(await t.service('POST', '/customers', { body: { email }, headers }), 201)
      t.status(await t.service('POST', '/charges', { body, headers }), 201)
    },
  },
  {
    id: 'after_refusal',
    rule: 'A refused request is not kept: its key is free for the right one',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const send = await repeated(t)
      t.status(await send({ amount: 0 }), 400)
      t.status(await send(), 201)
    },
  },
  {
    id: 'at_once',
    rule: 'Of two equal requests at the same time one creates the charge; the other gets the same charge or a 409',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const send = await repeated(t)
      const answers = await Promise.all([send(), send(), send()])
      const ids = new Set(
        answers.filter(({ status }) => status === 201).map((answer) => answer.at('data.id')),
      )
      t.that(answers[0], ids.size === 1, 'one charge', `${ids.size} charges`)
      for (const answer of answers)
        t.that(answer, [201, 409].includes(answer.status), '201 with the same charge, or 409')
    },
  },
])
