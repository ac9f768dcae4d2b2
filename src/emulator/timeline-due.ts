import type { Chargeback } from '../domain/chargeback/model.ts'
import { isOpen } from '../domain/chargeback/rules.ts'
import type { TimelineActor } from '../domain/kernel/enums.ts'
import type { State } from '../domain/kernel/state.ts'
import type { Timer } from '../domain/kernel/timer-commands.ts'
import type { Delivery } from '../domain/webhook/events.ts'
import { deliveryText, type TimelineEntry } from './timeline-entries.ts'

type TimerType = Timer['command']['type']
type InputOf<T extends TimerType> = Extract<Timer['command'], { type: T }>['input']

const chargeTimers = {
  after: 'the step is completed',
  expires: 'the step expires',
  payer: 'the payer of the scenario acts',
  settle: 'it is settled',
} as const

const named = (value: { reference?: string | undefined } | undefined): string =>
  value?.reference === undefined ? '' : ` (${value.reference})`

/** The next attempt at a delivery. */
function attemptText({ deliveries, events }: State, id: string): string {
  const delivery = deliveries.get(id)
  const event = delivery && events.get(delivery.eventId)
  const text = event ? deliveryText(event, delivery.endpoint.url) : `${id} to nobody`
  return `${text}: attempt ${(delivery?.attempts.length ?? 0) + 1}`
}

/** Its deadline for the merchant's answer, or the bank's decision. */
const chargebackText = (id: string, chargeback: Chargeback | undefined): string =>
  `${id}${named(chargeback)}: ${chargeback && isOpen(chargeback) ? 'the chargeback is lost unless it is answered' : 'the chargeback is decided'}`

/** What each kind of timer does when it fires. */
const dueTexts = {
  'charge.timer': (state, { id, name }) => `${id}${named(state.charges.get(id))}: ${chargeTimers[name]}`,
  'transfer.timer': (state, { id }) => `${id}${named(state.transfers.get(id))}: the transfer goes on`,
  'refund.due': (_state, { id }) => `${id}: the refund ends`,
  'chargeback.due': (state, { id }) => chargebackText(id, state.chargebacks.get(id)),
  'virtualAccount.due': (state, { id }) =>
    `${id}${named(state.virtualAccounts.get(id))}: the virtual account expires`,
  'delivery.due': (state, { id }) => attemptText(state, id),
} as const satisfies { [T in TimerType]: (state: State, input: InputOf<T>) => string }

/** What a timer will do. */
export function dueEntry(state: State, { at, command }: Timer): TimelineEntry {
  const text = dueTexts[command.type] as (state: State, input: object) => string
  const what = text(state, command.input)
  const entry = { at, kind: 'due', actor: actorOf(command), what } as const
  if (command.type === 'delivery.due') return { ...entry, ...ofDelivery(state, command.input.id) }
  const title = what.slice(what.indexOf(': ') + 2)
  return { ...entry, objectId: command.input.id, parts: { title, facts: [] } }
}

/** What the next attempt at a delivery is about. */
function ofDelivery({ deliveries, events }: State, id: string): Partial<TimelineEntry> {
  const delivery = deliveries.get(id)
  const event = delivery && events.get(delivery.eventId)
  if (!event) return { deliveryId: id }
  const attempt = `attempt ${delivery.attempts.length + 1}`
  return {
    deliveryId: id,
    eventId: event.id,
    objectId: event.subject?.value.id,
    parts: {
      title: event.type,
      facts: [attempt, ...(delivery.copy > 1 ? [`copy ${delivery.copy}`] : [])],
      url: delivery.endpoint.url,
    },
  }
}

/** A delivery that waits until deliveries are released. */
export function heldEntry(state: State, { id, nextAttemptAt = 0 }: Delivery): TimelineEntry {
  const what = `${attemptText(state, id)}, held until deliveries are released`
  return { at: nextAttemptAt, kind: 'due', actor: 'service', what, ...ofDelivery(state, id) }
}

const actorOf = (command: Timer['command']): TimelineActor => {
  if (command.type === 'delivery.due') return 'service'
  return command.type === 'charge.timer' && command.input.name === 'payer' ? 'payer' : 'clock'
}
