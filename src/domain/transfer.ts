import type { WebhookPlan } from './scenario.ts'

export type TransferStatus = 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED'
export const transferStatuses = ['NEW', 'PENDING', 'SUCCESSFUL', 'FAILED'] as const

/** Any extra information of a transfer, as the merchant sent it. */
export type TransferMeta = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[]

/** The way a transfer goes, its scenario and the fixtures' delays put together. Milliseconds from its start. */
export interface TransferCourse {
  /** The scenario key or reference ending that chose it; empty: the default. */
  readonly key: string
  readonly outcome: 'successful' | 'failed' | 'reversed'
  readonly completeMessage: string | undefined
  readonly pendingAfter: number
  /** Undefined: never. */
  readonly settlesAfter: number | undefined
  /** From the success. */
  readonly reversesAfter: number
}

/** One line of a transfer's timeline; `at` in milliseconds. */
export interface TransferTransition {
  readonly at: number
  readonly status: TransferStatus
  readonly actor: 'merchant' | 'clock' | 'tester'
  readonly note: string
}

/** A transfer (contract, Transfer record); immutable: each decision makes the next one. Amounts are decimals. */
export interface Transfer {
  /** The integer by which v3 knows it, as text. */
  readonly id: string
  readonly reference: string
  readonly accountNumber: string
  readonly bankCode: string
  readonly bankName: string
  readonly fullName: string
  readonly amount: number
  readonly currency: string
  readonly fee: number
  readonly debitCurrency: string
  /** Amount and fee, in the debit currency. */
  readonly debit: number
  /** Whether the balance could bear it. */
  readonly funded: boolean
  readonly narration: string
  readonly meta: TransferMeta | undefined
  /** Gets the transfer's events in the place of the webhook endpoints. */
  readonly callbackUrl: string | undefined
  readonly course: TransferCourse
  readonly webhooks: WebhookPlan | undefined
  readonly createdAt: number
  /** When the course began: the creation, or the approval. */
  readonly startedAt: number
  readonly status: TransferStatus
  readonly completeMessage: string
  readonly requiresApproval: boolean
  readonly isApproved: boolean
  /** The money came back after the success. */
  readonly reversed: boolean
  /** The transfer that this one tries again. */
  readonly retryOf: string | undefined
  /** The transfers that tried this one again. */
  readonly retries: readonly string[]
  readonly history: readonly TransferTransition[]
}

export type TransferStep = 'pending' | 'settle' | 'reverse'

/** What can happen to a transfer once it exists. */
export type TransferCommand =
  | { type: 'timer'; step: TransferStep }
  | { type: 'outcome'; status: 'approved' | 'successful' | 'failed' | 'reversed'; completeMessage?: string }
