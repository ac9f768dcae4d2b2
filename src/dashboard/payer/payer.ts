import { zValidator } from '@hono/zod-validator'
import type { Hono } from 'hono'
import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { payerActions } from '../../domain/kernel/enums.ts'
import { must, refusals } from '../../domain/kernel/errors.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { redactText } from '../../http/redact.ts'
import { admit, basePath, isBrowser, type PageEnv, readForm, refusalOf, refuseInvalid } from '../kit/app.ts'
import { messagePage } from '../kit/message.ts'
import { sendPage, sendRefusal } from '../kit/page.ts'
import { OneOf } from '../kit/query.ts'
import type { View } from '../kit/view.ts'
import { accountPages } from './account.ts'
import { kindOfAnswer, payerStep } from './answer.ts'
import { linkPages } from './link.ts'
import { payerPage } from './page.ts'
import { goOn, wayOn } from './return.ts'

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

const PayerForm = z.object({
  action: z.enum([...payerActions, 'answer']),
  /** The PIN, OTP or postal code of a hosted payment. */
  answer: z.string().max(100).default(''),
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
  const app = linkPages(emulator).route('/', accountPages(emulator))
  app.get(path, admit(emulator, 'open'), (c) => {
    const { view } = c.var
    return sendPage(c, payerPage(view, find(view)), { framed: true })
  })
  app.post(
    path,
    admit(emulator, 'open'),
    readForm(emulator),
    zValidator('form', PayerForm, refuseInvalid),
    (c) => {
      const form = c.req.valid('form')
      const charge = pay(c.var.view, form)
      return goOn(c, wayOn(c.var.view, charge, form.action === 'abandon'), charge.status)
    },
  )
  app.onError((error, c) => {
    const refusal = refusalOf(c, emulator, error)
    if (!isBrowser(c)) return sendRefusal(c, refusal)
    const page = messagePage(basePath(c), 'This payment cannot continue here', redactText(refusal.message))
    return sendPage(c, page, { status: refusals[refusal.code].status, framed: true })
  })
  return app
}

/** Executes the payer's choice. */
function pay(view: View, { action, answer, processor_response, step }: z.output<typeof PayerForm>): Charge {
  const charge = find(view)
  const { id } = charge
  must(
    step === undefined || charge.status !== 'pending' || step === payerStep(charge),
    'conflict',
    'the payment has moved on since this page was opened, and nothing was done now; reload the page to see what is next',
  )
  const kind = kindOfAnswer(charge)
  if (kind === undefined || action === 'approve' || action === 'decline') {
    must(
      action !== 'answer',
      'conflict',
      'the payment waits for no answer here; reload the page to see what is next',
    )
    return view.world.dispatch('charge.pay', {
      id,
      action,
      processorResponse: processor_response || undefined,
    })
  }
  // Who walks away while an answer is awaited leaves the payment as it is.
  if (action === 'abandon') return charge
  return view.world.dispatch('checkout.answer', { id, kind, answer: answer.trim(), field: undefined })
}
