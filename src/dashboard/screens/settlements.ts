import * as z from 'zod'
import { settlementStatuses } from '../../domain/kernel/enums.ts'
import { add } from '../../domain/kernel/money.ts'
import type { Settlement } from '../../domain/settlement/model.ts'
import { emptyStatement, settlementStatus, statementsOf } from '../../domain/settlement/statement.ts'
import { html } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { badge, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { storyPath } from '../kit/story-links.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { searchFor } from './search.ts'

const ListSettlements = z.object({ q: Text, status: OneOf(settlementStatuses), ...listing })

function fits(view: View, query: z.output<typeof ListSettlements>) {
  const isFound = searchFor(query.q)
  const isThen = inRange(view, query)
  const now = view.world.now()
  return (settlement: Settlement): boolean =>
    (query.status === '' || settlementStatus(settlement, now) === query.status) &&
    isThen(settlement.createdAt) &&
    isFound(settlement)
}

/** Settlements, newest first, with what they are made of. */
export const settlementsScreen = screen({
  path: '/_emulator/ui/settlements',
  query: ListSettlements,
  render: (view, query) => {
    const { world, base } = view
    const now = world.now()
    const statements = statementsOf(world.state)
    return listScreen(view, {
      title: 'Settlements',
      what: 'settlements',
      query,
      values: world.state.settlements,
      fits: fits(view, query),
      filters: html`${searchField('Id or currency', query.q)}${choice('Status', 'status', query.status, settlementStatuses)}`,
      heads: [
        'Status',
        'Settlement',
        { numbers: 'Charges' },
        { numbers: 'Gross' },
        { numbers: 'Fees' },
        { numbers: 'Refunds' },
        { numbers: 'Chargebacks' },
        { numbers: 'Net' },
        'Due',
      ],
      row: (settlement) => {
        const { id, currency, dueAt } = settlement
        const { charges, gross, fees, refunds, chargebacks, net } = statements.get(id) ?? emptyStatement
        const fee = fees.reduce((sum, { amount }) => add(sum, amount), 0)
        return html`<tr data-key="${id}">
<td>${badge(settlementStatus(settlement, now))}</td>
<td><a href="${storyPath(base, { collection: 'settlements', id })}"><code>${id}</code></a></td>
<td class="right"><a href="${base}/_emulator/ui/charges?q=${id}">${charges.length}</a></td>
<td class="right">${money(gross, currency)}</td>
<td class="right">${money(fee, currency)}</td>
<td class="right">${money(refunds, currency)}</td>
<td class="right">${money(chargebacks, currency)}</td>
<td class="right">${money(net, currency)}</td>
<td>${instant(dueAt, now)}</td>
</tr>`
      },
      advice: html`A charge that has succeeded joins the open settlement of its currency when it settles, by default a day later. Advance the clock to get there.`,
    })
  },
})
