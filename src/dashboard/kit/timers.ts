import type { TimerName } from '../../domain/charge/model.ts'
import type { Timer, TimerCommand } from '../../domain/kernel/timer-commands.ts'
import type { World } from '../../emulator/world.ts'
import { type Html, html } from './html.ts'

type Timer = NonNullable<ReturnType<World['scheduler']['timers']['peek']>>

const chargeTimers: Record<string, string> = {
  after: 'the step completes',
  expires: 'the step expires',
  payer: 'the payer acts',
  settle: 'the charge settles',
}

const titles: Record<string, string> = {
  'charge.timer': 'the charge advances',
  'delivery.due': 'a webhook is sent',
  'callback.due': 'a callback is sent',
  'transfer.timer': 'the transfer advances',
}

/** What a timer will do, in a few words. */
export function timerTitle(timer: Timer): string {
  const { name } = inputOf(timer)
  if (timer.command.type === 'charge.timer') return chargeTimers[String(name)] ?? 'the charge advances'
  return titles[timer.command.type] ?? timer.command.type
}

/** What a timer is about, as a link. */
export function timerSubject({ state }: World, base: string, timer: Timer): Html {
  const { id } = timer.command.input
  const charge = state.charges.get(id)
  if (charge)
    return html`<a href="${base}/_emulator/ui/charges/${encodeURIComponent(id)}"><code>${charge.reference}</code></a><br><span class="unit">${charge.method.type}</span>`
  const delivery = state.deliveries.get(id)
  if (delivery)
    return html`<a href="${base}/_emulator/ui/webhooks/${encodeURIComponent(delivery.eventId)}"><code>${state.events.get(delivery.eventId)?.type ?? delivery.eventId}</code></a><br><span class="clip unit" title="${delivery.endpoint.url}">to ${delivery.endpoint.url}</span>`
  return html`<code>${id}</code>`
}
