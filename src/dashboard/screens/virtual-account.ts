import type { VirtualAccount } from '../../domain/virtual-account/model.ts'
import { presentVirtualAccount } from '../../wire/virtual-account.ts'
import { type Html, html, when } from '../kit/html.ts'
import { badge, copyable, facts, formButtons, instant, keyFact, metaFact } from '../kit/parts.ts'
import { linked } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { storyScreen } from './story-page.ts'
import { accountActs, takes } from './virtual-accounts.ts'

/** One virtual account: its story with those of its payments, and buttons to pay in. */
export const virtualAccountScreen = storyScreen(
  '/_emulator/ui/virtual-accounts/:id',
  'virtualAccounts',
  (view, account) => {
    const isActive = account.status === 'active'
    return {
      list: ['virtual-accounts', 'Virtual accounts'],
      title: account.reference,
      heading: html`<code>${account.reference}</code> ${badge(account.status)}`,
      aside: html`<p class="big">${takes(account)}</p>`,
      acts: {
        title: isActive ? html`Waiting for money` : html`Takes no more payments`,
        content: html`${when(isActive, () => html`<div class="row">${accountActs(view, account)}</div>${when(account.amount === 0, () => payForm(view, account))}`)}`,
      },
      about: about(view, account),
      shown: presentVirtualAccount(account),
    }
  },
)

/** Pays any amount, as the payer. */
const payForm = ({ base }: View, { id, currency, payments }: VirtualAccount): Html =>
  html`<form class="row" data-call="post" data-url="${base}/_emulator/virtual-accounts/${encodeURIComponent(id)}/pay" data-step="${payments}" data-said="The money has arrived"><label>Amount in ${currency}<input name="amount" data-as="number" inputmode="decimal" size="10" required></label>${formButtons('Pay this amount')}</form>`

function about(view: View, account: VirtualAccount): Html {
  const { accountNumber, bankName, accountType, customerId, txRef, payments, plan, expiresAt } = account
  const now = view.world.now()
  return facts([
    ['Virtual account', copyable(account.id, 'the id')],
    [
      'Account',
      html`${copyable(accountNumber, 'the account number')} <span class="unit">${bankName}, ${accountType}</span>`,
    ],
    ['Customer', linked(view, customerId)],
    [
      'tx_ref',
      txRef === undefined || txRef === account.reference ? undefined : copyable(txRef, 'the tx_ref'),
    ],
    ['Created by', txRef === undefined ? 'the charge interface' : 'v3'],
    ['Payments', html`<span class="num">${payments}</span>`],
    ['Note', html`<bdi>${account.note}</bdi>`],
    ['Scenario key', keyFact(view, plan.key)],
    ['Meta', metaFact(account.meta)],
    ['Expires', instant(expiresAt, now)],
    ['Created', instant(account.createdAt, now)],
  ])
}
