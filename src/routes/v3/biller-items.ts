import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import type { World } from '../../emulator/world.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import {
  BillBody,
  billCommon,
  categoriesOf,
  presentBill,
  toNewBill,
  WireBill,
  WireBillCategory,
} from './bill-payments.ts'
import { TxRef, text } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'

const messages = {
  items: 'Bill Items',
  paid: 'Bill payment Successful',
  queued: 'Bulk bill payment was queued',
} as const
const billerParam = {
  biller_code: z
    .string()
    .describe('biller_code of a category')
    .meta({ examples: ['BIL099'] }),
}
const { type: _, customer, ...itemMembers } = BillBody.shape

/** The most bills that are paid together. */
const mostBills = 500

function itemsOf({ fixtures }: World, billerCode: string) {
  const items = categoriesOf(fixtures.v3).filter((item) => item.biller_code === billerCode)
  must(items.length > 0, 'not_found', `no biller "${billerCode}"; GET /v3/bill-categories lists them all`)
  return items
}

export const billerOperations = [
  operation({
    ...billCommon,
    id: 'listBillerItems',
    method: 'get',
    path: '/v3/billers/:biller_code/items',
    params: billerParam,
    summary: 'List the bills of a biller',
    responses: { 200: V3Envelope(messages.items, z.array(WireBillCategory)) },
    refusals: [404],
    handle: ({ world, param }) => success(200, messages.items, itemsOf(world, param('biller_code'))),
  }),
  operation({
    ...billCommon,
    id: 'createBillerPayment',
    method: 'post',
    path: '/v3/billers/:biller_code/items/:item_code/payment',
    params: {
      ...billerParam,
      item_code: z
        .string()
        .describe('item_code of a category')
        .meta({ examples: ['AT099'] }),
    },
    summary: 'Pay a bill of a biller; otherwise as POST /v3/bills',
    body: z.object({ ...itemMembers, customer_id: customer }),
    responses: { 200: V3Envelope(messages.paid, WireBill) },
    refusals: [404],
    handle: ({ world, body: { customer_id, ...body }, param }) => {
      const type = param('item_code')
      const items = itemsOf(world, param('biller_code')).map((item) => item.item_code)
      must(items.includes(type), 'not_found', `no item "${type}" of this biller; it has ${items.join(', ')}`)
      const bill = world.dispatch('bill.pay', toNewBill({ ...body, customer: customer_id, type }))
      return success(200, messages.paid, presentBill(bill))
    },
  }),
  operation({
    ...billCommon,
    id: 'createBulkBills',
    method: 'post',
    path: '/v3/bulk-bills',
    summary: 'Pay many bills at once',
    description: 'Each is a bill like those of POST /v3/bills. If one is invalid, none is paid.',
    body: z.object({
      bulk_reference: TxRef.meta({ examples: ['bills-0001'] }),
      callback_url: text(2000).nullish().describe('Ignored: bills send no webhooks'),
      bulk_data: z
        .array(BillBody)
        .min(1, 'must not be empty')
        .max(mostBills, `must have at most ${mostBills} items`)
        .describe('The bills'),
    }),
    responses: {
      200: V3Envelope(
        messages.queued,
        z.strictObject({ batch_reference: z.string().meta({ examples: ['bills-0001'] }) }),
      ),
    },
    handle: ({ world, body }) => {
      world.dispatch('bill.payAll', { bills: body.bulk_data.map(toNewBill) })
      return success(200, messages.queued, { batch_reference: body.bulk_reference })
    },
  }),
]
