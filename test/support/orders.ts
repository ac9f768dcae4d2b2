import type { Answer, Harness, ServiceBody } from '../harness.ts'
import { chargeBody } from './charge.ts'

/** An order, with the members that tests read. */
export interface OrderView {
  id: string
  status: string
  reference: string
  amount: number
  captured_amount: number
  charge_id: string
  captures: string[]
  fees: object[]
  meta: Record<string, string>
  next_action?: { type: string }
  processor_response?: { type: string }
}

export type OrderAnswer = Answer<ServiceBody<OrderView>>

const scenario = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'x-scenario-key': key }

/** Helpers for the orders of one world. */
export const ordersOf = (t: () => Harness) => {
  const create = (over: object = {}, key?: string): Promise<OrderAnswer> =>
    t().post('/orders', chargeBody({ amount: 100, ...over }), scenario(key))
  return {
    create,
    /** Creates an order; fails the test if it is refused. */
    async held(over: object = {}, key?: string): Promise<OrderView> {
      const { status, body, text } = await create(over, key)
      if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`)
      return body.data
    },
    change: (id: string, body: object, key?: string): Promise<OrderAnswer> =>
      t().put(`/orders/${id}`, body, scenario(key)),
    async read(id: string): Promise<OrderView> {
      return (await t().get<ServiceBody<OrderView>>(`/orders/${id}`)).body.data
    },
    /** The types of the events that reached the merchant. */
    events: (): string[] => t().webhooks.map(({ text }) => JSON.parse(text).type),
  }
}
