import * as z from 'zod'
import type { Customer } from '../customer/model.ts'
import type { PaymentMethod } from '../customer/payment-method.ts'
import {
  type AuthorizationKind,
  type ChargebackStatus,
  chargeActors,
  chargeStatuses,
  type PayerAction,
} from '../kernel/enums.ts'
import {
  Currency,
  chosenBounds,
  Meta,
  NonNegative,
  RedirectUrl,
  Reference,
  WebUrl,
} from '../kernel/values.ts'
import {
  count,
  distinct,
  madeId,
  maybe,
  positive,
  type Stored,
  text,
  time,
  timeline,
} from '../stored/parts.ts'
import type { Plan } from '../stored/plan.ts'
import { type Fee, storedFees } from './fees.ts'
import { storedNextAction } from './next-actions.ts'
import { type ProcessorResponse, processorResponseTypes } from './processor-responses.ts'

export const chargeTimers = ['after', 'expires', 'payer', 'settle'] as const
export type TimerName = (typeof chargeTimers)[number]

interface ChargeParts {
  customer: z.ZodType<Customer>
  method: z.ZodType<PaymentMethod>
  plan: z.ZodType<Plan>
}

/** A charge (contract, Charge) as it is stored; each decision creates the next version. */
export const storedCharge = ({ customer, method, plan }: ChargeParts) =>
  z.strictObject({
    id: madeId('chg'),
    /** Its v3 id. */
    number: z.int().positive(),
    reference: Reference,
    amount: positive(),
    currency: Currency,
    fees: storedFees(),
    customer,
    method,
    meta: Meta,
    redirectUrl: maybe(RedirectUrl),
    orderId: maybe(madeId('ord')),
    recurring: z.boolean(),
    merchantVatAmount: maybe(NonNegative),
    createdAt: time(),
    /** Origin and world prefix that the payer's browser can reach. */
    baseUrl: WebUrl.max(2000),
    plan,
    status: z.enum(chargeStatuses),
    /** Index into the plan's steps; -1 before the first. */
    step: z.int().min(-1),
    /** Wrong answers, or reads, in this step. */
    tries: count(),
    nextAction: maybe(storedNextAction()),
    processorResponse: maybe(z.enum(processorResponseTypes)),
    /** An outcome that a payer or tester chose; it takes precedence over the scenario's. */
    verdict: maybe(z.enum(processorResponseTypes)),
    settled: z.boolean(),
    settlementIds: z.array(madeId('stl')).max(1),
    /** Decimals of the currency: refunded, and in pending refunds. */
    refundedAmount: NonNegative,
    refundingAmount: NonNegative,
    /** In chargebacks, except those that the merchant has won; absent if it was never disputed. */
    disputedAmount: maybe(NonNegative),
    /** Names of its pending timers. */
    timers: distinct(z.enum(chargeTimers)),
    history: timeline(chargeStatuses, chargeActors),
    /** What only v3 knows, if v3 made it: its `tx_ref`, and the hosted payment that it is an attempt of. */
    v3: maybe(z.strictObject({ txRef: text().max(chosenBounds.txRef), linkId: maybe(madeId('lnk')) })),
    /** The account into which it was paid. */
    virtualAccountId: maybe(madeId('vac')),
  })
export type Charge = Stored<typeof storedCharge>

/** The reference under which v3 knows a charge. */
export const txRefOf = ({ v3, reference }: Pick<Charge, 'v3' | 'reference'>): string => v3?.txRef ?? reference

/** One line of a charge's timeline; `at` in milliseconds. */
export type Transition = Charge['history'][number]

/** What can happen to a charge once it exists. Amounts are decimals of its currency. */
export type ChargeCommand =
  | { type: 'authorize'; kind: AuthorizationKind; answer: string }
  | {
      type: 'payer'
      action: PayerAction
      processorResponse?: ProcessorResponse | undefined
    }
  | { type: 'read' }
  | { type: 'capture'; amount: number; fees: readonly Fee[]; verdict?: ProcessorResponse | undefined }
  | { type: 'void'; note: string }
  | { type: 'describe'; meta: Record<string, string> }
  /** `settlementId`: of the settlement that the charge joins when it settles. */
  | { type: 'timer'; name: TimerName; step: number; settlementId?: string | undefined }
  | { type: 'refund'; amount: number; refundId: string }
  | { type: 'refund_ended'; amount: number; refundId: string; succeeded: boolean }
  | { type: 'dispute'; amount: number; chargebackId: string }
  | {
      type: 'dispute_moved'
      amount: number
      chargebackId: string
      status: ChargebackStatus
      /** The amount is no longer disputed. */
      isFree: boolean
    }

export interface ChargeContext {
  now: number
  digits(count: number): string
  /** Milliseconds from success to settlement. */
  settleAfter: number
}
