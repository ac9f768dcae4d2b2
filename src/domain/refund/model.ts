import * as z from 'zod'
import { refundStates } from '../kernel/enums.ts'
import { Currency, chosenBounds, Meta, Reference } from '../kernel/values.ts'
import { madeId, maybe, positive, type Stored, time } from '../stored/parts.ts'
import type { Plan } from '../stored/plan.ts'

/** How long a refund takes. Milliseconds of the world's clock (chosen; not shown by the contract). */
export const refundAfterMs = 2000

/** A full or partial refund of a charge, as it is stored. */
export const storedRefund = ({ plan }: { plan: z.ZodType<Plan> }) =>
  z.strictObject({
    id: madeId('rfd'),
    chargeId: madeId('chg'),
    /** The charge's reference, by which events about the refund are found. */
    reference: Reference,
    /** A decimal of the currency. */
    amount: positive(),
    currency: Currency,
    reason: maybe(z.string().min(1).max(chosenBounds.refundReason)),
    meta: Meta,
    status: z.enum(refundStates),
    /** What the scenario key of the request means; any processor response but `approved` makes the refund fail. */
    plan,
    /** The settlement from which it was deducted, if its charge was settled before. */
    settlementId: maybe(madeId('stl')),
    createdAt: time(),
  })
export type Refund = Stored<typeof storedRefund>
