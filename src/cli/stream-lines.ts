import type { StreamEvent, StreamEventKind } from '../wire/stream-event.ts'
import { oneLine, type Paint } from './print.ts'

/** Writes the events of a stream as lines for people. Remembers the names of webhook events, because deliveries have only ids. */
export class StreamLines {
  readonly #paint: Paint
  /** Type and reference by id of the event. */
  readonly #events = new Map<string, string>()
  /** The state of each delivery, so that a change of it is told once. */
  readonly #deliveries = new Map<string, string>()

  constructor(paint: Paint) {
    this.#paint = paint
  }

  /** One line; undefined for an event that is not worth one. */
  line(event: StreamEvent): string | undefined {
    const told = (tellers[event.kind] as Teller)(clean(event), this)
    if (told === undefined) return undefined
    const [kind, text] = told
    const time = event.at.slice(11, 23)
    return `${this.#paint(time, 'faint')}  ${this.#paint(kind.padEnd(8), 'name')}  ${text}`
  }

  /** The type and the reference of the event that a delivery belongs to, and how the delivery stands. */
  delivery({ id, event_id, status, attempts, answer, url }: StreamEvent): string | undefined {
    const state = `${status} ${attempts}`
    if (this.#deliveries.get(String(id)) === state) return undefined
    this.#deliveries.set(String(id), state)
    const isOver = status === 'delivered' || status === 'dead' || status === 'dropped'
    evict(this.#deliveries)
    const name = this.#events.get(String(event_id)) ?? String(event_id)
    if (attempts === 0) return status === 'pending' ? undefined : `${name} to ${url}: ${status}`
    const outcome = typeof answer === 'number' ? `answered ${this.status(answer)}` : String(answer)
    const next = isOver
      ? this.#paint(String(status), status === 'delivered' ? 'good' : 'bad')
      : 'will be sent again'
    return `${name} to ${url}: ${outcome} at attempt ${attempts}, ${next}`
  }

  /** Remembers an event of the webhooks, and names it. */
  event({ id, type, reference }: StreamEvent): string {
    const name = `${type}${reference === null ? '' : ` (${reference})`}`
    this.#events.set(String(id), name)
    evict(this.#events)
    return `${name} ${this.#paint(String(id), 'faint')}`
  }

  /** An HTTP status, coloured. */
  status(status: StreamEvent[string] | undefined): string {
    return this.#paint(String(status), Number(status) < 400 ? 'good' : 'bad')
  }
}

/** An event whose texts cannot move a cursor: they come from programs. */
const clean = (event: StreamEvent): StreamEvent =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]),
  ) as StreamEvent

/** The most names and states that are remembered. */
const most = 5000

function evict(map: Map<string, string>): void {
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

type Told = [kind: string, text: string] | undefined
type Teller = (event: StreamEvent, lines: StreamLines) => Told

/** How each kind of event is told. */
const tellers = {
  hello: ({ world, mode, version }) => ['world', `"${world}", whose clock is ${mode}; emulator ${version}`],
  request: ({ method, path, status, scenario }, lines) => [
    'request',
    `${method} ${path} → ${lines.status(status)}${scenario === null ? '' : ` ${scenario}`}`,
  ],
  saved: (event, lines) => saved[event.collection ?? '']?.(event, lines),
  removed: ({ collection, id }) =>
    collection === 'rules' || collection === 'endpoints'
      ? [collection.slice(0, -1), `${id} was removed`]
      : undefined,
  changed: () => undefined,
  clock: ({ at, mode }) => ['clock', `${at}, ${mode}`],
  scenarios: () => ['keys', 'the scenario keys have changed'],
  missed: ({ count }) => ['missed', `${count} events, because they came faster than they were read`],
  reset: () => ['world', 'was reset or removed'],
  closing: () => ['emulator', 'is stopping'],
} as const satisfies Record<StreamEventKind, Teller>

const payment =
  (kind: string): Teller =>
  ({ id, reference, status, amount, currency, next_action: next }) => [
    kind,
    `${id} (${reference}) ${amount} ${currency} ${status}${next ? `, waits for ${next}` : ''}`,
  ]

/** How a change of each collection is told; changes of others are not. */
const saved: Readonly<Record<string, Teller>> = {
  charges: payment('charge'),
  orders: payment('order'),
  refunds: payment('refund'),
  transfers: payment('transfer'),
  events: (event, lines) => ['event', lines.event(event)],
  deliveries: (event, lines) => {
    const text = lines.delivery(event)
    return text === undefined ? undefined : ['webhook', text]
  },
  endpoints: ({ id, url }) => ['endpoint', `${id} ${url}`],
  rules: ({ id, key }) => ['rule', `${id} ${key}`],
}
