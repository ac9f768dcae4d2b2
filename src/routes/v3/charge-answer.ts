import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { customerByEmail } from '../../domain/customer/commands.ts'
import type { RuleSubject } from '../../domain/scenario/rule-match.ts'
import type { World } from '../../emulator/world.ts'
import { success } from '../../http/reply.ts'
import { presentChargeAuthorization, WireChargeAuthorization } from '../../wire/charge-authorization.ts'
import { presentTransaction } from '../../wire/present-transaction.ts'
import { v3PendingSample } from '../../wire/samples.ts'
import { WireTransaction } from '../../wire/transaction.ts'
import { serviceHeaders } from '../service/common.ts'
import type { ChargeFields } from './charge-schemas.ts'
import { toMeta } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'

const message = 'Charge initiated'

/** What the endpoints that charge a payer have in common. */
export const chargeCommon = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 charges',
  headers: serviceHeaders,
  method: 'post',
} as const

/** A transaction as the answer of its charge has it (observed): programs show the payer texts of it. */
const WireInitiated = WireTransaction.extend({
  processor_response: WireTransaction.shape.processor_response.describe(
    'What the payer does where an OTP is awaited; null until the issuer has decided',
  ),
  fraud_status: z.literal('ok').meta({ examples: ['ok'] }),
  payment_code: z
    .string()
    .optional()
    .describe('The code in what the payer of a USSD charge dials')
    .meta({ examples: ['123456'] }),
  meta: z
    .union([
      z.record(z.string(), z.string()),
      z
        .strictObject({ authorization: WireChargeAuthorization })
        .describe('For a bank account: again what comes next'),
    ])
    .nullable()
    .meta({ examples: [null] }),
}).meta({ id: 'InitiatedTransaction', description: 'A charge in v3 form, as the answer of its creation' })

const meta = z.strictObject({ authorization: WireChargeAuthorization })

/** The answer of a charge by token, for which its payer does nothing: the transaction, and what comes next. */
export const ChargeEnvelope = V3Envelope(message, WireInitiated.omit({ payment_code: true })).extend({ meta })

/** The same with the example of a charge that waits for its payer. */
export const PendingEnvelope = V3Envelope(message, WireInitiated)
  .extend({ meta })
  .meta({
    examples: [
      {
        status: 'success',
        message,
        data: { ...v3PendingSample, fraud_status: 'ok', payment_code: '123456' } as z.input<
          typeof WireInitiated
        >,
        meta: { authorization: { mode: 'ussd', note: 'Dial *000*123456# to pay.' } },
      },
    ],
  })

export function initiated(charge: Charge) {
  const authorization = presentChargeAuthorization(charge)
  return success(200, message, present(charge, authorization), { meta: { authorization } })
}

function present(
  charge: Charge,
  authorization: z.input<typeof WireChargeAuthorization>,
): z.input<typeof WireInitiated> {
  const shown = presentTransaction(charge)
  const code = authorization.mode === 'ussd' ? /\*(\d+)#/.exec(authorization.note)?.[1] : undefined
  return {
    ...shown,
    processor_response: authorization.mode === 'otp' ? otpPrompt : shown.processor_response,
    fraud_status: 'ok',
    ...(code !== undefined && { payment_code: code }),
    // Programs look for it there with bank accounts, and beside the data with everything else.
    meta: charge.method.type === 'bank_account' ? { authorization } : shown.meta,
  }
}

const otpPrompt = 'Please enter the OTP that was sent to you'

/** What rules compare in a request that charges a payer. */
export const chargeSubject = (
  { state }: World,
  body: Pick<ChargeFields, 'tx_ref' | 'email' | 'amount' | 'meta'>,
): Partial<RuleSubject> => ({
  reference: body.tx_ref,
  email: body.email,
  customerId: customerByEmail(state, body.email)?.id,
  amount: Number(body.amount),
  meta: toMeta(body.meta),
})
