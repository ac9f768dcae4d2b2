import * as z from 'zod'
import { chargebackActors, chargebackStages, chargebackStatuses, chargebackTypes } from '../kernel/enums.ts'
import { Currency, chosenBounds, Reference } from '../kernel/values.ts'
import { later, madeId, maybe, positive, type Stored, time, timeline } from '../stored/parts.ts'
import type { Plan } from '../stored/plan.ts'

/** Bounds of `expiry`, in hours, and the default. */
export const expiryHours = { min: 1, max: 8760, usual: 168 } as const

/** How long the bank takes to decide once the merchant has contested a chargeback. Milliseconds (chosen). */
export const decidedAfterMs = 86_400_000

/** A payment that its payer disputes, as it is stored. */
export const storedChargeback = ({ plan }: { plan: z.ZodType<Plan> }) =>
  z.strictObject({
    id: madeId('cbk'),
    chargeId: madeId('chg'),
    /** The reference of the charge. */
    reference: Reference,
    /** A decimal of the currency. */
    amount: positive(),
    currency: Currency,
    stage: z.enum(chargebackStages),
    status: z.enum(chargebackStatuses),
    type: z.enum(chargebackTypes),
    /** Until when the merchant must respond. Milliseconds. */
    dueAt: later(),
    comment: maybe(z.string().max(chosenBounds.narration)),
    /** The merchant's evidence, as it was sent. */
    uploadedProof: maybe(z.string().max(chosenBounds.proof)),
    /** The settlements from which it was deducted, and in which it was returned, if its charge was settled then. */
    settlementId: maybe(madeId('stl')),
    returnedIn: maybe(madeId('stl')),
    /** What the scenario key of the request means: how the bank decides. */
    plan,
    history: timeline(chargebackStatuses, chargebackActors),
    createdAt: time(),
  })
export type Chargeback = Stored<typeof storedChargeback>
