import type { Chargeback } from '../../domain/chargeback/model.ts'
import { isOpen, moneyIs, nextStatuses } from '../../domain/chargeback/rules.ts'
import { deductedFrom } from '../../emulator/related.ts'
import { presentChargeback } from '../../wire/chargeback.ts'
import { type Html, html, when } from '../kit/html.ts'
import { badge, copyable, facts, instant, keyFact, money, remaining } from '../kit/parts.ts'
import { linked } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { chargebackActs } from './chargebacks.ts'
import { storyScreen } from './story-page.ts'

/** One chargeback: its story, and buttons to answer it as the merchant and to decide it as the bank. */
export const chargebackScreen = storyScreen(
  '/_emulator/ui/chargebacks/:id',
  'chargebacks',
  (view, chargeback) => {
    const { id, status, amount, currency } = chargeback
    return {
      list: ['chargebacks', 'Chargebacks'],
      title: id,
      heading: html`<code>${id}</code> ${badge(status)}`,
      aside: html`<p class="big">${money(amount, currency)}</p>`,
      acts: {
        title: waits(view, chargeback),
        content: html`${when(nextStatuses[status].length > 0, () => html`<div class="row">${chargebackActs(view, chargeback)}</div>`)}`,
      },
      about: about(view, chargeback),
      shown: shown(presentChargeback(chargeback, view.world.state.charges)),
    }
  },
)

/** What a chargeback is waiting for, or how it ended. */
function waits({ world }: View, chargeback: Chargeback): Html {
  const { status, dueAt } = chargeback
  if (isOpen(chargeback)) return html`Waiting for the merchant’s answer, for ${remaining(dueAt, world.now())}`
  return moneyIs[status] === 'held' ? html`Waiting for the bank’s decision` : html`Ended: ${status}`
}

function about(view: View, chargeback: Chargeback): Html {
  const { chargeId, stage, type, dueAt, comment, returnedIn, plan, createdAt } = chargeback
  const { state } = view.world
  const now = view.world.now()
  const deducted = deductedFrom(chargeback, state)
  return facts([
    ['Chargeback', copyable(chargeback.id, 'the id')],
    ['Charge', linked(view, chargeId)],
    ['Stage', stage],
    ['Type', type],
    ['Respond by', instant(dueAt, now)],
    ['Comment', comment === undefined ? undefined : html`<bdi>${comment}</bdi>`],
    ['Deducted in', deducted === undefined ? undefined : linked(view, deducted)],
    ['Returned in', returnedIn === undefined ? undefined : linked(view, returnedIn)],
    ['Scenario key', keyFact(view, plan.key)],
    ['Created', instant(createdAt, now)],
  ])
}

/** The chargeback with the long data of its evidence truncated. */
const shown = (chargeback: ReturnType<typeof presentChargeback>): unknown => {
  const { uploaded_proof: proof } = chargeback
  return proof !== undefined && proof.length > 100
    ? { ...chargeback, uploaded_proof: `${proof.slice(0, 100)}…` }
    : chargeback
}
