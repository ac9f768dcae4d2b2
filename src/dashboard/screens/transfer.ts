import { presentTransfer } from '../../wire/transfer.ts'
import { html, when } from '../kit/html.ts'
import { badge, copyable, facts, instant, money } from '../kit/parts.ts'
import { storyScreen } from './story-page.ts'
import { outcomes } from './transfers.ts'

/** One transfer: its story, and buttons for the outcomes that it can still have. */
export const transferScreen = storyScreen('/_emulator/ui/transfers/:id', 'transfers', (view, transfer) => {
  const { status, completeMessage, course, callbackUrl } = transfer
  return {
    list: ['transfers', 'Transfers'],
    title: transfer.reference,
    heading: html`<code>${transfer.reference}</code> ${badge(status)}${when(transfer.reversed, () => html` ${badge('reversed')}`)}`,
    aside: html`<p class="big">${money(transfer.amount, transfer.currency)}</p>`,
    acts: {
      title:
        completeMessage === ''
          ? transfer.isApproved
            ? html`On its way`
            : html`Waiting for approval`
          : html`Ended: ${completeMessage}`,
      content: html`<div class="row">${outcomes(view, transfer)}</div>`,
    },
    about: facts([
      ['Transfer', copyable(transfer.id, 'the id')],
      [
        'To',
        html`<bdi>${transfer.fullName}</bdi> <span class="unit"><bdi>${transfer.bankName}</bdi></span> <code>${transfer.accountNumber}</code>`,
      ],
      ['Debit', money(transfer.debit, transfer.debitCurrency)],
      ['Fee', html`<span class="num">${transfer.fee}</span>`],
      ['Narration', html`<bdi>${transfer.narration}</bdi>`],
      ['Scenario key', course.key === '' ? 'none' : html`<code>${course.key}</code>`],
      ['Calls back', callbackUrl === undefined ? undefined : html`<code class="wrap">${callbackUrl}</code>`],
      ['Created', instant(transfer.createdAt, view.world.now())],
    ]),
    shown: presentTransfer(transfer),
  }
})
