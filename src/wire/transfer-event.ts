import type { z } from 'zod'
import { add } from '../domain/kernel/money.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import type { WebhookEvent } from '../domain/webhook/events.ts'
import { presentProcessorResponse } from './charge.ts'
import { isoTime } from './time.ts'
import { presentTransfer } from './transfer.ts'
import type { WireDisbursement, WireReversal } from './transfer-payloads.ts'

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
    // Fees are one amount; taxes are not separate.
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
