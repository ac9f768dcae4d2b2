import { currentStep } from '../../domain/charge/flow.ts'
import { type Charge, txRefOf } from '../../domain/charge/model.ts'
import { isForPayer, type PayerNextAction } from '../../domain/charge/next-actions.ts'
import { processorResponses, processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { plainFrame } from '../kit/message.ts'
import { money } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { answerForm, kindOfAnswer, payerStep, walkAway } from './answer.ts'
import { payerTask } from './task.ts'

/** The page of a charge for its payer: what to do now, or how it ended. */
export function payerPage(view: View, charge: Charge): Html {
  const { nextAction, status } = charge
  const waits = status === 'pending' && nextAction !== undefined && isForPayer(nextAction)
  const content = waits
    ? task(view, charge, nextAction)
    : kindOfAnswer(charge) === undefined
      ? outcome(view, charge)
      : answerForm(view, charge)
  return plainFrame(
    view.base,
    `Payment ${txRefOf(charge)}`,
    html`<article data-state="${status}/${payerStep(charge)}">${content}</article>`,
  )
}

function task(view: View, charge: Charge, next: PayerNextAction): Html {
  const { brand, title, lead, detail, approve, decline } = payerTask(view, charge, next)
  return html`<header class="bank"><span class="logo" aria-hidden="true"></span>${brand}</header>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="amount">${money(charge.amount, charge.currency)}</p>
${detail}
${expiry(view, charge)}
<form method="post" class="choices">
<input type="hidden" name="step" value="${payerStep(charge)}">
<button class="main" name="action" value="approve">${approve}</button>
<button name="action" value="decline">${decline}</button>
${walkAway}
<details class="tester"><summary>For testers</summary>
<label>Issuer response<select name="processor_response"><option value="">as in the scenario</option>${each(
    processorResponseTypes,
    (type) => html`<option value="${type}">${processorResponses[type]} ${type}</option>`,
  )}</select></label>
<p>It applies to both approving and declining; only <code>approved</code> lets a payment succeed. “Walk away” leaves the payment pending until it expires.</p>
<p><a href="${view.base}/_emulator/ui/charges/${encodeURIComponent(charge.id)}">This charge in the dashboard</a></p>
</details>
</form>
<p class="reference">Reference ${txRefOf(charge)}</p>`
}

/** The time that the payer has left, as a countdown. */
function expiry({ world }: View, charge: Charge): Html {
  const step = currentStep(charge)
  const at =
    charge.nextAction?.type === 'requires_bank_transfer'
      ? charge.nextAction.expiresAt
      : step?.expiresAfter === undefined
        ? undefined
        : world.timers.get(`${charge.id}/expires`)?.at
  if (at === undefined) return none
  const left = Math.max(0, at - world.now())
  return html`<p class="expiry">Time left: <span role="timer" data-left="${left}" data-mode="${world.clockMode}">${inMinutes(left)}</span></p>`
}

/** `3_599_000` as `59:59`. */
function inMinutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const outcomes: Record<Charge['status'], { mark: string; title: string; lead: string }> = {
  succeeded: { mark: 'good', title: 'Payment successful', lead: 'You can close this page.' },
  failed: {
    mark: 'bad',
    title: 'Payment failed',
    lead: 'Nothing was taken. Go back to the shop to try again.',
  },
  voided: { mark: 'off', title: 'Payment cancelled', lead: 'The reserved amount was released.' },
  pending: {
    mark: 'wait',
    title: 'Nothing to do here',
    lead: 'The payment continues at the shop. This page updates by itself.',
  },
}

function outcome(view: View, charge: Charge): Html {
  const { mark, title, lead } = outcomes[charge.status]
  return html`<p class="mark ${mark}" aria-hidden="true"></p>
<h1>${title}</h1>
<p class="amount">${money(charge.amount, charge.currency)}</p>
<p class="lead">${lead}</p>
${when(charge.processorResponse && charge.processorResponse !== 'approved', () => html`<p class="lead">The issuer says: <code>${charge.processorResponse}</code></p>`)}
${when(charge.v3?.linkId, () => html`<p><a class="button main" href="${view.base}/_emulator/pay/${charge.v3?.linkId}">Continue</a></p>`)}
<p class="reference">Reference ${txRefOf(charge)}</p>`
}
