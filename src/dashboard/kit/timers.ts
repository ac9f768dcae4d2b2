import type { TimerName } from '../../domain/charge/model.ts'
import type { Timer, TimerCommand } from '../../domain/kernel/timer-commands.ts'
import { type Html, html } from './html.ts'
import { linked } from './story-links.ts'
import type { View } from './view.ts'

const chargeTimers: Record<TimerName, string> = {
  after: 'the step completes',
  expires: 'the step expires',
  payer: 'the payer acts',
  settle: 'the charge settles',
}

const titles: Record<Exclude<TimerCommand['type'], 'charge.timer'>, string> = {
  'delivery.due': 'a webhook is sent',
  'refund.due': 'the refund completes',
  'chargeback.due': 'a chargeback is decided',
  'virtualAccount.due': 'a virtual account expires',
  'transfer.timer': 'the transfer advances',
}

/** What a timer will do, in a few words. */
export const timerTitle = ({ command }: Timer): string =>
  command.type === 'charge.timer' ? chargeTimers[command.input.name] : titles[command.type]

/** What a timer is about, as a link. */
export function timerSubject(view: View, timer: Timer): Html {
  const { base, emulator } = view
  const { state } = view.world
  const { id } = timer.command.input
  const charge = state.charges.get(id)
  if (charge)
    return html`<a href="${base}/_emulator/ui/charges/${encodeURIComponent(id)}"><code>${charge.reference}</code></a><br><span class="unit">${emulator.words.type(charge.method.type)}</span>`
  const delivery = state.deliveries.get(id)
  if (delivery)
    return html`<a href="${base}/_emulator/ui/webhooks/${encodeURIComponent(delivery.eventId)}"><code>${state.events.get(delivery.eventId)?.type ?? delivery.eventId}</code></a><br><span class="clip unit" title="${delivery.endpoint.url}">to ${delivery.endpoint.url}</span>`
  return linked(view, id)
}
