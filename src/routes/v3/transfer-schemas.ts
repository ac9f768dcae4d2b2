import * as z from 'zod'
import { transferCurrencies, transferStatuses } from '../../domain/kernel/enums.ts'
import { oneOf } from '../../domain/kernel/nearest.ts'
import { Amount, bounds, Currency, chosenBounds, WebUrl } from '../../domain/kernel/values.ts'
import type { Plan } from '../../domain/stored/plan.ts'
import type { NewTransfer } from '../../domain/transfer/create.ts'
import type { TransferMeta } from '../../domain/transfer/model.ts'
import { TimeFilter } from '../service/common.ts'
import { V3PageQuery } from './envelope.ts'

const text = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

/** As in the service: an amount is a number or, because some client libraries send it so, a numeric string. */
export const AmountText = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,10})?$/)
  .refine((digits) => Number(digits) >= bounds.amountMin)
const amountRule = `must be a number of at least ${bounds.amountMin}`
export const V3Amount = z.union([Amount, AmountText], { error: amountRule })

/** The longest reference suffix that selects a scenario. Characters. */
const markerMax = 41

/** Chosen: v3 references may hold `_`, because test transfers carry suffixes such as `_PMCK`. */
const TransferReference = z
  .string()
  .min(bounds.reference.min, `must have at least ${bounds.reference.min} characters`)
  .max(bounds.reference.max + markerMax, `must have at most ${bounds.reference.max} characters`)
  .regex(/^[A-Za-z0-9_-]*$/, 'must consist of letters, digits, hyphens and underscores only')

const Member = z.record(z.string(), z.unknown())

const BeneficiaryId = z.union([z.int().positive(), z.string().regex(/^\d{1,15}$/)], {
  error: 'must be the id of a saved beneficiary',
})

/** contract, Create a transfer. As in the service, null is the same as an omitted field. */
export const TransferBody = z.object({
  account_bank: text(40)
    .nullish()
    .describe('Beneficiary bank code; GET /v3/banks/{country} lists them')
    .meta({ examples: ['044'] }),
  account_number: text(34)
    .nullish()
    .describe('Beneficiary account number')
    .meta({ examples: ['0690000031'] }),
  beneficiary: BeneficiaryId.nullish().describe(
    'Id of an existing beneficiary, instead of account_bank and account_number',
  ),
  amount: V3Amount.describe(`Amount to transfer, at least ${bounds.amountMin}`).meta({
    examples: [5500],
  }),
  narration: z
    .string()
    .max(chosenBounds.narration, `must have at most ${chosenBounds.narration} characters`)
    .nullish()
    .describe('Text describing the transfer')
    .meta({ examples: ['Salary for January'] }),
  currency: z
    .enum(transferCurrencies)
    .describe('Currency that the beneficiary receives')
    .meta({ examples: ['NGN'] }),
  reference: TransferReference.nullish()
    .describe(
      `The merchant's unique reference, ${bounds.reference.min} to ${bounds.reference.max} letters, digits, hyphens and underscores, not counting a suffix that selects a scenario; generated if absent`,
    )
    .meta({ examples: ['payout-0001'] }),
  beneficiary_name: text(100)
    .nullish()
    .describe('Name of the beneficiary; looked up if absent')
    .meta({ examples: ['Forrest Greene'] }),
  callback_url: WebUrl.nullish()
    .describe('Receives the final transfer instead of the webhook endpoints')
    .meta({ examples: ['https://merchant.example/transfers'] }),
  debit_currency: Currency.nullish()
    .describe('Currency of the balance to debit; the currency of the transfer by default')
    .meta({ examples: ['NGN'] }),
  destination_branch_code: text(40)
    .nullish()
    .describe('Required for GHS only; GET /v3/banks/{id}/branches lists the codes'),
  meta: z
    .union([Member, z.array(Member).min(1).max(10)], { error: 'must be an object, or a list of objects' })
    .nullish()
    .describe(
      'Extra information. An international transfer in USD omits account_bank and sets account_number, bank_name, beneficiary_name and swift_code or routing_number here',
    ),
})

/** Converts a validated body to the domain's transfer input. */
export const toNewTransfer = (body: z.output<typeof TransferBody>, plan: Plan): NewTransfer => ({
  accountBank: body.account_bank ?? undefined,
  accountNumber: body.account_number ?? undefined,
  beneficiary: body.beneficiary == null ? undefined : String(body.beneficiary),
  amount: Number(body.amount),
  narration: body.narration ?? undefined,
  currency: body.currency,
  reference: body.reference ?? undefined,
  beneficiaryName: body.beneficiary_name ?? undefined,
  callbackUrl: body.callback_url ?? undefined,
  debitCurrency: body.debit_currency ?? undefined,
  destinationBranchCode: body.destination_branch_code ?? undefined,
  meta: (body.meta ?? undefined) as TransferMeta | undefined,
  plan,
})

export const ListTransfers = z.object({
  ...V3PageQuery,
  ...TimeFilter,
  status: z
    .string()
    .regex(new RegExp(`^(${transferStatuses.join('|')})$`, 'i'), {
      error: ({ input }) => oneOf(input, transferStatuses),
    })
    .optional()
    .describe(`One of ${transferStatuses.join(', ')}, in any case`),
  reference: z.string().optional().describe("The merchant's reference"),
})

export const FeeQuery = z.object({
  amount: AmountText.describe('Amount to transfer').meta({ examples: ['5500'] }),
  // As in the service: client libraries omit it.
  currency: z
    .enum(transferCurrencies)
    .default('NGN')
    .describe('Currency of the transfer')
    .meta({ examples: ['NGN'] }),
})

export const WireFee = z.strictObject({
  currency: z.string().meta({ examples: ['NGN'] }),
  fee_type: z.literal('value'),
  fee: z.number().meta({ examples: [26.88] }),
})

export const RateQuery = z.object({
  amount: AmountText.describe('Amount that arrives, in destination_currency').meta({ examples: ['100'] }),
  destination_currency: Currency.describe('Currency that the beneficiary receives').meta({
    examples: ['USD'],
  }),
  source_currency: Currency.describe('Currency of the balance').meta({ examples: ['NGN'] }),
})

const Money = (currency: string, amount: number) =>
  z.strictObject({
    currency: z.string().meta({ examples: [currency] }),
    amount: z.number().meta({ examples: [amount] }),
  })

export const WireRate = z
  .strictObject({
    rate: z
      .number()
      .describe('Units of the source currency for one of the destination currency')
      .meta({ examples: [1500] }),
    source: Money('NGN', 150_000),
    destination: Money('USD', 100),
  })
  .meta({ id: 'TransferRate', description: 'What a transfer into another currency takes from a balance' })
