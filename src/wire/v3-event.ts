import { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import { eventTypes, type V3EventType } from '../domain/webhook/event-types.ts'
import type { WebhookEvent } from '../domain/webhook/events.ts'
import { sampleData } from './samples.ts'
import { presentTransaction, serviceRefMember, WireTransaction, WireTransactionCard } from './transaction.ts'
import { presentTransfer, WireTransfer } from './transfer.ts'

/** The `event.type` of a charge, by its payment method. */
const chargeKinds = {
  card: 'CARD_TRANSACTION',
  bank_account: 'ACCOUNT_TRANSACTION',
  mobile_money: 'MOBILEMONEY_TRANSACTION',
  walletpay: 'WALLETPAY_TRANSACTION',
  devicewallet_a: 'DEVICEWALLET_A_TRANSACTION',
  devicewallet_b: 'DEVICEWALLET_B_TRANSACTION',
  ussd: 'USSD_TRANSACTION',
  bank_transfer: 'BANK_TRANSFER_TRANSACTION',
} as const satisfies Record<PaymentMethodType, string>

/** A transaction as webhooks show it: without what only verification tells. */
const WireChargeData = WireTransaction.omit({
  device_fingerprint: true,
  amount_settled: true,
  meta: true,
}).extend({
  processor_response: z.string().describe('N/A where the issuer did not decide'),
  card: WireTransactionCard.omit({ token: true }).optional(),
})

function presentChargeData(charge: Charge): z.input<typeof WireChargeData> {
  const { device_fingerprint, amount_settled, meta, card, ...shown } = presentTransaction(charge)
  const { token, ...rest } = card ?? {}
  return {
    ...shown,
    processor_response: shown.processor_response ?? 'N/A',
    ...(card && { card: rest as Omit<typeof card, 'token'> }),
  }
}

const WireTransferData = WireTransfer.omit({ full_name: true })

function presentTransferData(transfer: Transfer): z.input<typeof WireTransferData> {
  const { full_name, ...shown } = presentTransfer(transfer)
  return shown
}

/** How a kind of event looks in v3. */
interface V3Form<T> {
  kinds: readonly [string, ...string[]]
  data: z.ZodType<Record<string, unknown>>
  kind(value: T): string
  present(value: T): Record<string, unknown>
  /** The data of a manual event in a world without such a resource. */
  sample: Record<string, unknown>
}

const createdAt = '2030-01-01T00:00:00.000Z'

const charge: V3Form<Charge> = {
  kinds: Object.values(chargeKinds) as [string, ...string[]],
  data: WireChargeData,
  kind: ({ method }) => chargeKinds[method.type],
  present: presentChargeData,
  sample: {
    id: 1,
    tx_ref: 'sample-0001',
    [serviceRefMember]: 'ref_sample00000001',
    amount: 1500.5,
    currency: 'NGN',
    charged_amount: 1500.5,
    app_fee: 21.01,
    merchant_fee: 0,
    processor_response: 'approved',
    auth_model: 'noauth',
    ip: 'N/A',
    narration: 'Charge sample-0001',
    status: 'successful',
    payment_type: 'card',
    created_at: createdAt,
    account_id: 100_001,
    card: {
      first_6digits: '411111',
      last_4digits: '1111',
      issuer: 'Emulator Bank',
      country: 'NG',
      type: 'VISA',
      expiry: '12/40',
    },
    customer: {
      id: 1,
      name: 'Ada Obi',
      phone_number: 'N/A',
      email: 'ada@example.com',
      created_at: createdAt,
    },
  },
}

const transfer = (sample: Record<string, unknown>): V3Form<Transfer> => ({
  kinds: ['Transfer'],
  data: WireTransferData,
  kind: () => 'Transfer',
  present: presentTransferData,
  sample: Object.fromEntries(Object.keys(WireTransferData.shape).map((name) => [name, sample[name]])),
})

/** The v3 form of each event that has one. */
const v3Forms = {
  'charge.completed': charge,
  'transfer.disburse': transfer(sampleData['transfer.disburse']),
  'transfer.reversal': transfer(sampleData['transfer.reversal']),
} as const satisfies Record<V3EventType, V3Form<never>>

/** The webhook body of an event in v3 form (observed). Only events that have one are sent so. */
export function presentV3Event({ type, subject, data }: WebhookEvent): Record<string, unknown> {
  const form = v3Forms[type as V3EventType] as V3Form<unknown>
  return {
    event: eventTypes[type].v3,
    'event.type': subject ? form.kind(subject.value) : form.kinds[0],
    data: subject ? form.present(subject.value) : isSample(type, data) ? form.sample : { ...data },
  }
}

/** A sample is stored in the form of the charge interface; what a tester wrote is sent as it is. */
const isSample = (type: WebhookEvent['type'], data: WebhookEvent['data']): boolean =>
  JSON.stringify(data) === JSON.stringify(sampleData[type])

const payload = (type: V3EventType) => {
  const { kinds, data, sample } = v3Forms[type]
  return z.strictObject({ event: z.literal(eventTypes[type].v3), 'event.type': z.enum(kinds), data }).meta({
    id: `${type.replace('.', '_')}_v3_webhook_payload`,
    description: `${eventTypes[type].title}, in v3 form`,
    examples: [{ event: eventTypes[type].v3, 'event.type': kinds[0], data: sample }],
  })
}

/** The v3 webhook body of each event that has one. */
export const v3Payloads: Record<V3EventType, z.ZodType> = {
  'charge.completed': payload('charge.completed'),
  'transfer.disburse': payload('transfer.disburse'),
  'transfer.reversal': payload('transfer.reversal'),
}
