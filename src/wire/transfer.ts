import * as z from 'zod'
import { transferStatuses } from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Transfer, TransferMeta } from '../domain/transfer/model.ts'
import { isoTime } from './time.ts'

const Flag = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' })

/** contract, Transfer record, and further fields that client libraries read (observed). */
export const WireTransfer = z
  .strictObject({
    id: z
      .int()
      .describe('The id to retrieve and retry the transfer with')
      .meta({ examples: [5000001] }),
    account_number: z.string().meta({ examples: ['0690000031'] }),
    bank_code: z.string().meta({ examples: ['044'] }),
    full_name: z
      .string()
      .describe('Name of the account holder')
      .meta({ examples: ['Forrest Greene'] }),
    fullname: z
      .string()
      .describe('The same as full_name')
      .meta({ examples: ['Forrest Greene'] }),
    created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    currency: z.string().meta({ examples: ['NGN'] }),
    debit_currency: z.string().meta({ examples: ['NGN'] }),
    amount: z.number().meta({ examples: [5500] }),
    fee: z
      .number()
      .describe('In the currency of the transfer')
      .meta({ examples: [26.88] }),
    status: z.enum(transferStatuses).describe('Ends as SUCCESSFUL or FAILED'),
    reference: z.string().meta({ examples: ['payout-0001'] }),
    meta: z
      .union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown()))])
      .nullable()
      .meta({ examples: [null] }),
    narration: z.string().meta({ examples: ['Salary for January'] }),
    complete_message: z
      .string()
      .describe('Empty until the transfer has ended')
      .meta({ examples: [''] }),
    requires_approval: Flag.meta({ examples: [0] }),
    is_approved: Flag.meta({ examples: [1] }),
    approver: z
      .string()
      .nullable()
      .describe('Who approved it; null if no approval is required or none was given yet')
      .meta({ examples: [null] }),
    bank_name: z.string().meta({ examples: ['Anchor Bank'] }),
  })
  .meta({ id: 'Transfer', description: 'A transfer record' })

/** The wire form of a transfer. */
export const presentTransfer = (transfer: Transfer): z.input<typeof WireTransfer> => ({
  id: Number(transfer.id),
  account_number: transfer.accountNumber,
  bank_code: transfer.bankCode,
  full_name: transfer.fullName,
  fullname: transfer.fullName,
  created_at: isoTime(transfer.createdAt),
  currency: transfer.currency,
  debit_currency: transfer.debitCurrency,
  amount: transfer.amount,
  fee: transfer.fee,
  status: transfer.status,
  reference: transfer.reference,
  meta: presentMeta(transfer.meta),
  narration: transfer.narration,
  complete_message: transfer.completeMessage,
  requires_approval: transfer.requiresApproval ? 1 : 0,
  is_approved: transfer.isApproved ? 1 : 0,
  approver: transfer.requiresApproval && transfer.isApproved ? 'tester' : null,
  bank_name: transfer.bankName,
})

const presentMeta = (meta: TransferMeta | undefined): z.input<typeof WireTransfer>['meta'] =>
  Array.isArray(meta) ? [...meta] : ((meta as Record<string, unknown> | undefined) ?? null)
