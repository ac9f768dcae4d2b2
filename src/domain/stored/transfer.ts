import { z } from 'zod'
import { transferStatuses } from '../transfer.ts'
import { WebUrl } from '../values.ts'
import { count, decimal, id, text, time } from './parts.ts'
import { StoredWebhooks } from './plan.ts'

const transferStatus = z.enum(transferStatuses)

/** A transfer as it is stored. */
export const Transfer = z.object({
  id,
  reference: text,
  accountNumber: text,
  bankCode: text,
  bankName: text,
  fullName: text,
  amount: decimal,
  currency: text,
  fee: decimal,
  debitCurrency: text,
  debit: decimal,
  funded: z.boolean(),
  narration: text,
  meta: z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]).optional(),
  callbackUrl: WebUrl.optional(),
  course: z.object({
    key: text,
    outcome: z.enum(['successful', 'failed', 'reversed']),
    completeMessage: text.optional(),
    pendingAfter: count,
    settlesAfter: count.optional(),
    reversesAfter: count,
  }),
  webhooks: StoredWebhooks.optional(),
  createdAt: time,
  startedAt: time,
  status: transferStatus,
  completeMessage: text,
  requiresApproval: z.boolean(),
  isApproved: z.boolean(),
  reversed: z.boolean(),
  retryOf: text.optional(),
  retries: z.array(text),
  history: z.array(
    z.object({
      at: time,
      status: transferStatus,
      actor: z.enum(['merchant', 'clock', 'tester']),
      note: text,
    }),
  ),
})
