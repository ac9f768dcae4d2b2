import { payerUrlOf } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import { isForPayer } from '../../domain/charge/next-actions.ts'
import { linkUrlOf, type PaymentLink, stateOf } from '../../domain/checkout/model.ts'
import { isBrowser, type PageContext } from '../kit/app.ts'
import { type Html, html } from '../kit/html.ts'
import { plainFrame } from '../kit/message.ts'
import { sendPage } from '../kit/page.ts'
import type { View } from '../kit/view.ts'
import { kindOfAnswer } from './answer.ts'

/** Schemes that a browser would execute, or open with the rights of this origin. */
const unsafe = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']

/** Where the payer's browser goes: another payer page, or the merchant. */
export interface Way {
  to: string
  isMerchants: boolean
}

/** The merchant's address with further parameters; undefined if there is none. */
function merchants(address: string | undefined, parameters: Record<string, string>): Way | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  if (unsafe.includes(url.protocol)) return undefined
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { to: url.href, isMerchants: true }
}

/** How v3 calls the end of a payment in the return address. */
export type Ending = 'successful' | 'failed' | 'cancelled' | 'pending'

/** Back to the merchant of a v3 payment (observed); without an attempt, there is no transaction. */
export const backFrom = (
  { txRef, redirectUrl }: { txRef: string; redirectUrl?: string | undefined },
  status: Ending,
  charge: Charge | undefined,
): Way | undefined =>
  merchants(redirectUrl, {
    status,
    tx_ref: txRef,
    ...(charge && { transaction_id: String(charge.number) }),
  })

/** Where the payer goes after acting on a charge; with `abandoned`, after walking away. */
export function wayOn(view: View, charge: Charge, abandoned: boolean): Way {
  const here: Way = { to: payerUrlOf(charge), isMerchants: false }
  const { v3, redirectUrl, id, reference, status } = charge
  if (v3 === undefined) return merchants(redirectUrl, { id, reference, status }) ?? here
  const link = v3.linkId === undefined ? undefined : view.world.state.links.get(v3.linkId)
  if (link !== undefined) return wayFromLink(link, charge, view.world.now(), abandoned)
  return backFrom({ ...v3, redirectUrl }, endings[status], charge) ?? here
}

/** Where the payer of a hosted payment goes, by its newest attempt. */
export function wayFromLink(link: PaymentLink, charge: Charge, now: number, abandoned: boolean): Way {
  const page: Way = { to: linkUrlOf(link), isMerchants: false }
  const state = stateOf(link, charge, now)
  if (state === 'open') return page
  const asks = (charge.nextAction && isForPayer(charge.nextAction)) || kindOfAnswer(charge) !== undefined
  if (state === 'waiting' && asks && !abandoned) return { to: payerUrlOf(charge), isMerchants: false }
  const ending =
    state === 'waiting' ? (abandoned ? 'cancelled' : 'pending') : state === 'paid' ? 'successful' : 'failed'
  return backFrom(link, ending, charge) ?? page
}

const endings = {
  succeeded: 'successful',
  failed: 'failed',
  voided: 'failed',
  pending: 'pending',
} as const satisfies Record<Charge['status'], Ending>

/**
 * Sends the payer on. To the merchant, browsers are sent by a page, because the policy of the form's page blocks a redirect to
 * another site, other clients by a redirect (303).
 */
export function goOn(c: PageContext, { to, isMerchants }: Way, status: string): Response | Promise<Response> {
  if (isMerchants && isBrowser(c))
    return sendPage(c, returningPage(c.var.view.base, status, to), { framed: true })
  return c.redirect(to, 303)
}

/** Sends the payer back to the merchant at once; the link is for browsers that ignore the refresh. */
const returningPage = (base: string, status: string, address: string): Html =>
  plainFrame(
    base,
    'Back to the shop',
    html`<article><h1>Back to the shop</h1><p class="lead">The payment is ${status}.</p><p><a class="button main" href="${address}">Continue</a></p></article>`,
    html`<meta http-equiv="refresh" content="0; url=${address}">\n`,
  )
