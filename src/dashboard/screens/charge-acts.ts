import type { Charge } from '../../domain/charge/model.ts'
import { endsBy, type NextActionType } from '../../domain/charge/next-actions.ts'
import { processorResponses, processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { refundable } from '../../domain/charge/returns.ts'
import type { AnswerKind } from '../../domain/kernel/enums.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { act, copyable, formButtons } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { orderActs } from './orders.ts'
import { answerForm, captureForm } from './typed-forms.ts'

/** What a charge is waiting for, as the control interface presents it. */
export interface Waiting {
  next_action: NextActionType
  answer: AnswerKind | null
  accepted: string | null
  rejected: readonly string[]
  attempts_left: number | null
}

const chargePath = ({ id }: Charge): string => `/charges/${encodeURIComponent(id)}`

/** The menu of all processor responses. */
export const responseMenu = (first: string): Html =>
  html`<select name="processor_response"><option value="">${first}</option>${each(
    processorResponseTypes,
    (type) => html`<option value="${type}">${processorResponses[type]} ${type}</option>`,
  )}</select>`

/** The step of a charge and the attempts at it: an action belongs to one of them. */
const stepOf = ({ step, tries }: Charge): string => `${step}/${tries}`

/** Acts as the payer, and chooses the issuer response. */
function payerActs(view: View, charge: Charge): Html {
  const path = `/_emulator${chargePath(charge)}/payer`
  const button = (action: string, label: string, kind: 'main' | 'bad' | 'plain'): Html =>
    act(view, {
      label,
      method: 'post',
      path,
      body: { action },
      said: `The payer: ${action}`,
      kind,
      step: stepOf(charge),
    })
  return html`<h3>Act as the payer</h3>
<div class="row">${button('approve', 'Approve', 'main')}${button('decline', 'Decline', 'bad')}${button('abandon', 'Walk away', 'plain')}<a class="button" href="${view.base}/_emulator/pay/${encodeURIComponent(charge.id)}">Open the payer page</a></div>
<h3>Act as the issuer</h3>
<form class="row" data-call="post" data-url="${view.base}${path}" data-step="${stepOf(charge)}" data-said="The payer approved, the issuer responded"><input type="hidden" name="action" value="approve"><label>Issuer response when the payer approves ${responseMenu('as in the scenario')}</label>${formButtons('Approve with this response')}</form>`
}

/** The `authorization` of a request that sends an answer, by its kind; the browser fills in `{nonce}`. */
const authorizations: Record<AnswerKind, { name: string; of(charge: Charge, answer: string): object }> = {
  otp: { name: 'OTP', of: (_charge, answer) => ({ type: 'otp', otp: { code: answer } }) },
  pin: {
    name: 'PIN',
    of: (_charge, answer) => ({ type: 'pin', pin: { nonce: '{nonce}', encrypted_pin: answer } }),
  },
  avs: {
    name: 'address',
    of: ({ customer: { address } }, answer) => ({
      type: 'avs',
      avs: {
        address: {
          line1: address?.line1 ?? '12 Marina Road',
          city: address?.city ?? 'Lagos',
          state: address?.state ?? 'Lagos',
          postal_code: answer,
          country: address?.country ?? 'NG',
        },
      },
    }),
  },
}

/** Answers the challenge as the merchant, correctly or wrongly. */
function merchantAnswers(view: View, charge: Charge, waiting: Waiting): Html {
  const kind = waiting.answer
  if (kind === null) return none
  const { name, of } = authorizations[kind]
  const wrong = waiting.rejected[0]
  const send = (answer: string, label: string, kindOfButton: 'main' | 'bad'): Html =>
    act(view, {
      label,
      method: 'put',
      path: chargePath(charge),
      body: { authorization: of(charge, answer) },
      said: `Sent ${name} ${answer}`,
      kind: kindOfButton,
      asMerchant: true,
      step: stepOf(charge),
    })
  const strict = kind === 'pin' && view.world.fixtures.encryption === 'strict'
  return html`<p>Correct ${name}${kind === 'avs' ? ' (postal code)' : ''}: ${waiting.accepted === null ? 'none' : copyable(waiting.accepted, `the correct ${name}`)}
${when(waiting.rejected.length > 0, () => html` <span class="unit">Wrong: ${waiting.rejected.join(', ')}; any other well-formed value is correct.</span>`)}
${when(waiting.attempts_left !== null, () => html` <span class="unit">${waiting.attempts_left} attempts left.</span>`)}</p>
${
  strict
    ? html`<p class="notice">PINs must come encrypted (<code>encryption: strict</code>), so send them from your integration, or encrypt one yourself.</p>`
    : html`<h3>Answer as the merchant</h3><div class="row">${when(waiting.accepted, () => send(waiting.accepted ?? '', `Send the correct ${name}`, 'main'))}${when(wrong !== undefined, () => send(wrong ?? '', `Send a wrong ${name}`, 'bad'))}</div>`
}
${answerForm(view, charge, kind)}`
}

/** The actions that a charge allows in its present state. */
export function chargeActs(view: View, charge: Charge, waiting: Waiting | null): Html {
  if (charge.status === 'succeeded') return refundForm(view, charge)
  if (charge.status !== 'pending') return none
  if (waiting === null)
    return html`<p>No action is possible: the scenario key <code>${charge.plan.key}</code> is unknown, so the charge stays pending.</p>`
  switch (endsBy(waiting.next_action as NonNullable<Charge['nextAction']>['type'])) {
    case 'payer':
      return payerActs(view, charge)
    case 'authorization':
      return merchantAnswers(view, charge, waiting)
    case 'requery':
      return html`<p>A later read of the charge returns the result.</p><div class="row">${act(view, { label: 'Read it as the merchant', method: 'get', path: chargePath(charge), said: 'Charge read', kind: 'main', asMerchant: true })}</div>`
    case 'capture': {
      const order = view.world.state.orders.by('chargeId', charge.id)
      return html`<h3>As the merchant</h3><div class="row">${order ? orderActs(view, order) : none}</div>${order ? captureForm(view, order) : none}`
    }
  }
}

function refundForm(view: View, charge: Charge): Html {
  const { base } = view
  const left = refundable(charge)
  if (left <= 0)
    return html`<p>${charge.disputedAmount ? 'Refunded or disputed in full.' : 'Fully refunded.'}</p>`
  const dispute = {
    label: 'Dispute it as the payer',
    method: 'post',
    path: '/chargebacks',
    body: { charge_id: charge.id, type: 'local' },
    said: 'Chargeback created',
    asMerchant: true,
    step: String(charge.disputedAmount),
  } as const
  return html`<h3>Refund as the merchant</h3>
<form class="row" data-call="post" data-url="${base}/refunds" data-step="${charge.refundedAmount}" data-as-merchant data-said="Refund created"><input type="hidden" name="charge_id" value="${charge.id}"><label>Amount, at most ${left} ${charge.currency}<input name="amount" data-as="number" inputmode="decimal" size="10" placeholder="${left}"></label>${formButtons('Refund')}</form>
<h3>Chargeback</h3><div class="row">${act(view, dispute)}</div>`
}
