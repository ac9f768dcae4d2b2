import * as z from 'zod'
import { feesOf } from '../../domain/charge/fees.ts'
import { MethodType } from '../../domain/customer/payment-method.ts'
import { bounds, Currency } from '../../domain/kernel/values.ts'
import { type Balance, findBalance } from '../../domain/transfer/balance.ts'
import { Envelope } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { WireCharge } from '../../wire/charge.ts'
import { serviceHeaders } from './common.ts'

const decimal = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN)

const AskFees = z.object({
  amount: z
    .string()
    .refine(
      (text) => decimal(text) >= bounds.amountMin && Number.isFinite(decimal(text)),
      `must be a number, at least ${bounds.amountMin}`,
    )
    .transform(decimal)
    .meta({ type: 'number', minimum: bounds.amountMin, examples: [1500.5] }),
  currency: Currency,
  payment_method: MethodType.describe('Type of the payment method'),
  card6: z
    .string()
    .regex(/^\d{6}$/, 'must be 6 digits')
    .optional()
    .describe('First digits of the card; fees do not depend on them'),
  network: z.string().min(1).optional().describe('Network of the card or operator; fees do not depend on it'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two uppercase letters (ISO 3166 alpha-2)')
    .optional()
    .describe('Fees do not depend on it'),
})

const WireFees = z
  .strictObject({ charge_amount: z.number().meta({ examples: [1500.5] }), fee: WireCharge.shape.fees })
  .meta({ id: 'Fees', description: 'What a charge would cost' })

const WireWallet = z
  .strictObject({
    currency: z.string().meta({ examples: ['NGN'] }),
    available_balance: z.number().meta({ examples: [100000000] }),
  })
  .meta({ id: 'WalletBalance', description: 'What the merchant can spend in a currency' })

const present = ({ id, available }: Balance): z.input<typeof WireWallet> => ({
  currency: id,
  available_balance: available,
})

const common = {
  method: 'get',
  family: 'service',
  access: { oauth: 'payments:read' },
  headers: serviceHeaders,
} as const

/** What a payment costs, and the money that the merchant has. */
export const walletOperations = [
  operation({
    ...common,
    id: 'getFees',
    path: '/fees',
    tag: 'Fees',
    summary: 'Retrieve the fees that a charge would have',
    query: AskFees,
    responses: { 200: Envelope(WireFees) },
    handle: ({ world, query: { amount, currency, payment_method: type } }) =>
      success(200, 'Fees fetched', {
        charge_amount: amount,
        fee: feesOf(world.fixtures.fees[type], amount, currency, undefined),
      }),
  }),
  operation({
    ...common,
    id: 'listWalletBalances',
    path: '/wallets/balances',
    tag: 'Wallets',
    summary: 'List the balances of all currencies',
    responses: { 200: Envelope(z.array(WireWallet)) },
    handle: ({ world }) => success(200, 'Balances fetched', Array.from(world.state.balances, present)),
  }),
  operation({
    ...common,
    id: 'getWalletBalance',
    path: '/wallets/balances/:currency',
    tag: 'Wallets',
    summary: 'Retrieve the balance of a currency',
    responses: { 200: Envelope(WireWallet) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(
        200,
        'Balance fetched',
        present(findBalance(world.state.balances, param('currency'), 'GET /wallets/balances')),
      ),
  }),
]
