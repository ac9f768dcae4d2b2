import type { TimelineKind } from '../domain/kernel/enums.ts'
import { factsOfExchange } from '../domain/kernel/exchange-facts.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { State } from '../domain/kernel/state.ts'
import type { Timer } from '../domain/kernel/timer-commands.ts'
import { referenceOf } from '../domain/webhook/events.ts'
import type { LoggedNote } from './notes.ts'
import type { World } from './world.ts'

/** Something that happened in a world, or that is due. */
export interface TimelineEntry {
  /** Milliseconds of the world's clock. */
  readonly at: number
  readonly kind: TimelineKind
  /** One line of text. */
  readonly what: string
  /** Its number in the journal. */
  readonly requestId?: number | undefined
  /** The delivery that it attempts, or that is due. */
  readonly deliveryId?: string | undefined
}

/** Which entries to collect. */
export interface TimelineFilter {
  /** The newest so many; and at most so many that are due. */
  limit: number
  /** Only entries about this charge, order, refund or transfer, by id or reference, and those about the whole world. */
  about?: string | undefined
}

/** Collects the newest entries, oldest first, and then what is due: the timeline of a world. */
export function timelineOf(world: World, { limit, about }: TimelineFilter): TimelineEntry[] {
  const names = about === undefined ? undefined : namesOf(world.state, about)
  const newest: TimelineEntry[] = []
  for (const entry of newestFirst(world, names)) {
    if (newest.length === limit) break
    newest.push(entry)
  }
  const due: TimelineEntry[] = []
  for (const timer of world.timers.upcoming()) {
    if (due.length === limit) break
    if (names === undefined || aboutTimer(world.state, timer).some((name) => names.has(name)))
      due.push(dueEntry(world.state, timer))
  }
  return [...newest.reverse(), ...due]
}

/** Merges journal and notes; a note counts the requests that were answered before it. */
function* newestFirst(world: World, names: ReadonlySet<string> | undefined): Iterable<TimelineEntry> {
  const notes = world.requests.notes.newestFirst()[Symbol.iterator]()
  let note = notes.next()
  const prefix = `/w/${world.name}/`
  const noteEntry = function* (after: number): Iterable<TimelineEntry> {
    for (; !note.done && note.value.after >= after; note = notes.next()) {
      const { about } = note.value.note
      if (names === undefined || about.length === 0 || about.some((name) => names.has(name)))
        yield entryOfNote(note.value)
    }
  }
  for (const request of world.requests.newestFirst()) {
    yield* noteEntry(request.id)
    if (names === undefined || concerns(request, names)) yield entryOfRequest(request, prefix)
  }
  yield* noteEntry(0)
}

/** Every id and reference under which a charge, or something else of that name, appears. */
function namesOf({ charges, orders, refunds, transfers }: State, name: string): ReadonlySet<string> {
  const charge = charges.get(name) ?? charges.by('reference', name) ?? charges.by('txRef', name)
  const transfer = transfers.get(name) ?? transfers.by('reference', name)
  const names = new Set([name])
  for (const found of [charge, transfer]) if (found) names.add(found.id).add(found.reference)
  if (charge?.v3) names.add(charge.v3.txRef)
  const order = charge && orders.by('chargeId', charge.id)
  if (order) names.add(order.id)
  if (charge) for (const { id, chargeId } of refunds) if (chargeId === charge.id) names.add(id)
  return names
}

/** Whether a request is about something: lists, which show many things, are about none. */
function concerns({ method, path, requestBody, responseBody }: JournalEntry, names: ReadonlySet<string>) {
  const sent = `${path} ${requestBody}`
  const text = method === 'GET' ? sent : `${sent} ${responseBody}`
  for (const name of names) if (hasWord(text, name)) return true
  return false
}

