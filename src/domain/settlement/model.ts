import * as z from 'zod'
import { Currency } from '../kernel/values.ts'
import { later, madeId, type Stored, time } from '../stored/parts.ts'

/**
 * A payout to the merchant, as it is stored: for the charges in one currency that settle within a day of the first, and the
 * refunds and chargebacks that are deducted meanwhile. Its sums are derived from those.
 */
export const storedSettlement = () =>
  z.strictObject({
    id: madeId('stl'),
    currency: Currency,
    /** When it is paid out, and nothing is added any more. Milliseconds. */
    dueAt: later(),
    createdAt: time(),
  })
export type Settlement = Stored<typeof storedSettlement>
