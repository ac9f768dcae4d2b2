import type { IdempotencyRecord, Token } from '../access/model.ts'
import type { Bill } from '../bill/model.ts'
import type { FeeSchedule } from '../charge/fees.ts'
import type { Charge } from '../charge/model.ts'
import type { Chargeback } from '../chargeback/model.ts'
import type { ChargeBatch } from '../checkout/batch-model.ts'
import type { PaymentLink } from '../checkout/model.ts'
import type { Customer } from '../customer/model.ts'
import type { PaymentMethod, StandInCard } from '../customer/payment-method.ts'
import type { V3Fixtures } from '../fixtures/v3.ts'
import type { Order } from '../order/model.ts'
import type { Refund } from '../refund/model.ts'
import type { Catalogue } from '../scenario/catalogue.ts'
import type { Rule } from '../scenario/rule.ts'
import type { Settlement } from '../settlement/model.ts'
import type { Balance } from '../transfer/balance.ts'
import type { Batch } from '../transfer/batch-model.ts'
import type { Beneficiary } from '../transfer/beneficiary.ts'
import type { Transfer } from '../transfer/model.ts'
import type { AccountBatch } from '../virtual-account/batch-model.ts'
import type { VirtualAccount } from '../virtual-account/model.ts'
import type { Delivery, Reversal, WebhookEndpoint, WebhookEvent } from '../webhook/events.ts'
import type { EncryptionMode } from './enums.ts'
import type { Flag, SequenceUse, UsedNonce } from './marks.ts'

/** Everything that a world stores, by collection. Values are immutable and are found by their `id`. */
export interface Collections {
  customers: Customer
  paymentMethods: PaymentMethod
  charges: Charge
  /** Hosted payments of v3. */
  links: PaymentLink
  orders: Order
  refunds: Refund
  settlements: Settlement
  chargebacks: Chargeback
  transfers: Transfer
  /** Bulk transfers. */
  batches: Batch
  /** Charges by token that were created together. */
  chargeBatches: ChargeBatch
  /** Bills that were paid. */
  bills: Bill
  virtualAccounts: VirtualAccount
  /** Virtual accounts that were created together. */
  accountBatches: AccountBatch
  beneficiaries: Beneficiary
  balances: Balance
  events: WebhookEvent
  deliveries: Delivery
  endpoints: WebhookEndpoint
  /** Field-encryption nonces that were used. */
  nonces: UsedNonce
  /** Uses of a sequence: `id` is the key and the customer. */
  sequences: SequenceUse
  tokens: Token
  idempotency: IdempotencyRecord
  /** Switches of the world that are on, such as `webhooks.held`. */
  flags: Flag
  rules: Rule
  /** The only pair of events that waits to be delivered in the wrong order. */
  reversals: Reversal
}

/** A collection as decisions see it: read-only. */
export interface Readable<T> {
  readonly size: number
  get(id: string): T | undefined
  has(id: string): boolean
  /** The value whose secondary index `index` is `key`. */
  by(index: string, key: string): T | undefined
  newestFirst(): Iterable<T>
  [Symbol.iterator](): Iterator<T>
}

export type State = { readonly [K in keyof Collections]: Readable<Collections[K]> }

/** What a decision receives besides the state: time, randomness and the world's fixed data. */
export interface Context {
  /** Milliseconds of the world's clock. */
  readonly now: number
  /** Milliseconds of the clock that tokens and webhook timestamps follow, because programs compare them with their own. */
  readonly programNow: number
  readonly catalogue: Catalogue
  readonly settings: DomainSettings
  /** `prefix_` and 14 letters and digits. */
  newId(prefix: string): string
  digits(count: number): string
  /** From 0 to just under 1. */
  random(): number
  /** Decrypts a value with the key of the fixtures; undefined if that fails. */
  decrypt(encrypted: string, nonce: string): string | undefined
}

/** Durations in milliseconds. */
export interface DomainSettings {
  fees: FeeSchedule
  settleAfterMs: number
  webhook: {
    delayMs: number
    retryDelaysMs: readonly number[]
    /** Form and signature of deliveries to an address that a request names. */
    callback: Pick<WebhookEndpoint, 'form' | 'secret' | 'signature' | 'header'>
  }
  v3: V3Fixtures
  encryption: EncryptionMode
  /** The cards that replace ciphertext that does not decrypt. */
  standInCards: readonly StandInCard[]
}
