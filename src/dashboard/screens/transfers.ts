import * as z from 'zod'
import { transferStatuses } from '../../domain/kernel/enums.ts'
import type { Transfer } from '../../domain/transfer/model.ts'
import { type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { storyPath } from '../kit/story-links.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { searchFor } from './search.ts'

const ListTransfers = z.object({ q: Text, status: OneOf(transferStatuses), ...listing })

function fits(view: View, query: z.output<typeof ListTransfers>): (transfer: Transfer) => boolean {
  const { q, status } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (transfer) =>
    (status === '' || transfer.status === status) && isThen(transfer.createdAt) && isFound(transfer)
}

const outcome = (view: View, transfer: Transfer, status: string, label: string): Html =>
  act(view, {
    label,
    method: 'post',
    path: `/_emulator/transfers/${encodeURIComponent(transfer.id)}/outcome`,
    body: { status },
    said: `Transfer ${transfer.reference}: ${status}`,
  })

/** Buttons for the outcomes that a transfer can still have. */
export function outcomes(view: View, transfer: Transfer): Html {
  const { status, reversed, isApproved } = transfer
  const open = status === 'NEW' || status === 'PENDING'
  return html`${when(open && !isApproved, () => outcome(view, transfer, 'approved', 'Approve'))}${when(open, () => html`${outcome(view, transfer, 'successful', 'Pay out')}${outcome(view, transfer, 'failed', 'Fail')}`)}${when(status === 'SUCCESSFUL' && !reversed, () => outcome(view, transfer, 'reversed', 'Reverse'))}`
}

function row(view: View, transfer: Transfer): Html {
  const now = view.world.now()
  return html`<tr data-key="${transfer.id}">
<td>${badge(transfer.status)}${when(transfer.reversed, () => html` ${badge('reversed')}`)}${when(transfer.completeMessage, () => html`<br><span class="clip unit" title="${transfer.completeMessage}">${transfer.completeMessage}</span>`)}</td>
<td><a href="${storyPath(view.base, { collection: 'transfers', id: transfer.id })}"><code>${transfer.reference}</code></a></td>
<td class="right">${money(transfer.amount, transfer.currency)}</td>
<td><bdi>${transfer.fullName}</bdi><br><span class="unit"><bdi>${transfer.bankName}</bdi> <code>${transfer.accountNumber}</code></span></td>
<td>${instant(transfer.createdAt, now)}</td>
<td class="acts">${outcomes(view, transfer)}</td>
</tr>`
}

/** Transfers, newest first, with buttons to settle, fail or reverse them. */
export const transfersScreen = screen({
  path: '/_emulator/ui/transfers',
  query: ListTransfers,
  render: (view, query) =>
    listScreen(view, {
      title: 'Transfers',
      what: 'transfers',
      query,
      values: view.world.state.transfers,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, account or any other text', query.q)}${choice('Status', 'status', query.status, transferStatuses)}`,
      heads: ['Status', 'Reference', { numbers: 'Amount' }, 'To', 'Created', 'Outcome'],
      row: (transfer) => row(view, transfer),
      advice: html`Run one from the <a href="${view.base}/_emulator/ui/scenarios?pm=transfer">scenarios</a> with “v3 transfer” as the payment method, or send <code>POST ${view.base}/v3/transfers</code>.`,
    }),
})
