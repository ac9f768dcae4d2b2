import type { PaymentMethod } from '../../domain/customer/payment-method.ts'
import type { PaymentMethodType } from '../../domain/kernel/enums.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import { explain } from '../../domain/scenario/explain.ts'
import type { ScenarioFragment } from '../../domain/scenario/fragment.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import type { View } from '../kit/view.ts'
import { type Facet, facetOf } from './catalogue.ts'
import { nextRequestForm } from './rules.ts'

/** The values of the composer's fields. */
export interface Composed {
  key: string
  /** The id of the payment method, or `transfer`. */
  pm: string
  amount: string
  currency: string
}

/** How many payment methods the menu offers. */
const offered = 100

const menus: [Facet, label: string, first: string][] = [
  ['steps', 'Flow', 'default of the payment method'],
  ['processorResponse', 'Issuer response', 'approved'],
  ['payer', 'Payer', 'you act as the payer'],
  ['webhooks', 'Webhooks', 'normal'],
  ['response', 'Network', 'no fault'],
]

/** The segments of a key. */
export const segmentsOf = (key: string): string[] =>
  key
    .split('&')
    .map((part) => part.trim())
    .filter(Boolean)

const nameOf = ({ world, emulator }: View, method: PaymentMethod): string => {
  const { details } = method
  const customer = world.state.customers.get(method.customerId ?? '')
  const parts = [
    emulator.words.title(method.type),
    'last4' in details
      ? `${details.first6.slice(0, 4)}…${details.last4}`
      : 'phoneNumber' in details && details.phoneNumber,
    [customer?.name?.first, customer?.name?.last].filter(Boolean).join(' ') || customer?.email,
  ]
  return parts.filter(Boolean).join(' · ')
}

function methodMenu(view: View, chosen: string): Html {
  const { paymentMethods, customers } = view.world.state
  const methods: PaymentMethod[] = []
  for (const method of paymentMethods) {
    if (methods.length >= offered && method.id !== chosen) continue
    methods.push(method)
  }
  const [anybody] = customers
  return html`<select name="pm">${each(methods, (method) => html`<option value="${method.id}" data-customer="${method.customerId ?? anybody?.id}"${method.id === chosen ? html` selected` : ''}>${nameOf(view, method)}</option>`)}<option value="transfer"${chosen === 'transfer' ? html` selected` : ''}>v3 transfer (payout)</option></select>`
}

const fitsType = (fragment: ScenarioFragment, type: PaymentMethodType | undefined): boolean =>
  type === undefined || fragment.paymentMethods === undefined || fragment.paymentMethods.includes(type)

function partMenu(view: View, chosen: readonly string[], type: PaymentMethodType | undefined) {
  return ([facet, label, first]: (typeof menus)[number]): Html => {
    const options = [...view.world.catalogue.fragments.values()].filter(
      (fragment) =>
        facetOf(fragment) === facet &&
        (facet !== 'steps' || fitsType(fragment, type) || chosen.includes(fragment.key)),
    )
    return html`<label>${label}<select data-part><option value="">${first}</option>${each(options, ({ key, title }) => html`<option value="${key}" title="${title}"${chosen.includes(key) ? html` selected` : ''}>${key}</option>`)}</select></label>`
  }
}

/** What the key does, or why it is refused. */
function explanation(
  view: View,
  key: string,
  type: PaymentMethodType | undefined,
): { known: boolean; explained: Html } {
  try {
    const { steps } = explain(view.world.catalogue, key, type)
    const explained = html`<div id="explained"><h3>What it does</h3><ol class="steps">${each(steps, step)}</ol></div>`
    return { known: true, explained }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const explained = html`<div id="explained" data-refused class="notice bad"><h3>The service would refuse this key</h3><p>${error.message}</p></div>`
    return { known: false, explained }
  }
}

/** One step; the details after the first semicolon are shown below it. */
function step(text: string): Html {
  const [first = '', ...rest] = text.split('; ')
  const named = /^([a-z_]+): (.*)$/.exec(first)
  return html`<li>${named ? html`<code>${named[1]}</code> ${named[2]}` : first}${when(rest.length > 0, () => html`<span class="unit">${rest.join('; ')}</span>`)}</li>`
}

/** The form that builds a key from parts, explains it, and sends a request with it. */
export function composer(view: View, { key, pm, amount, currency }: Composed): Html {
  const chosen = segmentsOf(key)
  const method = view.world.state.paymentMethods.get(pm)
  const { known, explained } = explanation(view, key, method?.type)
  return html`<form id="composer" class="card composer" action="${view.base}/_emulator" aria-labelledby="composer-title">
<h2 id="composer-title">Compose and run</h2>
<label>X-Scenario-Key<input name="key" value="${key}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000" placeholder="none (default flow)" class="mono" aria-describedby="explained"></label>
<div class="grid"><div id="parts" class="together">${each(menus, partMenu(view, chosen, method?.type))}</div>
<div class="pair"><label>Amount<input name="amount" value="${amount}" inputmode="decimal" required pattern="[0-9]+([.][0-9]+)?"></label>
<label>Currency<input name="currency" value="${currency}" required pattern="[A-Z]{3,5}" autocapitalize="characters"></label></div>
<label class="wide">Payment method${methodMenu(view, pm)}</label></div>
<div class="row"><button class="main" data-run>Run it</button><button type="button" class="plain" data-copy-header>Copy header</button><button type="button" class="plain" data-copy-run>Copy request as curl</button></div>
${explained}
</form>
${nextRequestForm(view, known ? key : '')}`
}
