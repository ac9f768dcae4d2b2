import * as z from 'zod'
import type { Chargeback } from '../../domain/chargeback/model.ts'
import { nextStatuses } from '../../domain/chargeback/rules.ts'
import { type ChargebackStatus, chargebackStatuses } from '../../domain/kernel/enums.ts'
import { type Html, html } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, type Call, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { storyPath } from '../kit/story-links.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { chargePath } from './charges.ts'
import { nameOf, searchFor } from './search.ts'

const ListChargebacks = z.object({ q: Text, status: OneOf(chargebackStatuses), ...listing })

function fits(view: View, query: z.output<typeof ListChargebacks>) {
  const isFound = searchFor(query.q)
  const isThen = inRange(view, query)
  return (chargeback: Chargeback): boolean => {
    if ((query.status !== '' && chargeback.status !== query.status) || !isThen(chargeback.createdAt))
      return false
    const customer = view.world.state.charges.get(chargeback.chargeId)?.customer
    return isFound(chargeback, customer, nameOf(customer))
  }
}

/** What moves a chargeback to a status, and who does it. */
const acts: { [S in ChargebackStatus]?: Pick<Call, 'label' | 'method' | 'asMerchant'> } = {
  accepted: { label: 'Accept', method: 'put', asMerchant: true },
  declined: { label: 'Contest', method: 'put', asMerchant: true },
  won: { label: 'Win', method: 'post' },
  lost: { label: 'Lose', method: 'post' },
  reversed: { label: 'Reverse', method: 'post' },
}

/** What can be done to a chargeback now. */
export const chargebackActs = (view: View, { id, status: now }: Chargeback): Html =>
  html`${nextStatuses[now].map((status) => {
    const call = acts[status]
    const path = `/chargebacks/${encodeURIComponent(id)}`
    return (
      call &&
      act(view, {
        ...call,
        path: call.asMerchant ? path : `/_emulator${path}/outcome`,
        body: { status },
        said: `Chargeback: ${status}`,
        step: now,
      })
    )
  })}`

function row(view: View, chargeback: Chargeback): Html {
  const now = view.world.now()
  const { id, chargeId, reference, status, amount, currency, stage, type, dueAt, createdAt } = chargeback
  return html`<tr data-key="${id}">
<td>${badge(status)}</td>
<td><a href="${storyPath(view.base, { collection: 'chargebacks', id })}"><code>${id}</code></a></td>
<td><a href="${chargePath(view.base, chargeId)}"><code>${reference}</code></a></td>
<td class="right">${money(amount, currency)}</td>
<td>${stage}<br><span class="unit">${type}</span></td>
<td>${instant(dueAt, now)}</td>
<td>${instant(createdAt, now)}</td>
<td class="acts">${chargebackActs(view, chargeback)}</td>
</tr>`
}

/** Chargebacks, newest first, with buttons to answer and to decide them. */
export const chargebacksScreen = screen({
  path: '/_emulator/ui/chargebacks',
  query: ListChargebacks,
  render: (view, query) =>
    listScreen(view, {
      title: 'Chargebacks',
      what: 'chargebacks',
      query,
      values: view.world.state.chargebacks,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, e-mail or any other text', query.q)}${choice('Status', 'status', query.status, chargebackStatuses)}`,
      heads: [
        'Status',
        'Chargeback',
        'Charge',
        { numbers: 'Amount' },
        'Stage',
        'Respond by',
        'Created',
        'As the merchant or the bank',
      ],
      row: (chargeback) => row(view, chargeback),
      advice: html`Open a charge that succeeded and dispute it there, or send <code>POST ${view.base}/chargebacks</code>.`,
    }),
})
