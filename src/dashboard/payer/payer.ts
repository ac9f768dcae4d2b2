import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { payerUrlOf } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { payerActions } from '../../domain/kernel/enums.ts'
import { must, refusals } from '../../domain/kernel/errors.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { redactText } from '../../http/redact.ts'
import {
  admit,
  basePath,
  isBrowser,
  type PageContext,
  type PageEnv,
  readForm,
  refusalOf,
  refuseInvalid,
} from '../kit/app.ts'
import { messagePage } from '../kit/message.ts'
import { sendPage, sendRefusal } from '../kit/page.ts'
import { OneOf } from '../kit/query.ts'
import type { View } from '../kit/view.ts'
import { payerPage, payerStep, returningPage } from './page.ts'

function find({ world, param }: View): Charge {
  const id = param('id')
  const charge = world.state.charges.get(id)
  must(
    charge,
    'not_found',
    `no charge "${id}" in world "${world.name}"; it may belong to another world, or to one that was reset`,
    { kind: 'charges', id },
  )
  return charge
}

/** Schemes that a browser would execute, or open with the rights of this origin. */
const unsafe = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']

/** The merchant's redirect_url with the charge's `id`, `reference` and `status`; undefined if there is none. */
function returnAddress(charge: Charge): string | undefined {
  if (charge.redirectUrl === undefined) return undefined
  const url = new URL(charge.redirectUrl)
  if (unsafe.includes(url.protocol)) return undefined
  url.searchParams.set('id', charge.id)
  url.searchParams.set('reference', charge.reference)
  url.searchParams.set('status', charge.status)
  return url.href
}

const PayerForm = z.object({
  action: z.enum(payerActions),
  /** Overrides the issuer response of the scenario. */
  processor_response: OneOf(processorResponseTypes),
  /** The step that the form was shown for; absent in the forms of programs. */
  step: z.string().max(100).optional(),
})

/**
 * The hosted payer pages, which a payer's browser opens, possibly in a frame of the merchant's page. Browsers get refusals as
 * pages, other clients get them as JSON.
 */
export function payerPages(emulator: Emulator): Hono<PageEnv> {
  const path = '/_emulator/pay/:id'
  const app = new Hono<PageEnv>()
  app.get(path, admit(emulator, 'open'), (c) => {
    const { view } = c.var
    return sendPage(c, payerPage(view, find(view)), { framed: true })
  })
  app.post(
    path,
    admit(emulator, 'open'),
    readForm(emulator),
    zValidator('form', PayerForm, refuseInvalid),
    (c) => returnToMerchant(c, pay(c.var.view, c.req.valid('form'))),
  )
  app.onError(refusePayer(emulator))
  return app
}

/** Answers a refused payer: browsers with a page, other clients with JSON. */
export const refusePayer =
  (emulator: Emulator) =>
  (error: unknown, c: PageContext): Response | Promise<Response> => {
    const refusal = refusalOf(c, emulator, error)
    if (!isBrowser(c)) return sendRefusal(c, refusal)
    const page = messagePage(basePath(c), 'This payment cannot continue here', redactText(refusal.message))
    return sendPage(c, page, { status: refusals[refusal.code].status, framed: true })
  }

/** Executes the payer's choice. */
function pay(view: View, { action, processor_response, step }: z.output<typeof PayerForm>): Charge {
  const charge = find(view)
  const { id } = charge
  must(
    step === undefined || charge.status !== 'pending' || step === payerStep(charge),
    'conflict',
    'the payment has moved on since this page was opened, and nothing was done now; reload the page to see what is next',
  )
  return view.world.dispatch('charge.pay', { id, action, processorResponse: processor_response || undefined })
}

/**
 * Sends the payer back to the merchant: browsers by a page, because the policy of the form's page blocks a redirect to another
 * site, other clients by a redirect (303).
 */
function returnToMerchant(c: PageContext, charge: Charge): Response | Promise<Response> {
  const address = returnAddress(charge)
  if (address !== undefined && isBrowser(c))
    return sendPage(c, returningPage(c.var.view.base, charge, address), { framed: true })
  return c.redirect(address ?? payerUrlOf(charge), 303)
}
