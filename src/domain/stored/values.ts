import { z } from 'zod'
import { deliveryStatuses, eventTypeNames } from '../events.ts'
import { faultMethods } from '../fault-commands.ts'
import { BankTransfer, Card, type MethodDetails, MobileMoney, paymentMethodTypes } from '../payment-method.ts'
import type { Collections } from '../state.ts'
import { scopes } from '../token.ts'
import { Address, Currency, Email, Meta, Name, Phone } from '../values.ts'
import { camel, interned } from './interned.ts'
import { count, decimal, id, later, Response, text, time } from './parts.ts'
import { StoredPlan, StoredWebhooks } from './plan.ts'
import { Transfer } from './transfer.ts'
import { Attempt, Endpoint } from './webhook.ts'

const Customer = z.object({
  id,
  email: Email,
  name: camel(Name).optional(),
  phone: camel(Phone).optional(),
  address: camel(Address).optional(),
  meta: Meta.optional(),
  createdAt: time,
})

const Details = z
  .object({ ...Card.shape, ...MobileMoney.shape, ...BankTransfer.shape, account_bank: text.optional() })
  .partial()

const Method = z.object({
  id,
  type: z.enum(paymentMethodTypes),
  customerId: text.optional(),
  // Written out by hand, the partial shapes of three kinds are one type; the compiler sees two.
  details: camel(Details).transform((details) => details as MethodDetails),
  meta: Meta.optional(),
  deviceFingerprint: text.optional(),
  clientIp: text.optional(),
  createdAt: time,
})

const NextAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('redirect_url'), url: text }),
  z.object({ type: z.literal('requires_additional_fields'), fields: z.array(text) }),
  z.object({ type: z.literal('requires_pin') }),
  z.object({ type: z.literal('requires_requery') }),
  z.object({ type: z.literal('requires_otp') }),
  z.object({ type: z.literal('requires_capture') }),
  z.object({ type: z.literal('payment_instruction'), note: text }),
  z.object({
    type: z.literal('requires_bank_transfer'),
    accountNumber: text,
    accountType: z.enum(['static', 'dynamic']),
    bankName: text,
    expiresAt: later.optional(),
    note: text.optional(),
  }),
  z.object({ type: z.literal('qr_code'), url: text.max(500) }),
])

const chargeStatus = z.enum(['succeeded', 'pending', 'failed', 'voided'])
export const timerNames = z.enum(['after', 'expires', 'payer', 'settle'])

const Order = z.object({
  id,
  reference: text,
  chargeId: id,
  amount: decimal,
  currency: Currency,
  customerId: text,
  paymentMethodId: text,
  meta: Meta,
  status: z.enum(['pending', 'authorized', 'completed', 'voided', 'failed']),
  capturedAmount: decimal,
  captures: z.array(text),
  createdAt: time,
})

/** What each collection of a snapshot holds: the stored values as they are inside. One set for each restore. */
export function storedValues() {
  const plan = interned(StoredPlan)
  const customer = interned(Customer)
  const method = interned(Method)
  const endpoint = interned(Endpoint)
  const Charge = z.object({
    id,
    number: z.int(),
    reference: text,
    amount: decimal,
    currency: Currency,
    fees: z.array(z.object({ type: text, amount: decimal })),
    customer,
    method,
    meta: Meta,
    redirectUrl: text.optional(),
    orderId: text.optional(),
    recurring: z.boolean(),
    merchantVatAmount: decimal.optional(),
    createdAt: time,
    baseUrl: text.max(500),
    plan,
    status: chargeStatus,
    step: z.int().min(-1).max(100),
    tries: count,
    nextAction: NextAction.optional(),
    processorResponse: Response.optional(),
    verdict: Response.optional(),
    settled: z.boolean(),
    settlementIds: z.array(text),
    refundedAmount: decimal,
    refundingAmount: decimal,
    timers: z.array(timerNames),
    history: z.array(
      z.object({
        at: time,
        status: chargeStatus,
        actor: z.enum(['merchant', 'payer', 'issuer', 'clock', 'service']),
        note: text,
      }),
    ),
  })
  const Refund = z.object({
    id,
    chargeId: id,
    reference: text,
    amount: decimal,
    currency: Currency,
    reason: text.optional(),
    meta: Meta,
    status: z.enum(['pending', 'succeeded', 'failed']),
    plan,
    createdAt: time,
  })
  const subject = z.discriminatedUnion('collection', [
    z.object({ collection: z.literal('charges'), value: Charge }),
    z.object({ collection: z.literal('orders'), value: Order }),
    z.object({ collection: z.literal('refunds'), value: Refund }),
    z.object({ collection: z.literal('transfers'), value: Transfer }),
  ])
  return {
    customers: customer,
    paymentMethods: method,
    charges: Charge,
    orders: Order,
    refunds: Refund,
    transfers: Transfer,
    beneficiaries: z.object({
      id,
      accountNumber: text,
      bankCode: text,
      bankName: text,
      fullName: text,
      currency: text.optional(),
      createdAt: time,
      removed: z.boolean(),
    }),
    balances: z.object({ id, available: decimal, ledger: decimal }),
    events: z.object({
      id,
      type: z.enum(eventTypeNames),
      at: time,
      subject: subject.optional(),
      data: z.record(z.string(), z.unknown()).optional(),
      plan: interned(StoredWebhooks).optional(),
      deliveries: z.array(id),
    }),
    deliveries: z.object({
      id,
      eventId: id,
      endpoint,
      copy: z.int().min(1),
      status: z.enum(deliveryStatuses),
      attempts: z.array(Attempt).max(200),
      nextAttemptAt: later.optional(),
    }),
    endpoints: endpoint,
    nonces: z.object({ id }),
    sequences: z.object({ id, uses: count }),
    tokens: z.object({ id, clientId: text, scopes: z.array(z.enum(scopes)), expiresAt: later }),
    idempotency: z.object({ id, request: text, status: z.int().min(200).max(599), body: text, at: time }),
    flags: z.object({ id }),
    faults: z.object({
      id,
      key: text.min(1).max(1000),
      method: z.enum(faultMethods).optional(),
      path: text.optional(),
      share: z.number().min(0).max(1),
      remaining: z.int().min(1).optional(),
      until: later.optional(),
    }),
    reversals: z.object({ id: z.literal('open'), deliveries: z.array(id), until: later }),
  } satisfies Record<keyof Collections, z.ZodType>
}
