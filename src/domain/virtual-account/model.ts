import * as z from 'zod'
import { accountTypes, virtualAccountCurrencies, virtualAccountStatuses } from '../kernel/enums.ts'
import { chosenBounds, Identifier, Meta, NonNegative, Reference } from '../kernel/values.ts'
import { count, later, madeId, maybe, type Stored, text, time } from '../stored/parts.ts'
import type { Plan } from '../stored/plan.ts'

/** Bounds of `expiry`, in seconds. */
export const expirySeconds = { min: 60, max: 31_536_000 } as const

/** A bank account that customers pay in to, as it is stored: each payment becomes a charge. */
export const storedVirtualAccount = ({ plan }: { plan: z.ZodType<Plan> }) =>
  z
    .strictObject({
      id: madeId('vac'),
      reference: Reference,
      customerId: Identifier,
      /** What a payment must be, as a decimal of the currency; 0: any amount. */
      amount: NonNegative,
      currency: z.enum(virtualAccountCurrencies),
      /** `dynamic`: for one payment; `static`: for many. */
      accountType: z.enum(accountTypes),
      accountNumber: z.string().regex(/^\d{10}$/, 'must be 10 digits'),
      bankName: text(),
      /** When it becomes inactive. Milliseconds. */
      expiresAt: later(),
      note: text(),
      meta: Meta,
      status: z.enum(virtualAccountStatuses),
      /** What the scenario key of the request means for the charges. */
      plan,
      /** How many payments it has received. */
      payments: count(),
      /** The charge of the last payment. */
      lastChargeId: maybe(madeId('chg')),
      createdAt: time(),
      /** Under which v3 knows it and its charges, if v3 made it. */
      txRef: maybe(text().max(chosenBounds.txRef)),
    })
    .refine(({ accountType, amount }) => accountType === 'dynamic' || amount === 0, {
      path: ['amount'],
      error: 'must be 0 for a static account',
    })
    .refine(({ payments, lastChargeId }) => payments > 0 === (lastChargeId !== undefined), {
      path: ['lastChargeId'],
      error: 'must be the id of a charge if the account has received payments, and absent otherwise',
    })
export type VirtualAccount = Stored<typeof storedVirtualAccount>
