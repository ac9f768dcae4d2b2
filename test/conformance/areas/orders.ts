import { WireOrder } from '../../../src/wire/order.ts'
import type { Answer } from '../kit/answer.ts'
import { area } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'
import { absent } from './absent.ts'

const create = async (t: Trial, amount = 100): Promise<Answer> => {
  const answer = await t.service('POST', '/orders', { body: { ...(await t.chargeBody()), amount } })
  t.status(answer, 201)
  return answer
}

const act = (t: Trial, order: Answer, body: object): Promise<Answer> =>
  t.service('PUT', `/orders/${order.string('data.id')}`, { body })

const statusOf = async (t: Trial, order: Answer) =>
  (await t.service('GET', `/charges/${order.string('data.charge_id')}`)).at('data.status')

/** Orders (contract: `order_id` is for preauth captures, a charge can be voided; the operations are not shown). */
export const orders = absent(
  '/orders',
  area('orders', [
    {
      id: 'authorized',
      rule: 'POST /orders holds an amount: status authorized, next_action requires_capture',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const order = await create(t)
        t.fits(order, WireOrder, 'data')
        t.equal(order, 'data.status', 'authorized')
        t.equal(order, 'data.next_action.type', 'requires_capture')
      },
    },
    {
      id: 'captured',
      rule: 'PUT /orders/{id} with action capture completes the order; its charge succeeds',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const order = await create(t)
        const captured = await act(t, order, { action: 'capture' })
        t.status(captured, 200)
        t.equal(captured, 'data.status', 'completed')
        t.equal(captured, 'data.captured_amount', 100)
        t.that(captured, (await statusOf(t, order)) === 'succeeded', 'a charge that has succeeded')
        t.status(await act(t, order, { action: 'capture' }), 409, 'captured already')
        t.status(await act(t, order, { action: 'void' }), 409, 'captured already')
      },
    },
    {
      id: 'voided',
      rule: 'PUT /orders/{id} with action void releases the amount; its charge becomes voided, and no capture follows',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        const order = await create(t)
        const voided = await act(t, order, { action: 'void' })
        t.status(voided, 200)
        t.equal(voided, 'data.status', 'voided')
        t.that(voided, (await statusOf(t, order)) === 'voided', 'a charge that is voided')
        t.status(await act(t, order, { action: 'capture' }), 409, 'voided already')
      },
    },
    {
      id: 'captured_by_charge',
      rule: 'order_id of a charge captures a preauthorised amount, also in parts, never more than is left',
      basis: 'stated',
      needs: ['token', 'payer'],
      async check(t) {
        const order = await create(t)
        const part = (amount: number) => t.charge({ amount, order_id: order.string('data.id') })
        const first = await part(60)
        t.status(first, 201)
        t.equal(first, 'data.status', 'succeeded')
        t.refusesField(await part(40.01), 'amount', '40 are left')
        t.status(await part(40), 201)
        const done = await t.service('GET', `/orders/${order.string('data.id')}`)
        t.equal(done, 'data.captured_amount', 100)
        t.status(await part(0.01), 409, 'nothing is left')
      },
    },
    {
      id: 'order_unknown',
      rule: 'An unknown order_id of a charge is a 400 on order_id; an unknown id in a path is a 404',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        t.refusesField(await t.charge({ order_id: 'ord_nothing0000' }), 'order_id', 'nobody knows it')
        t.status(await t.service('GET', '/orders/ord_nothing0000'), 404)
      },
    },
    {
      id: 'action',
      rule: 'action of PUT /orders/{id} is capture or void',
      basis: 'chosen',
      needs: ['token', 'payer'],
      async check(t) {
        t.refusesField(await act(t, await create(t), { action: 'cancel' }), 'action', 'there is no cancel')
      },
    },
  ]),
)
