import * as z from 'zod'
import { maxDurationMs } from '../kernel/duration.ts'
import {
  type TransferStatus,
  type TransferVerdict,
  transferActors,
  transferCurrencies,
  transferOutcomes,
  transferStatuses,
} from '../kernel/enums.ts'
import { Amount, Currency, chosenBounds, NonNegative, WebUrl } from '../kernel/values.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import {
  distinct,
  maybe,
  numberText,
  type Stored,
  scenarioKey,
  text,
  time,
  timeline,
} from '../stored/parts.ts'

export const transferSteps = ['pending', 'settle', 'reverse'] as const

const delay = () => z.int().min(0).max(maxDurationMs)

/** The course of a transfer, from its scenario and the fixtures' delays. Milliseconds from its start. */
const storedCourse = () =>
  z.strictObject({
    /** The scenario key or reference suffix that selected it; empty: the default. */
    key: scenarioKey(),
    outcome: z.enum(transferOutcomes),
    completeMessage: maybe(text().max(chosenBounds.completeMessage)),
    pendingAfter: delay(),
    /** Undefined: never. */
    settlesAfter: maybe(delay()),
    /** Counted from the success. */
    reversesAfter: delay(),
  })
export type TransferCourse = Stored<typeof storedCourse>

/** Any extra information of a transfer, as the merchant sent it. */
const storedMeta = () => {
  const member = z.record(z.string(), z.unknown())
  return z.union([z.array(member).min(1), member])
}
export type TransferMeta = Stored<typeof storedMeta>

/**
 * A transfer (contract, Transfer record) as it is stored: each decision creates the next version. Amounts are decimals.
 */
export const storedTransfer = ({ webhooks }: { webhooks: z.ZodType<WebhookPlan> }) =>
  z
    .strictObject({
      /** Its v3 id, an integer as text. */
      id: numberText(),
      reference: z
        .string()
        .regex(/^[A-Za-z0-9_-]{6,}$/, 'must be 6 or more letters, digits, hyphens and underscores'),
      accountNumber: text(),
      bankCode: text(),
      bankName: text(),
      branchCode: maybe(text()),
      fullName: text(),
      amount: Amount,
      currency: z.enum(transferCurrencies),
      fee: NonNegative,
      debitCurrency: Currency,
      /** Amount and fee, in the debit currency. */
      debit: NonNegative,
      /** Whether the balance was sufficient. */
      funded: z.boolean(),
      narration: z.string().max(chosenBounds.narration),
      meta: maybe(storedMeta()),
      /** Receives the transfer's events instead of the webhook endpoints. */
      callbackUrl: maybe(WebUrl),
      course: storedCourse(),
      webhooks: maybe(webhooks),
      createdAt: time(),
      /** Start of the course: the creation, or the approval. */
      startedAt: time(),
      status: z.enum(transferStatuses),
      /** Empty until the transfer ends. */
      completeMessage: z.string(),
      requiresApproval: z.boolean(),
      isApproved: z.boolean(),
      /** The money came back after the success. */
      reversed: z.boolean(),
      /** The transfer that this one retries. */
      retryOf: maybe(numberText()),
      /** The transfers that retried this one. */
      retries: distinct(numberText()),
      history: timeline(transferStatuses, transferActors),
    })
    .refine(({ status, completeMessage }) => hasEnded(status) === completeMessage.length > 0, {
      path: ['completeMessage'],
      error: 'is required once the transfer has ended, and must be empty before',
    })
    .refine(({ requiresApproval, isApproved }) => requiresApproval || isApproved, {
      path: ['isApproved'],
      error: 'must be true where no approval is required',
    })
    .refine(({ status, isApproved }) => isApproved || status === 'NEW' || status === 'FAILED', {
      path: ['isApproved'],
      error: 'must be true for a transfer that has left',
    })
    .refine(({ status, funded }) => funded || status !== 'SUCCESSFUL', {
      path: ['funded'],
      error: 'must be true for a transfer that was paid out',
    })
    .refine(({ reversed, status, funded }) => !reversed || (status === 'FAILED' && funded), {
      path: ['reversed'],
      error: 'must be true for a FAILED transfer only, and one that was paid out before',
    })
    .refine(({ status, retries }) => status === 'FAILED' || retries.length === 0, {
      path: ['retries'],
      error: 'must be empty where the transfer has not failed',
    })
    .refine(({ status, history }) => history.at(-1)?.status === status, {
      path: ['history'],
      error: 'must end with the status',
    })
export type Transfer = Stored<typeof storedTransfer>

/** One line of a transfer's timeline; `at` in milliseconds. */
export type TransferTransition = Transfer['history'][number]

const hasEnded = (status: TransferStatus): boolean => status === 'SUCCESSFUL' || status === 'FAILED'

export type TransferStep = (typeof transferSteps)[number]

/** What can happen to a transfer once it exists. */
export type TransferCommand =
  | { type: 'timer'; step: TransferStep }
  | { type: 'outcome'; status: TransferVerdict; completeMessage?: string }
