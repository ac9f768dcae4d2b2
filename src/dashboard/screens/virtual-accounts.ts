import * as z from 'zod'
import { virtualAccountStatuses } from '../../domain/kernel/enums.ts'
import type { VirtualAccount } from '../../domain/virtual-account/model.ts'
import { type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { storyPath } from '../kit/story-links.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { accountPath } from '../payer/account.ts'
import { nameOf, searchFor } from './search.ts'

const ListAccounts = z.object({ q: Text, status: OneOf(virtualAccountStatuses), ...listing })

function fits(view: View, query: z.output<typeof ListAccounts>) {
  const { q, status } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (account: VirtualAccount): boolean => {
    if ((status !== '' && account.status !== status) || !isThen(account.createdAt)) return false
    const customer = view.world.state.customers.get(account.customerId)
    return isFound(account, customer, nameOf(customer))
  }
}

/** What a payment to an account must be. */
export const takes = ({ amount, currency }: VirtualAccount): Html =>
  amount > 0 ? money(amount, currency) : html`any <span class="unit">${currency}</span>`

/** Pays the amount of an account, as its payer; for any amount there is the payer page. */
export function accountActs(view: View, { id, amount, currency, status, payments }: VirtualAccount): Html {
  const pay = {
    label: `Pay ${amount} ${currency}`,
    method: 'post',
    path: `/_emulator/virtual-accounts/${encodeURIComponent(id)}/pay`,
    body: {},
    said: 'The money has arrived',
    step: String(payments),
  } as const
  return when(
    status === 'active',
    () =>
      html`${when(amount > 0, () => act(view, pay))}<a class="button" href="${view.base}${accountPath(id)}">Open the payer page</a>`,
  )
}

function row(view: View, account: VirtualAccount): Html {
  const { world, base } = view
  const now = world.now()
  const { lastChargeId } = account
  return html`<tr data-key="${account.id}">
<td>${badge(account.status)}</td>
<td><a href="${storyPath(base, { collection: 'virtualAccounts', id: account.id })}"><code>${account.reference}</code></a><br><span class="unit"><code>${account.id}</code></span></td>
<td><code>${account.accountNumber}</code><br><span class="unit">${account.accountType}</span></td>
<td class="right">${takes(account)}</td>
<td class="right">${lastChargeId === undefined ? '0' : html`<a href="${base}/_emulator/ui/charges/${encodeURIComponent(lastChargeId)}">${account.payments}</a>`}</td>
<td>${instant(account.expiresAt, now)}</td>
<td>${instant(account.createdAt, now)}</td>
<td class="acts">${accountActs(view, account)}</td>
</tr>`
}

/** Virtual accounts, newest first, with buttons to pay in. */
export const virtualAccountsScreen = screen({
  path: '/_emulator/ui/virtual-accounts',
  query: ListAccounts,
  render: (view, query) =>
    listScreen(view, {
      title: 'Virtual accounts',
      what: 'virtual accounts',
      path: 'virtual-accounts',
      query,
      values: view.world.state.virtualAccounts,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, account or any other text', query.q)}${choice('Status', 'status', query.status, virtualAccountStatuses)}`,
      heads: [
        'Status',
        'Reference',
        'Account',
        { numbers: 'Takes' },
        { numbers: 'Payments' },
        'Expires',
        'Created',
        'As the payer',
      ],
      row: (account) => row(view, account),
      advice: html`Send <code>POST ${view.base}/virtual-accounts</code> to open one; each payment to it becomes a charge.`,
    }),
})
