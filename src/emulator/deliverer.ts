import type { State } from '../domain/kernel/state.ts'
import { withEdit } from '../domain/webhook/edit.ts'
import {
  type Attempt,
  type Delivery,
  referenceOf,
  type WebhookEndpoint,
  type WebhookEvent,
} from '../domain/webhook/events.ts'
import { attemptDelivery, compose, type Outgoing } from '../engine/webhook-request.ts'
import { presentEventAs } from '../wire/event-forms.ts'
import type { Shared } from './context.ts'
import type { Note } from './notes.ts'
import type { RequestLog } from './request-log.ts'

/** Bytes of a response body that are stored with the attempt. */
const maxResponseBytes = 4096

/** All callbacks have the same id, so the origin is part of the key. */
const queueOf = ({ id, url }: WebhookEndpoint): string => `${id} ${new URL(url).origin}`

/** The note of an attempt that begins. */
function noteOf(event: WebhookEvent, delivery: Delivery): Note {
  const reference = referenceOf(event)
  const subject = event.subject?.value
  const about = [reference, subject?.id, subject && 'chargeId' in subject ? subject.chargeId : undefined]
  return {
    kind: 'webhook',
    what: `${event.type}${reference === undefined ? '' : ` (${reference})`} to ${delivery.endpoint.url}`,
    about: about.filter((name) => name !== undefined),
    deliveryId: delivery.id,
  }
}

/** Sends the deliveries of one world. */
export class Deliverer {
  readonly #world: string
  readonly #shared: Shared
  readonly #state: State
  readonly #log: RequestLog
  #ended = false

  constructor(world: string, shared: Shared, state: State, log: RequestLog) {
    this.#world = world
    this.#shared = shared
    this.#state = state
    this.#log = log
  }

  /** Attempts a delivery once, at `at` (ms of the world's clock); undefined if it or its event was evicted. */
  async attempt(
    deliveryId: string,
    at: number,
    { manual, edited }: Pick<Attempt, 'manual' | 'edited'>,
  ): Promise<Attempt | undefined> {
    const { ports, settings } = this.#shared
    const delivery = this.#state.deliveries.get(deliveryId)
    const event = delivery && this.#state.events.get(delivery.eventId)
    if (!delivery || !event || this.#ended) return undefined
    const limits = {
      // This object instead of the world's name: after a reset, deliveries must not wait for those of the previous world.
      queue: { world: this, endpoint: queueOf(delivery.endpoint) },
      timeoutMs: settings.webhookTimeoutMs,
      maxResponseBytes,
      wanted: () => !this.#ended,
    }
    const stampedAt = settings.programClock === 'real' ? ports.now() : undefined
    const start = { at, stampedAt, manual, edited }
    const note = noteOf(event, delivery)
    this.#log.note(at, note)
    this.#log.activity.begin('deliveries')
    try {
      note.attempt = await attemptDelivery(
        ports,
        limits,
        this.#world,
        event,
        delivery,
        this.body(withEdit(event, edited), delivery.endpoint),
        start,
      )
      return note.attempt
    } finally {
      this.#log.activity.end('deliveries')
    }
  }

  /** The request of an attempt, as it was sent; without a body if the event was evicted. */
  requestOf(delivery: Delivery, attempt: Attempt): Outgoing {
    const event = this.#state.events.get(delivery.eventId)
    if (event === undefined) return { url: delivery.endpoint.url, headers: {}, body: '' }
    return compose(
      this.#shared.ports,
      this.#world,
      event,
      delivery,
      this.body(withEdit(event, attempt.edited), delivery.endpoint),
      attempt,
    )
  }

  /** The body with which an event is delivered to an endpoint. */
  body(event: WebhookEvent, { form }: WebhookEndpoint): string {
    const { ports, words } = this.#shared
    const context = { qrImage: ports.qrCode, charges: this.#state.charges, words: words() }
    return JSON.stringify(presentEventAs[form](event, context))
  }

  /** Stops sending, including what waits in the host queues. */
  end(): void {
    this.#ended = true
  }
}
