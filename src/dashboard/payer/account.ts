import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { payerUrlOf } from '../../domain/charge/flow.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { Amount } from '../../domain/kernel/values.ts'
import type { VirtualAccount } from '../../domain/virtual-account/model.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { isoTime } from '../../wire/time.ts'
import { admit, type PageEnv, readForm, refuseInvalid } from '../kit/app.ts'
import { type Html, html, when } from '../kit/html.ts'
import { plainFrame } from '../kit/message.ts'
import { sendPage } from '../kit/page.ts'
import { money } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { copyButton, row } from './task.ts'

const path = '/_emulator/pay/accounts/:id'

/** The path of the page on which a payer pays in to a virtual account. */
export const accountPath = (id: string): string => path.replace(':id', encodeURIComponent(id))

const PayIn = z.object({ amount: z.literal('').or(z.coerce.number().pipe(Amount)).optional() })

const find = ({ world, param }: View): VirtualAccount => mustFind(world.state, 'virtualAccounts', param('id'))

/** The page of a virtual account: where to transfer money, and a button that does it. */
export function accountPages(emulator: Emulator): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  app.get(path, admit(emulator, 'open'), (c) =>
    sendPage(c, accountPage(c.var.view, find(c.var.view)), { framed: true }),
  )
  app.post(
    path,
    admit(emulator, 'open'),
    readForm(emulator),
    zValidator('form', PayIn, refuseInvalid),
    (c) => {
      const { world, origin } = c.var.view
      const { charge } = world.dispatch('virtualAccount.pay', {
        id: find(c.var.view).id,
        amount: c.req.valid('form').amount || undefined,
        originatorName: undefined,
        originatorBankName: undefined,
        originatorAccountNumber: undefined,
        baseUrl: origin,
      })
      return c.redirect(payerUrlOf(charge), 303)
    },
  )
  return app
}

function accountPage(view: View, account: VirtualAccount): Html {
  const { amount, currency, status, accountType } = account
  const isOpen = status === 'active'
  return plainFrame(
    view.base,
    `Bank account ${account.accountNumber}`,
    html`<article data-state="${status}/${account.payments}">
<header class="bank"><span class="logo" aria-hidden="true"></span>${view.emulator.words.title('bank_transfer')}</header>
<h1>${isOpen ? 'Transfer to this account' : 'This account is closed'}</h1>
<p class="lead">${account.note}</p>
${when(amount > 0, () => html`<p class="amount">${money(amount, currency)}</p>`)}
<dl>${row('Account number', html`<code class="account">${account.accountNumber}</code>${copyButton(account.accountNumber, 'the account number')}`)}${row('Bank', account.bankName)}${row('Account', accountType === 'dynamic' ? 'dynamic, for one payment' : 'static, for many payments')}${row('Open until', isoTime(account.expiresAt).slice(0, 19).replace('T', ' '))}</dl>
${when(isOpen, () => html`<form method="post" class="choices">${when(amount === 0, () => html`<label>Amount in ${currency}<input name="amount" inputmode="decimal" required autocomplete="off"></label>`)}<button class="main">I have sent the money</button></form>`)}
<p class="reference">Reference ${account.reference}</p>
</article>`,
  )
}
