import * as z from 'zod'
import { DateTime } from '../domain/kernel/values.ts'
import {
  accountId,
  authModelNames,
  paymentTypes,
  serviceRefMember,
  transactionStatuses,
} from './transaction-words.ts'

/** The v3 form of a card. */
export const WireTransactionCard = z.strictObject({
  first_6digits: z.string().meta({ examples: ['418742'] }),
  last_4digits: z.string().meta({ examples: ['4246'] }),
  issuer: z
    .string()
    .describe('Name of the bank that issued the card')
    .meta({ examples: ['Emulator Bank'] }),
  country: z
    .string()
    .describe('Country of the card: that of its billing address, or of the customer')
    .meta({ examples: ['NG'] }),
  type: z.string().meta({ examples: ['VISA'] }),
  expiry: z
    .string()
    .regex(/^\d\d\/\d\d$/)
    .meta({ examples: ['08/32'] }),
  token: z
    .string()
    .describe('Represents the card; always the same for the same payment method')
    .meta({ examples: ['tok_pmd_card000001'] }),
})

/** The v3 form of a charge: a transaction (its fields are not shown by the contract; observed). */
export const WireTransaction = z
  .strictObject({
    id: z
      .int()
      .describe('The id to verify the transaction with')
      .meta({ examples: [1000001] }),
    tx_ref: z
      .string()
      .describe('The reference of the charge')
      .meta({ examples: ['order-0001'] }),
    [serviceRefMember]: z
      .string()
      .describe("The service's own reference; never changes")
      .meta({ examples: ['ref_sample00000001'] }),
    device_fingerprint: z.string().meta({ examples: ['N/A'] }),
    amount: z.number().meta({ examples: [2500] }),
    currency: z.string().meta({ examples: ['NGN'] }),
    charged_amount: z.number().meta({ examples: [2500] }),
    app_fee: z
      .number()
      .describe('All fees except those of the merchant')
      .meta({ examples: [37.63] }),
    merchant_fee: z.number().meta({ examples: [0] }),
    processor_response: z
      .string()
      .nullable()
      .describe('Null until the issuer has decided')
      .meta({ examples: ['approved'] }),
    auth_model: z
      .enum(authModelNames)
      .describe('How the payer was authenticated')
      .meta({ examples: ['noauth'] }),
    ip: z.string().meta({ examples: ['N/A'] }),
    narration: z.string().meta({ examples: ['Charge order-0001'] }),
    status: z.enum(transactionStatuses),
    payment_type: z.enum(Object.values(paymentTypes)).meta({ examples: ['card'] }),
    created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    account_id: z
      .int()
      .describe("The merchant's account")
      .meta({ examples: [accountId] }),
    amount_settled: z
      .number()
      .nullable()
      .describe('The amount without the fees, once the charge has succeeded')
      .meta({ examples: [2462.37] }),
    card: WireTransactionCard.optional(),
    meta: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ examples: [null] }),
    customer: z.strictObject({
      id: z.int().meta({ examples: [1] }),
      name: z.string().meta({ examples: ['Adaobi Okafor'] }),
      phone_number: z.string().meta({ examples: ['2348012345678'] }),
      email: z.string().meta({ examples: ['adaobi@example.com'] }),
      created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    }),
  })
  .meta({ id: 'Transaction', description: 'A charge in v3 form' })
