import type { PaymentMethod } from '../../domain/customer/payment-method.ts'
import type { PaymentMethodType } from '../../domain/kernel/enums.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import { explain } from '../../domain/scenario/explain.ts'
import { defaultTransfer, type FlowNode } from '../../domain/scenario/flow-nodes.ts'
import type { ScenarioFragment } from '../../domain/scenario/fragment.ts'
import { setBy } from '../../domain/scenario/merge.ts'
import { flowPicture } from '../kit/flow-picture.ts'
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
  const types = new Set<PaymentMethodType>()
  for (const method of paymentMethods) {
    // A key may need a type that only a later one has.
    if (methods.length >= offered && method.id !== chosen && types.has(method.type)) continue
    types.add(method.type)
    methods.push(method)
  }
  const [anybody] = customers
  return html`<select name="pm">${each(methods, (method) => html`<option value="${method.id}" data-type="${method.type}" data-customer="${method.customerId ?? anybody?.id}"${method.id === chosen ? html` selected` : ''}>${nameOf(view, method)}</option>`)}<option value="transfer" data-type="transfer"${chosen === 'transfer' ? html` selected` : ''}>v3 transfer (payout)</option></select>`
}

const fitsType = (fragment: ScenarioFragment, type: PaymentMethodType | undefined): boolean =>
  type === undefined || fragment.paymentMethods === undefined || fragment.paymentMethods.includes(type)

/** The facets of which a key can have several fragments. */
const combined: ReadonlySet<Facet> = new Set<Facet>(['webhooks', 'response'])

/** Whether two fragments set the same thing, so that one replaces the other. */
function clash(one: ScenarioFragment, other: ScenarioFragment): boolean {
  const things = setBy(other)
  return one !== other && setBy(one).some((thing) => things.includes(thing))
}

function partMenu(view: View, chosen: readonly string[], type: PaymentMethodType | undefined) {
  return ([facet, label, first]: (typeof menus)[number]): Html => {
    const options = [...view.world.catalogue.fragments.values()].filter(
      (fragment) =>
        facetOf(fragment) === facet &&
        (facet !== 'steps' || fitsType(fragment, type) || chosen.includes(fragment.key)),
    )
    const now = options.filter(({ key }) => chosen.includes(key))
    const several = now.length > 1
    const said = (fragment: ScenarioFragment): string => {
      if (several && now.includes(fragment)) return `remove ${fragment.key}`
      const replaced = combined.has(facet) ? now.filter((other) => clash(fragment, other)) : []
      const keys = replaced.map(({ key }) => key).join(' and ')
      return keys === '' ? fragment.key : `${fragment.key}, replaces ${keys}`
    }
    return html`<label>${label}<select data-part><option value="">${first}</option>${when(several, () => html`<option value="*" selected>${now.map(({ key }) => key).join(' & ')}</option>`)}${each(options, (fragment) => html`<option value="${fragment.key}" title="${fragment.title}"${!several && now.includes(fragment) ? html` selected` : ''}>${said(fragment)}</option>`)}</select></label>`
  }
}

/** What the key does, or why it is refused. */
function explanation(
  view: View,
  composed: Composed,
  type: PaymentMethodType | undefined,
): { known: boolean; explained: Html } {
  const { key } = composed
  const plan = view.world.catalogue.find(key || undefined)
  const suited = plan?.steps && plan.paymentMethods
  if (type !== undefined && suited && !suited.includes(type))
    return { known: false, explained: misfit(view, composed, type, suited) }
  try {
    const { flow } = explain(view.world.catalogue, key, type)
    const explained = html`<div id="explained" role="region" aria-label="What the key does" tabindex="0"><h3>What it does</h3>${flowPicture(composed.pm === 'transfer' ? ofTransfer(flow) : flow)}</div>`
    return { known: true, explained }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const explained = html`<div id="explained" data-refused class="notice bad"><h3>The service would refuse this key</h3><p>${error.message}</p></div>`
    return { known: false, explained }
  }
}

/** The part of a flow that applies to a transfer, which has no next actions. */
function ofTransfer(flow: readonly FlowNode[]): FlowNode[] {
  const part = flow.filter(({ kind }) => kind !== 'ask' && kind !== 'end')
  return part.some(({ kind }) => kind === 'transfer') ? part : [defaultTransfer, ...part]
}

/** Says that a key's flow is for other payment methods, and which choice to change. */
function misfit(
  view: View,
  { key, ...rest }: Composed,
  type: PaymentMethodType,
  suited: readonly PaymentMethodType[],
): Html {
  const { words, catalogue } = { words: view.emulator.words, catalogue: view.world.catalogue }
  const titles = (types: readonly PaymentMethodType[]): string =>
    types.map((one) => words.title(one)).join(', ')
  const flow = segmentsOf(key).find((part) => catalogue.fragments.get(part)?.steps) ?? key
  const others = segmentsOf(key).filter((part) => part !== flow)
  const link = (changed: Partial<Composed>): string => `?${new URLSearchParams({ key, ...rest, ...changed })}`
  const methods = suited.flatMap((one) => firstOf(view, one) ?? [])
  return html`<div id="explained" data-refused class="notice bad"><h3>The key and the payment method do not go together</h3>
<p><code>${flow}</code> is a flow for ${titles(suited)}, and the chosen payment method is ${words.title(type)}. Change one of them:</p>
<div class="row">${each(methods.slice(0, 3), (method) => html`<a class="button" href="${link({ pm: method.id })}">Pay with ${nameOf(view, method)}</a>`)}<a class="button" href="${link({ key: others.join('&') })}">Remove ${flow}</a></div>
${when(methods.length === 0, () => html`<p>This world has no payment method of that type; <code>POST /payment-methods</code> creates one.</p>`)}</div>`
}

/** The first payment method of a type. */
function firstOf({ world }: View, type: PaymentMethodType): PaymentMethod | undefined {
  for (const method of world.state.paymentMethods) if (method.type === type) return method
  return undefined
}

/** The form that builds a key from parts, explains it, and sends a request with it. */
export function composer(view: View, composed: Composed): Html {
  const { key, pm, amount, currency } = composed
  const chosen = segmentsOf(key)
  const method = view.world.state.paymentMethods.get(pm)
  const { known, explained } = explanation(view, composed, method?.type)
  return html`<form id="composer" class="card composer" action="${view.base}/_emulator/ui/scenarios" aria-labelledby="composer-title">
<h2 id="composer-title">Compose and run</h2>
<label>X-Scenario-Key<input name="key" value="${key}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000" placeholder="none (default flow)" class="mono" aria-describedby="explained"></label>
<div class="grid"><div id="parts" class="together">${each(menus, partMenu(view, chosen, method?.type))}</div>
<div class="pair"><label>Amount<input name="amount" value="${amount}" inputmode="decimal" required pattern="[0-9]+([.][0-9]+)?"></label>
<label>Currency<input name="currency" value="${currency}" required pattern="[A-Z]{3,5}" autocapitalize="characters"></label></div>
<label class="wide">Payment method${methodMenu(view, pm)}</label></div>
<p id="adapted" class="notice wait" role="status" hidden></p>
<div class="row"><button class="main" data-run>Run it</button><button type="button" class="plain" data-copy-header>Copy header</button><button type="button" class="plain" data-copy-run>Copy request as curl</button></div>
${explained}
</form>
${nextRequestForm(view, known ? key : '')}`
}
