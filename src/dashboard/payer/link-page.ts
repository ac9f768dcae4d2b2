import type { Charge } from '../../domain/charge/model.ts'
import { type PaymentLink, triesLeft } from '../../domain/checkout/model.ts'
import type { PaymentMethodType } from '../../domain/kernel/enums.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { plainFrame } from '../kit/message.ts'
import { money } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { backFrom } from './return.ts'

/** The page on which a payer chooses a payment method. `last` is the attempt that has failed. */
export function linkPage(view: View, link: PaymentLink, last: Charge | undefined): Html {
  const left = triesLeft(link)
  return plainFrame(
    view.base,
    `Payment ${link.txRef}`,
    html`<article data-state="open/${link.attempts.length}"><header class="bank"><span class="logo" aria-hidden="true"></span>Secure payment</header>
<h1><bdi>${link.title ?? 'How would you like to pay?'}</bdi></h1>
<p class="lead"><bdi>${link.description ?? link.person.email}</bdi></p>
<p class="amount">${money(link.amount, link.currency)}</p>
${when(last, () => html`<p class="wrong" role="alert">The payment failed: <code>${last?.processorResponse}</code>. You can try ${left === 1 ? 'once more' : `${left} more times`}.</p>`)}
<div class="methods">${each(link.methods, (type, index) => methodForm(view, link, type, index === 0))}</div>
<form method="post" class="choices"><button class="quiet" name="cancel" value="1">Cancel the payment</button></form>
<p class="reference">Reference <bdi>${link.txRef}</bdi></p></article>`,
  )
}

/** One payment method with what the payer enters for it. */
const methodForm = (view: View, link: PaymentLink, type: PaymentMethodType, open: boolean): Html =>
  html`<details class="method" name="method"${open ? html` open` : ''}><summary>${view.emulator.words.title(type)}</summary>
<form method="post" class="choices">
<input type="hidden" name="method" value="${type}">
${fields[type]?.(view, link)}
<button class="main">Pay ${money(link.amount, link.currency)}</button>
</form></details>`

/** A card that is approved, so that a tester need not enter one. */
const usualCard = ({ emulator }: View): string =>
  emulator.standing.all.find(({ cardNumber, key }) => cardNumber !== undefined && key === 'scenario:noauth')
    ?.cardNumber ?? '4000000000020000'

/** What the payer enters for a payment method, where it is more than a button. */
const fields: { [T in PaymentMethodType]?: (view: View, link: PaymentLink) => Html } = {
  card: (
    view,
  ) => html`<label>Card number<input name="card_number" required inputmode="numeric" autocomplete="off" maxlength="30" value="${usualCard(view)}"></label>
<div class="pair"><label>Expiry (MM/YY)<input name="expiry" required autocomplete="off" maxlength="9" value="12/39"></label><label>CVV<input name="cvv" inputmode="numeric" autocomplete="off" maxlength="4" value="123"></label></div>
<p class="hint">Sandbox: the <a href="${view.base}/_emulator/docs/test-data">test cards</a> lead to other outcomes.</p>`,
  mobile_money: (
    _view,
    { person: { phone } },
  ) => html`<label>Network<input name="network" required maxlength="100" autocomplete="off" value="MTN"></label>
<label>Phone number<input name="phone" required maxlength="30" inputmode="tel" autocomplete="off" value="${phone ? `+${phone.countryCode}${phone.number}` : ''}"></label>`,
}

/** The page of a hosted payment whose time is over. */
export function expiredPage(view: View, link: PaymentLink, last: Charge | undefined): Html {
  const back = backFrom(link, 'cancelled', last)
  return plainFrame(
    view.base,
    'Payment expired',
    html`<article><p class="mark off" aria-hidden="true"></p><h1>This payment link has expired</h1><p class="lead">Nothing was taken. Go back to the shop to try again.</p>${when(back, () => html`<p><a class="button main" href="${back?.to}">Back to the shop</a></p>`)}</article>`,
  )
}
