import * as z from 'zod'
import type { Bill } from '../../domain/bill/model.ts'
import type { NewBill } from '../../domain/bill/pay.ts'
import type { V3Fixtures } from '../../domain/fixtures/v3.ts'
import { must } from '../../domain/kernel/errors.ts'
import { Currency, DateTime } from '../../domain/kernel/values.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { serviceRefMember } from '../../wire/transaction-words.ts'
import { serviceHeaders, TimeFilter, timeFilter } from '../service/common.ts'
import { Digits, TxRef, text } from './checkout-schemas.ts'
import { V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'
import { V3Amount } from './transfer-schemas.ts'

const example = <V>(value: V) => ({ examples: [value] })

export const WireBillCategory = z
  .strictObject({
    id: z.int().meta(example(1)),
    biller_code: z.string().meta(example('BIL099')),
    name: z.string().meta(example('Airtime')),
    default_commission: z.number().meta(example(0)),
    date_added: DateTime,
    country: z.string().meta(example('NG')),
    is_airtime: z.boolean().meta(example(true)),
    biller_name: z.string().meta(example('Mobile airtime')),
    item_code: z.string().meta(example('AT099')),
    short_name: z.string().meta(example('Airtime')),
    fee: z.number().meta(example(0)),
    commission_on_fee: z.boolean().meta(example(false)),
    label_name: z.string().describe('What the customer is identified by').meta(example('mobile number')),
    amount: z.number().describe('0: any amount').meta(example(0)),
  })
  .meta({ id: 'BillCategory', description: 'A bill that can be paid' })

export const WireBill = z
  .strictObject({
    phone_number: z.string().describe('The customer of the bill').meta(example('2348012345678')),
    customer: z.string().meta(example('2348012345678')),
    amount: z.number().meta(example(500)),
    fee: z.number().meta(example(0)),
    currency: Currency,
    country: z.string().meta(example('NG')),
    network: z.string().describe('The biller').meta(example('Mobile airtime')),
    product: z.string().describe('The item').meta(example('Airtime')),
    [serviceRefMember]: z.string().describe("The service's own reference").meta(example('bill_9000001')),
    tx_ref: z.string().describe('The same as reference').meta(example('bill-0001')),
    reference: z.string().meta(example('bill-0001')),
    status: z.literal('successful'),
    created_at: DateTime,
  })
  .meta({ id: 'Bill', description: 'A bill that was paid' })

/** The items of all billers. */
export const categoriesOf = ({ billers }: Pick<V3Fixtures, 'billers'>): z.input<typeof WireBillCategory>[] =>
  billers
    .flatMap((biller) => biller.items.map((item) => ({ biller, item })))
    .map(({ biller, item }, index) => ({
      id: index + 1,
      biller_code: biller.code,
      name: item.name,
      default_commission: 0,
      date_added: '2020-01-01T00:00:00.000Z',
      country: 'NG',
      is_airtime: /airtime/i.test(item.name),
      biller_name: biller.name,
      item_code: item.code,
      short_name: item.name,
      fee: item.fee,
      commission_on_fee: false,
      label_name: item.customer.label,
      amount: 0,
    }))

export const presentBill = (bill: Bill): z.input<typeof WireBill> => ({
  phone_number: bill.customer,
  customer: bill.customer,
  amount: bill.amount,
  fee: bill.fee,
  currency: bill.currency,
  country: bill.country,
  network: bill.billerName,
  product: bill.itemName,
  [serviceRefMember]: `bill_${bill.id}`,
  tx_ref: bill.reference,
  reference: bill.reference,
  status: 'successful',
  created_at: isoTime(bill.createdAt),
})

const messages = {
  categories: 'Bill Categories',
  paid: 'Bill payment Successful',
  list: 'Bills fetched',
  one: 'Bill status fetch successful',
} as const
export const billCommon = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 bills',
  headers: serviceHeaders,
} as const

export const BillBody = z.object({
  country: text(2).default('NG').describe('Country of the biller').meta(example('NG')),
  customer: Digits(/^.{1,100}$/, 'must be a text of 1 to 100 characters')
    .describe('Meter number, smartcard number, phone number or similar')
    .meta(example('2348012345678')),
  amount: V3Amount.describe('Amount to pay').meta(example(500)),
  type: text(100)
    .describe('item_code, name or biller_name of a category, in any case')
    .meta(example('AIRTIME')),
  reference: TxRef.nullish()
    .describe("The merchant's unique reference; generated if absent")
    .meta(example('bill-0001')),
})

/** The bill that a request describes. */
export const toNewBill = (body: z.output<typeof BillBody>): NewBill => ({
  country: body.country,
  customer: body.customer,
  amount: Number(body.amount),
  type: body.type,
  reference: body.reference ?? undefined,
})

export const billPaymentOperations = [
  operation({
    ...billCommon,
    id: 'listBillCategories',
    method: 'get',
    path: '/v3/bill-categories',
    summary: 'List the bills that can be paid',
    responses: { 200: V3Envelope(messages.categories, z.array(WireBillCategory)) },
    handle: ({ world }) => {
      return success(200, messages.categories, categoriesOf(world.fixtures.v3))
    },
  }),
  operation({
    ...billCommon,
    id: 'createBill',
    method: 'post',
    path: '/v3/bills',
    summary: 'Pay a bill',
    description: 'Debits amount and fee from the NGN balance, at once.',
    body: BillBody,
    responses: { 200: V3Envelope(messages.paid, WireBill) },
    refusals: [404],
    handle: ({ world, body }) => {
      const bill = world.dispatch('bill.pay', toNewBill(body))
      return success(200, messages.paid, presentBill(bill))
    },
  }),
  operation({
    ...billCommon,
    id: 'listBills',
    method: 'get',
    path: '/v3/bills',
    summary: 'List the bills that were paid, newest first',
    query: z.object({
      ...V3PageQuery,
      ...TimeFilter,
      reference: z.string().optional().describe('The reference of the bill'),
    }),
    responses: { 200: V3List(messages.list, WireBill) },
    handle: ({ world, query: q }) => {
      const inTime = timeFilter(q)
      const matching = filter(
        world.state.bills.newestFirst(),
        ({ reference, createdAt }) =>
          (q.reference === undefined || reference === q.reference) && inTime(createdAt),
      )
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, presentBill)
    },
  }),
  operation({
    ...billCommon,
    id: 'getBill',
    method: 'get',
    path: '/v3/bills/:reference',
    params: {
      reference: z.string().describe('The reference of the bill').meta(example('bill-0001')),
    },
    summary: 'Retrieve a bill that was paid',
    responses: { 200: V3Envelope(messages.one, WireBill) },
    refusals: [404],
    handle: ({ world, param }) => {
      const bill = world.state.bills.by('reference', param('reference'))
      must(bill, 'not_found', `no bill "${param('reference')}"; GET /v3/bills lists those that were paid`)
      return success(200, messages.one, presentBill(bill))
    },
  }),
]
