import * as z from 'zod'
import { Currency } from '../kernel/values.ts'
import { later, madeId, type Stored, time } from '../stored/parts.ts'

/**
 * A payout to the merchant, as it is stored: for the charges in one currency that settle on one day (UTC), and the refunds and
 * chargebacks that are deducted that day. Its sums are derived from those.
 */
export const storedSettlement = () =>
  z.strictObject({
    id: madeId('stl'),
    currency: Currency,
    /** The end of the day, when it is paid out. Milliseconds. */
    dueAt: later(),
    createdAt: time(),
  })
export type Settlement = Stored<typeof storedSettlement>
