import type { PaymentMethodType } from '../../domain/kernel/enums.ts'
import type { Catalogue } from '../../domain/scenario/catalogue.ts'
import type { FacetValues, ScenarioFragment } from '../../domain/scenario/fragment.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { empty } from '../kit/parts.ts'

/** A fragment belongs to the first of these facets that it sets. */
const ranks = {
  steps: 0,
  sequence: 1,
  transfer: 2,
  processorResponse: 3,
  payer: 4,
  webhooks: 5,
  response: 6,
} as const satisfies Record<keyof FacetValues, number>

export type Facet = keyof typeof ranks
const facets = (Object.keys(ranks) as Facet[]).sort((a, b) => ranks[a] - ranks[b])

export const facetOf = (fragment: ScenarioFragment): Facet =>
  facets.find((facet) => fragment[facet] !== undefined) ?? 'steps'

interface Group {
  id: string
  title: string
  fits(fragment: ScenarioFragment): boolean
}

const flow = (id: string, title: string, ...types: PaymentMethodType[]): Group => ({
  id,
  title,
  fits: (fragment) =>
    facetOf(fragment) === 'steps' && types.some((type) => fragment.paymentMethods?.includes(type)),
})

const facet = (id: Facet, title: string): Group => ({
  id,
  title,
  fits: (fragment) => facetOf(fragment) === id,
})

/** The groups of the catalogue: flows by payment method first, then what can be combined with them. */
const groups: readonly Group[] = [
  flow('card', 'Card', 'card'),
  flow('mobile_money', 'Mobile money', 'mobile_money'),
  flow('bank_transfer', 'Bank transfer', 'bank_transfer'),
  flow('ussd', 'USSD', 'ussd'),
  flow('wallet', 'Wallets', 'walletpay', 'devicewallet_a', 'devicewallet_b'),
  flow('bank_account', 'Bank account', 'bank_account'),
  {
    id: 'any',
    title: 'Any payment method',
    fits: (fragment) => facetOf(fragment) === 'steps' && fragment.paymentMethods === undefined,
  },
  facet('processorResponse', 'Issuer response'),
  facet('payer', 'Payer'),
  facet('webhooks', 'Webhooks'),
  facet('response', 'Network'),
  facet('sequence', 'Sequences'),
  facet('transfer', 'Transfers'),
]

const item = (fragment: ScenarioFragment, chosen: boolean): Html => {
  const { key, title, description = '', source = '' } = fragment
  return html`<li data-key="${key}" data-text="${`${key} ${title} ${description}`.toLowerCase()}">
<button type="button" class="pick" data-add="${key}" data-facet="${facetOf(fragment)}" aria-pressed="${chosen ? 'true' : 'false'}"><code>${key}</code> <span>${title}</span></button>
${when(
  description,
  () =>
    html`<details><summary><span class="away">More about ${key}</span></summary><p>${description}</p><p class="unit">${source}</p></details>`,
)}</li>`
}

/** Every fragment as a button that adds it to the key. */
export function catalogueList({ fragments }: Catalogue, chosen: readonly string[]): Html {
  const all = [...fragments.values()]
  const filled = groups
    .map((group) => ({ group, members: all.filter((fragment) => group.fits(fragment)) }))
    .filter(({ members }) => members.length > 0)
  return html`<nav class="jump" aria-label="Groups of scenarios">${each(filled, ({ group, members }) => html`<a href="#group-${group.id}">${group.title} <span class="unit">${members.length}</span></a>`)}</nav>
${each(
  filled,
  ({ group, members }) =>
    html`<section data-group id="group-${group.id}" aria-labelledby="title-${group.id}"><h2 id="title-${group.id}">${group.title}</h2><ul class="catalogue">${each(members, (fragment) => item(fragment, chosen.includes(fragment.key)))}</ul></section>`,
)}
<div id="nothing-found" hidden data-keep>${empty('No scenario matches', 'Press Escape to show all. Add your own with --scenarios or POST /_emulator/scenarios.')}</div>`
}
