import { emptyStatement, settlementStatus, statementsOf } from '../../domain/settlement/statement.ts'
import { presentSettlement } from '../../wire/settlement.ts'
import { html } from '../kit/html.ts'
import { badge, copyable, facts, instant, money } from '../kit/parts.ts'
import { storyScreen } from './story-page.ts'

/** One settlement: what joined it, what was deducted, and its sums. */
export const settlementScreen = storyScreen(
  '/_emulator/ui/settlements/:id',
  'settlements',
  (view, settlement) => {
    const { world, base } = view
    const { id, currency, dueAt, createdAt } = settlement
    const now = world.now()
    const statement = statementsOf(world.state).get(id) ?? emptyStatement
    const { charges, gross, fees, refunds, chargebacks, net } = statement
    return {
      list: ['settlements', 'Settlements'],
      title: id,
      heading: html`<code>${id}</code> ${badge(settlementStatus(settlement, now))}`,
      aside: html`<p class="big">${money(net, currency)}</p>`,
      about: facts([
        ['Settlement', copyable(id, 'the id')],
        [
          'Charges',
          html`<a href="${base}/_emulator/ui/charges?q=${encodeURIComponent(id)}">${charges.length}</a>`,
        ],
        ['Gross', money(gross, currency)],
        ...fees.map(({ type, amount }) => [`Fee: ${type}`, html`−${money(amount, currency)}`] as const),
        ['Refunds', refunds === 0 ? undefined : html`−${money(refunds, currency)}`],
        [
          'Chargebacks',
          chargebacks === 0
            ? undefined
            : chargebacks > 0
              ? html`−${money(chargebacks, currency)}`
              : html`${money(-chargebacks, currency)} returned`,
        ],
        ['Net', money(net, currency)],
        ['Due', instant(dueAt, now)],
        ['Opened', instant(createdAt, now)],
      ]),
      shown: presentSettlement(settlement, statement, now),
    }
  },
)
