import type { EventType, V3EventType } from '../domain/webhook/event-types.ts'
import type { Subject } from '../domain/webhook/events.ts'
import { accountId, serviceRefMember } from './transaction-words.ts'

const createdDatetime = '2030-01-01T00:00:00.000Z'
const money = { amount: 1500.5, currency: 'NGN' } as const
const reference = 'sample-0001'

const billing = { email: 'ada@example.com', name: { first: 'Ada', last: 'Obi' } }

const customer = {
  id: 'cus_sample00000001',
  ...billing,
  meta: {},
  created_datetime: createdDatetime,
}

const paymentMethod = {
  id: 'pmd_sample00000001',
  type: 'card',
  customer_id: 'cus_sample00000001',
  card: { expiry_month: 12, expiry_year: 2040, first6: '411111', last4: '1111', network: 'VISA' },
  created_datetime: createdDatetime,
}

const charge = {
  id: 'chg_sample00000001',
  ...money,
  fees: [{ type: 'app', amount: 21.01 }],
  billing_details: billing,
  customer_id: 'cus_sample00000001',
  description: '',
  disputed: false,
  settled: false,
  settlement_id: [],
  meta: {},
  payment_method_details: paymentMethod,
  refunded: false,
  reference,
  status: 'succeeded',
  processor_response: { type: 'approved', code: '00' },
  created_datetime: createdDatetime,
}

const order = {
  id: 'ord_sample00000001',
  ...money,
  fees: [{ type: 'app', amount: 21.01 }],
  billing_details: billing,
  description: '',
  customer_id: 'cus_sample00000001',
  payment_method_details: paymentMethod,
  payment_method_id: 'pmd_sample00000001',
  charge_id: 'chg_sample00000001',
  reference,
  meta: {},
  status: 'authorized',
  captured_amount: 0,
  captures: [],
  created_datetime: createdDatetime,
}

const refund = {
  id: 'rfd_sample00000001',
  charge_id: 'chg_sample00000001',
  ...money,
  amount_refunded: money.amount,
  reference,
  meta: {},
  status: 'succeeded',
  created_datetime: createdDatetime,
}

const transfer = {
  id: 1,
  account_number: '0690000031',
  bank_code: '044',
  bank_name: 'Anchor Bank',
  full_name: 'Ada Obi',
  fullname: 'Ada Obi',
  created_at: createdDatetime,
  ...money,
  debit_currency: 'NGN',
  fee: 10.75,
  status: 'SUCCESSFUL',
  reference,
  meta: null,
  narration: '',
  complete_message: 'Transfer successful',
  requires_approval: 0,
  is_approved: 1,
  approver: null,
}

const disbursed = {
  ...transfer,
  type: 'BANK',
  source_currency: 'NGN',
  destination_currency: 'NGN',
  bank: { account_number: '0690000031', code: '044', name: 'Anchor Bank' },
  debit_information: { currency: 'NGN', actual_debit_amount: 1511.25, rate_used: 1, vat: 0 },
  provider_response: { type: 'approved', code: '00' },
}

const reversed = {
  ...disbursed,
  status: 'FAILED',
  complete_message: 'Transfer reversed',
  provider_response: { type: 'unsolicited_reversal', code: '76' },
  reversal: {
    reversal_datetime: createdDatetime,
    initial_status: 'SUCCESSFUL',
    reconciliation_status: 'COMPLETED',
    reconciliation_type: 'FULL',
  },
}

/** A sample of each resource: the example of its schema. */
export const samplePayloads: Record<Subject['collection'], Record<string, unknown>> = {
  charges: charge,
  orders: order,
  refunds: refund,
  transfers: transfer,
}

/**
 * A sample of the data of each event: the example of its schema, and the payload of a manual event in a world without such
 * a resource. Events about charges and orders also contain customer and payment method.
 */
export const sampleData: Record<EventType, Record<string, unknown>> = {
  'charge.completed': { ...charge, customer, payment_method: paymentMethod },
  'transfer.disburse': disbursed,
  'transfer.reversal': reversed,
  'order.authorization': { ...order, customer, payment_method: paymentMethod },
  'refund.completed': refund,
}

/** Whether the payload of a manual event is the sample. */
export const isSample = (type: EventType, data: unknown): boolean =>
  JSON.stringify(data) === JSON.stringify(sampleData[type])

const v3Charge = {
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
  created_at: createdDatetime,
  account_id: accountId,
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
    created_at: createdDatetime,
  },
}

const { card: _, ...withoutCard } = v3Charge

/** A transaction that waits for its payer. */
export const v3PendingSample = {
  ...withoutCard,
  device_fingerprint: 'N/A',
  processor_response: null,
  auth_model: 'ussd',
  status: 'pending',
  payment_type: 'ussd',
  amount_settled: null,
  meta: null,
}

/** A card that was preauthorised, and released. */
export const v3VoidedSample = {
  ...v3Charge,
  device_fingerprint: 'N/A',
  processor_response: null,
  status: 'failed',
  amount_settled: null,
  meta: null,
  card: { ...v3Charge.card, token: 'tok_pmd_sample00000001' },
}

const { full_name, ...v3Transfer } = transfer

/** The same in v3 form. */
export const v3SampleData: Record<V3EventType, Record<string, unknown>> = {
  'charge.completed': v3Charge,
  'transfer.disburse': v3Transfer,
  'transfer.reversal': {
    ...v3Transfer,
    status: reversed.status,
    complete_message: reversed.complete_message,
  },
}

/** The other fields of a sample webhook body. */
export const sampleEvent = {
  webhook_id: 'wbk_sample00000001',
  id: 'wbk_sample00000001',
  timestamp: Date.parse(createdDatetime),
}
