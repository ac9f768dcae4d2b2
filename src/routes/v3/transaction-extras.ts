import * as z from 'zod'
import { feesOf } from '../../domain/charge/fees.ts'
import { chargeTypeNames, chargeTypeOf } from '../../domain/checkout/charge-types.ts'
import type { PaymentMethodType } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { add } from '../../domain/kernel/money.ts'
import { Currency, chosenBounds, DateTime } from '../../domain/kernel/values.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { paymentTypes, transactionWords } from '../../wire/transaction-words.ts'
import { serviceHeaders } from '../service/common.ts'
import { IdParam, transactionOf, V3Envelope } from './envelope.ts'
import { AmountText } from './transfer-schemas.ts'

const messages = {
  events: 'Transaction events fetched',
  sent: 'hook sent',
  fee: 'Charged fee',
} as const
const common = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 transactions',
  headers: serviceHeaders,
} as const
const params = { id: IdParam('transaction', '1000001') }

/** The words of `payment_type`: those of transactions, and the types of direct charges. */
const methods: Readonly<Record<string, PaymentMethodType>> = {
  ...Object.fromEntries(chargeTypeNames.map((name) => [name, chargeTypeOf(name).method])),
  ...Object.fromEntries(
    Object.entries(paymentTypes).map(([method, name]) => [name, method as PaymentMethodType]),
  ),
}

const WireTransactionEvent = z
  .strictObject({
    note: z.string().meta({ examples: ['created: approved'] }),
    actor: z.string().meta({ examples: ['merchant'] }),
    object: z.literal('transaction'),
    action: z
      .string()
      .describe('The status of the transaction after it')
      .meta({ examples: ['successful'] }),
    context: z.string().meta({ examples: ['api'] }),
    created_at: DateTime,
  })
  .meta({ id: 'TransactionEvent', description: 'A step in the course of a transaction' })

const WireTransactionFee = z
  .strictObject({
    charge_amount: z.number().meta({ examples: [2500] }),
    fee: z
      .number()
      .describe('The sum of all fees')
      .meta({ examples: [37.63] }),
    merchant_fee: z.number().meta({ examples: [0] }),
    stamp_duty_fee: z.number().meta({ examples: [0] }),
    currency: Currency,
  })
  .meta({ id: 'TransactionFee', description: 'What a charge would cost' })

export const transactionExtras = [
  operation({
    ...common,
    id: 'getTransactionFee',
    method: 'get',
    path: '/v3/transactions/fee',
    summary: 'Quote the fee of a charge',
    query: z.object({
      amount: AmountText.describe('Amount of the charge').meta({ examples: ['2500'] }),
      currency: Currency.default('NGN')
        .describe('Currency of the charge')
        .meta({ examples: ['NGN'] }),
      payment_type: z
        .enum(Object.keys(methods) as [string, ...string[]])
        .default('card')
        .describe('What the payer pays with')
        .meta({ examples: ['card'] }),
    }),
    responses: { 200: V3Envelope(messages.fee, WireTransactionFee) },
    handle: ({ world, query: { amount, currency, payment_type } }) => {
      const schedule = world.fixtures.fees[methods[payment_type] ?? 'card']
      const fees = feesOf(schedule, Number(amount), currency, undefined)
      const fee = fees.reduce((total, one) => add(total, one.amount), 0)
      const duty = fees.find(({ type }) => type === 'stamp_duty')?.amount ?? 0
      return success(200, messages.fee, {
        charge_amount: Number(amount),
        fee,
        merchant_fee: 0,
        stamp_duty_fee: duty,
        currency,
      })
    },
  }),
  operation({
    ...common,
    id: 'listTransactionEvents',
    method: 'get',
    path: '/v3/transactions/:id/events',
    params,
    summary: 'List what happened to a transaction, oldest first',
    responses: { 200: V3Envelope(messages.events, z.array(WireTransactionEvent)) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(
        200,
        messages.events,
        transactionOf(world, param('id')).history.map(({ at, status, actor, note }) => ({
          note,
          actor,
          object: 'transaction',
          action: transactionWords[status],
          context: actor === 'payer' ? 'checkout' : 'api',
          created_at: isoTime(at),
        })),
      ),
  }),
  operation({
    ...common,
    id: 'createTransactionHook',
    method: 'post',
    path: '/v3/transactions/:id/resend-hook',
    params,
    summary: 'Send the webhook of a transaction again',
    description: 'To every endpoint that it went to, now. The answer does not wait for them.',
    responses: { 200: V3Envelope(messages.sent, z.literal(messages.sent)) },
    refusals: [404],
    handle: ({ world, param }) => {
      const charge = transactionOf(world, param('id'))
      const event = [...world.state.events]
        .reverse()
        .find(({ subject }) => subject?.collection === 'charges' && subject.value.id === charge.id)
      must(
        event,
        'invalid_request',
        `no webhook was sent about transaction ${charge.number}, which is ${transactionWords[charge.status]}; there is one when it has ended`,
      )
      for (const id of event.deliveries) {
        const delivery = world.state.deliveries.get(id)
        // Not awaited: a program that waits for this answer could not receive the webhook.
        if (delivery && delivery.attempts.length < chosenBounds.attempts) void world.redeliver(delivery)
      }
      return success(200, messages.sent, messages.sent)
    },
  }),
]
