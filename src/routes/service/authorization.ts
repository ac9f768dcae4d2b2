import { z } from 'zod'
import type { Authorization } from '../../domain/charge/authorization.ts'
import { Address, Amount, bounds, camelKeys, Identifier, Nonce } from '../../domain/kernel/values.ts'

const { min, max } = bounds.otpDigits

/** contract, Authorization input. */
export const AuthorizationInput = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('otp'),
      otp: z.object({
        code: z
          .string()
          .regex(new RegExp(`^\\d{${min},${max}}$`), `must be ${min} to ${max} digits`)
          .meta({ examples: ['123456'] }),
      }),
    }),
    z.object({
      type: z.literal('pin'),
      pin: z.object({ nonce: Nonce, encrypted_pin: Identifier.meta({ examples: ['12345'] }) }),
    }),
    z.object({
      type: z.literal('external_3ds'),
      external_3ds: z.object({
        eci: z.string(),
        time: z.string().describe('UTC time of authentication'),
        authentication_token: z.string().describe('Base64 value'),
        transaction_id: z.string(),
        version: z.string().describe('3DS protocol version'),
        transaction_status: z.enum(['Y', 'N', 'U', 'A', 'R']),
        status_reason_code: z.string(),
        amount: Amount,
      }),
    }),
    z.object({ type: z.literal('avs'), avs: z.object({ address: Address }) }),
  ])
  .meta({ id: 'Authorization', description: 'The answer to a next action, discriminated by `type`' })

/** Of an external 3DS result only the transaction status counts. */
export const toAuthorization = (
  input: z.output<typeof AuthorizationInput> | undefined,
): Authorization | undefined => {
  if (input?.type !== 'external_3ds') return input && (camelKeys(input) as Authorization)
  return { type: 'external_3ds', external3ds: { transactionStatus: input.external_3ds.transaction_status } }
}