/** Whether a text contains a name that is not part of a longer one. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ')) return true
  return false
}

const list = (facts: readonly string[]): string => (facts.length > 0 ? ` (${facts.join(', ')})` : '')

/** `prefix`: that of the world, which goes without saying. */
function entryOfRequest(entry: JournalEntry, prefix: string): TimelineEntry {
  const { method, status, scenario, warnings } = entry
  const path = entry.path.startsWith(prefix) ? entry.path.slice(prefix.length - 1) : entry.path
  const { sent, id, told } = factsOfExchange(
    entry.requestBody,
    entry.responseBody,
    entry.requestHeaders['x-idempotency-key'],
  )
  const key = scenario === undefined ? [] : [`key ${scenario}`]
  const made = [id, ...(told.length > 0 ? [told.join(', ')] : [])].filter((text) => text !== undefined)
  return {
    at: entry.at,
    kind: 'request',
    what: `${method} ${path}${list([...sent, ...key])} → ${status}${made.length > 0 ? ` ${made.join(' ')}` : ''}${list(warnings)}`,
    requestId: entry.id,
  }
}

function entryOfNote({ at, note }: LoggedNote): TimelineEntry {
  const { kind, what, deliveryId, attempt } = note
  if (deliveryId === undefined) return { at, kind, what }
  const outcome =
    attempt === undefined ? 'not answered yet' : (attempt.error ?? `answered ${attempt.response?.status}`)
  return { at, kind, what: `${what}: ${outcome}`, deliveryId }
}

/** Ids and references of what a timer is about. */
function aboutTimer(
  { charges, refunds, chargebacks, transfers, virtualAccounts, deliveries, events }: State,
  { command }: Timer,
): string[] {
  const { id } = command.input
  if (command.type === 'delivery.due') {
    const event = events.get(deliveries.get(id)?.eventId ?? '')
    return [id, (event && referenceOf(event)) ?? '', event?.subject?.value.id ?? '']
  }
  const part = refunds.get(id) ?? chargebacks.get(id)
  const about = charges.get(part?.chargeId ?? id) ?? transfers.get(id) ?? virtualAccounts.get(id)
  return about ? [id, about.id, about.reference] : [id]
}

/** What each kind of timer does when it fires. */
const dueTexts = {
  'charge.timer': (state, { id, name }) => `${id}${named(state.charges.get(id))}: ${chargeTimers[name]}`,
  'transfer.timer': (state, { id }) => `${id}${named(state.transfers.get(id))}: the transfer goes on`,
  'refund.due': (_state, { id }) => `${id}: the refund ends`,
  'chargeback.due': (state, { id }) => `${id}${named(state.chargebacks.get(id))}: the chargeback is decided`,
  'virtualAccount.due': (state, { id }) =>
    `${id}${named(state.virtualAccounts.get(id))}: the virtual account expires`,
  'delivery.due': (state, { id }) => {
    const delivery = state.deliveries.get(id)
    const event = delivery && state.events.get(delivery.eventId)
    return `${event?.type ?? id}${event ? named({ reference: referenceOf(event) }) : ''} to ${delivery?.endpoint.url ?? 'nobody'}: attempt ${(delivery?.attempts.length ?? 0) + 1}`
  },
} as const satisfies {
  [T in Timer['command']['type']]: (
    state: State,
    input: Extract<Timer['command'], { type: T }>['input'],
  ) => string
}

const chargeTimers = {
  after: 'the step is completed',
  expires: 'the step expires',
  payer: 'the payer of the scenario acts',
  settle: 'it is settled',
} as const

const named = (value: { reference?: string | undefined } | undefined): string =>
  value?.reference === undefined ? '' : ` (${value.reference})`

function dueEntry(state: State, { at, command }: Timer): TimelineEntry {
  const text = dueTexts[command.type] as (state: State, input: object) => string
  return {
    at,
    kind: 'due',
    what: text(state, command.input),
    deliveryId: command.type === 'delivery.due' ? command.input.id : undefined,
  }
}
