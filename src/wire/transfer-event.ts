import { z } from 'zod'
import { add } from '../domain/kernel/money.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import type { WebhookEvent } from '../domain/webhook/events.ts'
import { presentProcessorResponse, WireProcessorResponse } from './charge.ts'
import { isoTime } from './time.ts'
import { presentTransfer, WireTransfer } from './transfer.ts'

/** The data of `transfer.disburse` (observed): the transfer, and how its money went. */
export const WireDisbursement = WireTransfer.extend({
  type: z.literal('BANK'),
  source_currency: z.string().describe('Currency of the balance that was debited'),
  destination_currency: z.string().describe('Currency that the beneficiary receives'),
  bank: z.strictObject({
    account_number: z.string(),
    code: z.string(),
    name: z.string(),
    branch: z.string().optional(),
  }),
  debit_information: z.strictObject({
    currency: z.string(),
    actual_debit_amount: z.number().describe('Amount and fee, in the currency that was debited'),
    rate_used: z.number().describe('Units of the debited currency for one of the other'),
    vat: z.number(),
  }),
  provider_response: WireProcessorResponse.nullable().describe('Null until the transfer has ended'),
})

/** The data of `transfer.reversal` (observed): the same, and how the money came back. */
export const WireReversal = WireDisbursement.extend({
  reversal: z.strictObject({
    reversal_datetime: DateTime,
    initial_status: z.literal('SUCCESSFUL'),
    reconciliation_status: z.literal('COMPLETED'),
    reconciliation_type: z.literal('FULL'),
  }),
})

/** The data of an event about a transfer. */
export const presentTransferEvent = (
  transfer: Transfer,
  { type, at }: Pick<WebhookEvent, 'type' | 'at'>,
): z.input<typeof WireDisbursement> | z.input<typeof WireReversal> => ({
  ...presentTransfer(transfer),
  type: 'BANK',
  source_currency: transfer.debitCurrency,
  destination_currency: transfer.currency,
  bank: {
    account_number: transfer.accountNumber,
    code: transfer.bankCode,
    name: transfer.bankName,
    ...(transfer.branchCode !== undefined && { branch: transfer.branchCode }),
  },
  debit_information: {
    currency: transfer.debitCurrency,
    actual_debit_amount: transfer.debit,
    rate_used: rateOf(transfer),
    // Fees are given as a whole; no tax is told apart.
    vat: 0,
  },
  provider_response: providerResponse(transfer),
  ...(type === 'transfer.reversal' && {
    reversal: {
      reversal_datetime: isoTime(at),
      initial_status: 'SUCCESSFUL' as const,
      reconciliation_status: 'COMPLETED' as const,
      reconciliation_type: 'FULL' as const,
    },
  }),
})

/** To six decimals; 1 within one currency. */
const rateOf = ({ amount, fee, debit, currency, debitCurrency }: Transfer): number =>
  currency === debitCurrency ? 1 : Math.round((debit / add(amount, fee)) * 1e6) / 1e6

function providerResponse({ status, funded, reversed }: Transfer) {
  if (status === 'SUCCESSFUL') return presentProcessorResponse('approved')
  if (status !== 'FAILED') return null
  if (reversed) return presentProcessorResponse('unsolicited_reversal')
  return presentProcessorResponse(funded ? 'error' : 'insufficient_funds')
}
