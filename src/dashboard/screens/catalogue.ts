import { type PaymentMethodType, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import type { Catalogue } from '../../domain/scenario/catalogue.ts'
import type { FacetValues, ScenarioFragment } from '../../domain/scenario/fragment.ts'
import { setBy } from '../../domain/scenario/merge.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { empty } from '../kit/parts.ts'
import { scenarioPath } from './scenario.ts'

/** A fragment belongs to the first of these facets that it sets. */
const ranks = {
  steps: 0,
  sequence: 1,
  transfer: 2,
  processorResponse: 3,
  payer: 4,
  webhooks: 5,
  response: 6,
  chargeback: 7,
} as const satisfies Record<keyof FacetValues, number>

export type Facet = keyof typeof ranks
const facets = (Object.keys(ranks) as Facet[]).sort((a, b) => ranks[a] - ranks[b])

export const facetOf = (fragment: ScenarioFragment): Facet =>
  facets.find((facet) => fragment[facet] !== undefined) ?? 'steps'

/** The group of each payment method's flows. */
const flowGroups = {
  card: 'card',
  bank_account: 'bank_account',
  mobile_money: 'mobile_money',
  walletpay: 'wallet',
  devicewallet_a: 'wallet',
  devicewallet_b: 'wallet',
  ussd: 'ussd',
  bank_transfer: 'bank_transfer',
} as const satisfies Record<PaymentMethodType, string>

type FlowGroup = (typeof flowGroups)[PaymentMethodType]
type Group = FlowGroup | 'any' | Exclude<Facet, 'steps'>

/** The groups of the catalogue in their order: flows by payment method first, then what can be combined with them. */
const groups = {
  card: 'Card',
  mobile_money: 'Mobile money',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  wallet: 'Wallets',
  bank_account: 'Bank account',
  any: 'Any payment method',
  processorResponse: 'Issuer response',
  payer: 'Payer',
  webhooks: 'Webhooks',
  response: 'Network',
  sequence: 'Sequences',
  transfer: 'Transfers',
  chargeback: 'Chargebacks',
} as const satisfies Record<Group, string>

/** The groups that list a fragment: a flow appears under each of its payment methods. */
function groupsOf(fragment: ScenarioFragment): Group[] {
  const facet = facetOf(fragment)
  if (facet !== 'steps') return [facet]
  return fragment.paymentMethods?.map((type) => flowGroups[type]) ?? ['any']
}

/**
 * What the payment method should be for a fragment: what it must be, or for a flow that is possible with any, those whose
 * default it is. Empty if it may be any.
 */
export function suits(fragment: ScenarioFragment): readonly (PaymentMethodType | 'transfer')[] {
  if (fragment.steps !== undefined)
    return fragment.paymentMethods ?? fragment.defaultFor ?? paymentMethodTypes
  return facetOf(fragment) === 'transfer' ? ['transfer'] : []
}

const item = (base: string, fragment: ScenarioFragment, chosen: boolean): Html => {
  const { key, title, description = '', source = '' } = fragment
  return html`<li data-key="${key}" data-text="${`${key} ${title} ${description}`.toLowerCase()}">
<button type="button" class="pick" data-add="${key}" data-sets="${setBy(fragment).join(' ')}" data-suits="${suits(fragment).join(' ')}"${fragment.paymentMethods === undefined && fragment.defaultFor !== undefined ? html` data-any` : ''} aria-pressed="${chosen ? 'true' : 'false'}"><code>${key}</code> <span>${title}</span></button>
<details><summary><span class="away">More about ${key}</span></summary>${when(description, () => html`<p>${description}</p>`)}<p class="unit"><a href="${scenarioPath(base, key)}">Its flow as a picture</a> ${source}</p></details></li>`
}

/** The fragments of a catalogue in groups; empty groups are left out. */
export function catalogueGroups({ fragments }: Catalogue) {
  const all = [...fragments.values()]
  return (Object.keys(groups) as Group[])
    .map((id) => ({
      id,
      title: groups[id],
      members: all.filter((fragment) => groupsOf(fragment).includes(id)),
    }))
    .filter(({ members }) => members.length > 0)
}

/** Every fragment as a button that adds it to the key. */
export function catalogueList(base: string, catalogue: Catalogue, chosen: readonly string[]): Html {
  const filled = catalogueGroups(catalogue)
  return html`<nav class="jump" aria-label="Groups of scenarios">${each(filled, ({ id, title, members }) => html`<a href="#group-${id}">${title} <span class="unit">${members.length}</span></a>`)}</nav>
${each(
  filled,
  ({ id, title, members }) =>
    html`<section data-group id="group-${id}" aria-labelledby="title-${id}"><h2 id="title-${id}">${title}</h2><ul class="catalogue">${each(members, (fragment) => item(base, fragment, chosen.includes(fragment.key)))}</ul></section>`,
)}
<div id="nothing-found" hidden data-keep>${empty('No scenario matches', 'Press Escape to show all. Add your own with --scenarios or POST /_emulator/scenarios.')}</div>`
}
