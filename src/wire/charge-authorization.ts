import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { NextAction, NextActionType } from '../domain/charge/next-actions.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'
import { authModelOf, serviceRefOf } from './transaction-words.ts'

const addressFields = ['city', 'address', 'state', 'country', 'zipcode'] as const
const validate = '/v3/validate-charge'

const mode = <M extends string, S extends z.ZodRawShape>(name: M, shape: S) =>
  z.strictObject({ mode: z.literal(name), ...shape })

/** What the program does next with a v3 charge, discriminated by `mode` (observed). */
export const WireChargeAuthorization = z
  .discriminatedUnion('mode', [
    mode('noauth', {}).describe('Nothing: the charge has ended, or waits for the merchant'),
    mode('pin', { fields: z.array(z.literal('pin')) }).describe('Send the charge again with the PIN'),
    mode('avs_noauth', { fields: z.array(z.enum(addressFields)) }).describe(
      'Send the charge again with the billing address',
    ),
    mode('otp', { endpoint: z.literal(validate) }).describe('Send the OTP of the payer'),
    mode('redirect', { redirect: z.string() }).describe('Send the payer there'),
    mode('callback', { redirect: z.string().optional(), note: z.string().optional() }).describe(
      'Wait for the webhook, or verify the transaction',
    ),
    mode('ussd', { note: z.string() }).describe('Show the payer the code'),
    mode('banktransfer', {
      transfer_reference: z.string(),
      transfer_account: z.string(),
      transfer_bank: z.string(),
      account_expiration: DateTime,
      transfer_note: z.string(),
      transfer_amount: z.number(),
    }).describe('Show the payer the account'),
  ])
  .meta({
    id: 'ChargeAuthorization',
    description: 'What the program does next, discriminated by `mode`',
    examples: [{ mode: 'noauth' }],
  })

type Authorization = z.input<typeof WireChargeAuthorization>
type Presenter<K extends NextActionType> = (
  next: Extract<NextAction, { type: K }>,
  charge: Charge,
) => Authorization

/** The mode of each next action; that of a USSD code differs from other instructions. */
const presenters = {
  redirect_url: ({ url }) => ({ mode: 'redirect', redirect: url }),
  requires_additional_fields: () => ({ mode: 'avs_noauth', fields: [...addressFields] }),
  requires_pin: () => ({ mode: 'pin', fields: ['pin'] }),
  requires_requery: () => ({ mode: 'callback' }),
  requires_otp: () => ({ mode: 'otp', endpoint: validate }),
  requires_capture: () => ({ mode: 'noauth' }),
  payment_instruction: ({ type, note }, { method }) => ({
    mode: authModelOf(type, method.type) === 'ussd' ? 'ussd' : 'callback',
    note,
  }),
  requires_bank_transfer: ({ accountNumber, bankName, expiresAt, note }, charge) => ({
    mode: 'banktransfer',
    transfer_reference: serviceRefOf(charge),
    transfer_account: accountNumber,
    transfer_bank: bankName,
    account_expiration: isoTime(expiresAt),
    transfer_note: note ?? `Transfer exactly ${charge.amount} ${charge.currency}`,
    transfer_amount: charge.amount,
  }),
  qr_code: ({ url }) => ({ mode: 'callback', redirect: url }),
} as const satisfies { [K in NextActionType]: Presenter<K> }

/** What the program does next with a charge. */
export function presentChargeAuthorization(charge: Charge): Authorization {
  if (charge.nextAction === undefined) return { mode: 'noauth' }
  const present = presenters[charge.nextAction.type] as (next: NextAction, charge: Charge) => Authorization
  return present(charge.nextAction, charge)
}
