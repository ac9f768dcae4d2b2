import * as z from 'zod'
import { DateTime } from '../domain/kernel/values.ts'
import { WireProcessorResponse } from './charge.ts'
import { WireTransfer } from './transfer.ts'

/** The data of `transfer.disburse` (observed): the transfer, and the debit and payout. */
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
    rate_used: z.number().describe('Units of the debited currency per unit of the other'),
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
