import { currentStep } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import { expectedAnswer } from '../../domain/charge/next-actions.ts'
import { rightAnswer } from '../../domain/charge/play.ts'
import type { AnswerKind } from '../../domain/kernel/enums.ts'
import { type Html, html, when } from '../kit/html.ts'
import { money } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** What a form of the page belongs to: a form of another step is refused. */
export const payerStep = ({ step, tries }: Charge): string => `${step}/${tries}`

export const walkAway = html`<button class="quiet" name="action" value="abandon">Walk away</button>`

/** The answer that the page of a charge asks for: in a hosted payment, the service asks the payer what a shop would ask. */
export const kindOfAnswer = ({ status, nextAction, v3 }: Charge): AnswerKind | undefined =>
  status === 'pending' && nextAction !== undefined && v3?.linkId !== undefined
    ? expectedAnswer(nextAction.type)
    : undefined

const forms: Record<AnswerKind, { title: string; lead: string; label: string; mode: string }> = {
  pin: { title: 'Enter your card PIN', lead: 'Your bank asks for it.', label: 'Card PIN', mode: 'numeric' },
  otp: {
    title: 'Enter the code',
    lead: 'Your bank has sent it to your phone.',
    label: 'One-time code',
    mode: 'numeric',
  },
  avs: {
    title: 'Enter your billing address',
    lead: 'Your bank compares the postal code.',
    label: 'Postal code',
    mode: 'text',
  },
}

/** The form for a PIN, an OTP or an address. */
export function answerForm(view: View, charge: Charge): Html {
  const kind = kindOfAnswer(charge) ?? 'otp'
  const { title, lead, label, mode } = forms[kind]
  const step = currentStep(charge)
  const left = step && 'attempts' in step ? step.attempts - charge.tries : 0
  return html`<header class="bank"><span class="logo" aria-hidden="true"></span>Secure payment</header>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="amount">${money(charge.amount, charge.currency)}</p>
${when(charge.tries > 0, () => html`<p class="wrong" role="alert">That was wrong. You can try ${left === 1 ? 'once more' : `${left} more times`}.</p>`)}
<form method="post" class="choices">
<input type="hidden" name="step" value="${payerStep(charge)}">
<label>${label}<input name="answer" required maxlength="100" autocomplete="off" inputmode="${mode}"></label>
<button class="main" name="action" value="answer">Continue</button>
</form>
<form method="post" class="choices">
<input type="hidden" name="step" value="${payerStep(charge)}">
${walkAway}
<details class="tester"><summary>For testers</summary>
<p>${step === undefined ? '' : html`A right answer: <code>${rightAnswer(step)}</code>`}</p>
<p><a href="${view.base}/_emulator/ui/charges/${encodeURIComponent(charge.id)}">This charge in the dashboard</a></p>
</details>
</form>`
}
