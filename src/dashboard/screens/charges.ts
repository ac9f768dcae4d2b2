import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { chargeStatuses, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { badge, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { nameOf, searchFor } from './search.ts'

const ListCharges = z.object({
  q: Text.describe('Part of anything that is shown or stored of a charge'),
  status: OneOf(chargeStatuses),
  method: OneOf(paymentMethodTypes),
  ...listing,
})

function fits(view: View, query: z.output<typeof ListCharges>): (charge: Charge) => boolean {
  const { q, status, method } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (charge) =>
    (status === '' || charge.status === status) &&
    (method === '' || charge.method.type === method) &&
    isThen(charge.createdAt) &&
    isFound(charge, nameOf(charge.customer))
}

/** The address of a charge's page. */
export const chargePath = (base: string, id: string): string =>
  `${base}/_emulator/ui/charges/${encodeURIComponent(id)}`

/** What a charge is waiting for, or the issuer response. */
const outcome = (charge: Charge): Html =>
  charge.status === 'pending'
    ? html`<span class="unit">waiting for</span> ${charge.nextAction?.type ?? 'nothing'}`
    : html`${charge.processorResponse ?? '–'}`

function row({ world, base, emulator }: View, charge: Charge): Html {
  return html`<tr data-key="${charge.id}">
<td>${badge(charge.status)}</td>
<td><a href="${chargePath(base, charge.id)}"><code>${charge.reference}</code></a></td>
<td class="right">${money(charge.amount, charge.currency)}</td>
<td>${emulator.words.type(charge.method.type)}</td>
<td>${outcome(charge)}${when(charge.plan.key, () => html`<br><code class="clip unit" title="${charge.plan.key}">${charge.plan.key}</code>`)}</td>
<td>${instant(charge.createdAt, world.now())}</td>
</tr>`
}

/** Charges, newest first. */
export const chargesScreen = screen({
  path: '/_emulator/ui/charges',
  query: ListCharges,
  render: (view, query) =>
    listScreen(view, {
      title: 'Charges',
      what: 'charges',
      query,
      values: view.world.state.charges,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, e-mail or any other text', query.q)}${choice('Status', 'status', query.status, chargeStatuses)}${choice('Payment method', 'method', query.method, paymentMethodTypes, (type) => view.emulator.words.type(type))}`,
      heads: ['Status', 'Reference', { numbers: 'Amount' }, 'Method', 'Outcome and scenario key', 'Created'],
      row: (charge) => row(view, charge),
      advice: html`<a href="${view.base}/_emulator/ui/scenarios">Pick a scenario and run it</a>, or point your integration at <code>${view.origin}</code>. New charges appear here by themselves.`,
    }),
})
