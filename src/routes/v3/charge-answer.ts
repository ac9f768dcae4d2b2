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

/** The answer of a charge: the transaction, and what comes next. */
export const ChargeEnvelope = V3Envelope(message, WireTransaction).extend({
  meta: z.strictObject({ authorization: WireChargeAuthorization }),
})

/** The same with the example of a charge that waits for its payer. */
export const PendingEnvelope = ChargeEnvelope.meta({
  examples: [
    {
      status: 'success',
      message,
      data: v3PendingSample as z.input<typeof WireTransaction>,
      meta: { authorization: { mode: 'ussd', note: 'Dial *000*123456# to pay.' } },
    },
  ],
})

export const initiated = (charge: Charge) =>
  success(200, message, presentTransaction(charge), {
    meta: { authorization: presentChargeAuthorization(charge) },
  })

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
