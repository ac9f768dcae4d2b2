import * as z from 'zod'
import type { Charge } from '../charge/model.ts'
import { paymentMethodTypes } from '../kernel/enums.ts'
import { Currency, chosenBounds, Email, Meta, Name, Phone, RedirectUrl, WebUrl } from '../kernel/values.ts'
import { internalForm } from '../stored/internal-form.ts'
import { count, distinct, later, madeId, maybe, positive, type Stored, text, time } from '../stored/parts.ts'
import type { Plan } from '../stored/plan.ts'

/** A payer as v3 describes one: found again by the e-mail address. */
const storedPerson = () =>
  z.strictObject({ email: Email, name: maybe(internalForm(Name)), phone: maybe(internalForm(Phone)) })
export type Person = Stored<typeof storedPerson>

/** A hosted payment: the page on which a payer chooses a payment method. Instants in milliseconds. */
export const storedLink = ({ plan }: { plan: z.ZodType<Plan> }) =>
  z.strictObject({
    id: madeId('lnk'),
    txRef: text().max(chosenBounds.txRef),
    amount: positive(),
    currency: Currency,
    redirectUrl: RedirectUrl,
    person: storedPerson(),
    /** The payment methods that the payer may choose. */
    methods: distinct(z.enum(paymentMethodTypes)).min(1),
    meta: Meta,
    title: maybe(text()),
    description: maybe(text()),
    /** How often a failed payment may be tried again. */
    retries: count(),
    /** Ids of its charges, oldest first. */
    attempts: distinct(madeId('chg')),
    createdAt: time(),
    expiresAt: later(),
    /** Origin and world prefix that the payer's browser can reach. */
    baseUrl: WebUrl.max(2000),
    /** What the scenario key of the request means for its charges. */
    plan,
  })
export type PaymentLink = Stored<typeof storedLink>

/** The page of a hosted payment. */
export const linkUrlOf = ({ baseUrl, id }: Pick<PaymentLink, 'baseUrl' | 'id'>): string =>
  `${baseUrl}/_emulator/pay/${id}`

/** How far a hosted payment is. `open`: the payer may choose a payment method. */
export type LinkState = 'open' | 'waiting' | 'paid' | 'failed' | 'expired'

/** The newest attempt at a hosted payment. */
export const lastAttempt = (
  { attempts }: PaymentLink,
  charges: { get(id: string): Charge | undefined },
): Charge | undefined => charges.get(attempts.at(-1) ?? '')

/** How far a hosted payment is, by its newest attempt. */
export function stateOf(link: PaymentLink, last: Charge | undefined, now: number): LinkState {
  if (last?.status === 'succeeded') return 'paid'
  if (last?.status === 'pending') return 'waiting'
  if (triesLeft(link) === 0) return 'failed'
  return now >= link.expiresAt ? 'expired' : 'open'
}

/** How often the payer may still try to pay. */
export const triesLeft = ({ retries, attempts }: Pick<PaymentLink, 'retries' | 'attempts'>): number =>
  Math.max(0, 1 + retries - attempts.length)
