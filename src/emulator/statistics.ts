import type { DeliveryStatus } from '../domain/kernel/enums.ts'
import type { State } from '../domain/kernel/state.ts'
import { referenceOf } from '../domain/webhook/events.ts'

/** Counts by name. Beyond the limit, further names are counted together. */
export class Counts {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  /** Uses of names beyond the limit. */
  others = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(name: string, count = 1): void {
    const before = this.#counts.get(name)
    if (before === undefined && this.#counts.size >= this.#limit) this.others += count
    else this.#counts.set(name, (before ?? 0) + count)
  }

  merge(other: Counts): void {
    for (const [name, count] of other) this.add(name, count)
    this.others += other.others
  }

  has(name: string): boolean {
    return this.#counts.has(name)
  }

  [Symbol.iterator](): IterableIterator<[string, number]> {
    return this.#counts.entries()
  }
}

/** The part of a request that a report needs. */
export interface CountedRequest {
  method: string
  /** The endpoint's path, with parameter names instead of ids. */
  route: string
  status: number
  /** Fragments of its scenario key. */
  uses: readonly string[]
  /** Its scenario key, if the catalogue does not have it. */
  unknownKey: string | undefined
  /** Why it was refused; undefined if it was not. */
  reason: string | undefined
}

/** A webhook that was not confirmed. */
export interface Undelivered {
  world: string
  id: string
  type: string
  reference: string | undefined
  url: string
  attempts: number
  error: string
}

const maxUndelivered = 200
const maxReasonLength = 300

/** How a delivery is counted. A webhook endpoint that a scenario simulates fails on purpose: `played`. */
export type CountedDelivery = DeliveryStatus | 'played'

/** The counts of one world, or of several together. Each part has a limit. */
export class Statistics {
  worlds = 0
  requests = 0
  readonly statuses = new Counts(600)
  /** Method, route, status and reason of refused requests, as JSON. */
  readonly rejected = new Counts(500)
  readonly unknownKeys = new Counts(500)
  readonly scenarios = new Counts(5000)
  readonly processorResponses = new Counts(100)
  readonly deliveries = new Counts(10)
  readonly undelivered: Undelivered[] = []
  /** Webhooks that were not confirmed and exceed the limit of the list. */
  undeliveredMore = 0

  note({ method, route, status, uses, unknownKey, reason }: CountedRequest): void {
    this.requests++
    this.statuses.add(String(status))
    for (const name of uses) this.scenarios.add(name)
    if (unknownKey !== undefined) this.unknownKeys.add(unknownKey.slice(0, maxReasonLength))
    if (reason !== undefined)
      this.rejected.add(JSON.stringify([method, route, status, reason.slice(0, maxReasonLength)]))
  }

  /** Counts the current state of a world: charges and webhooks by status. */
  absorb(world: string, state: State): void {
    for (const _step of this.absorbing(world, state));
  }

  /** The same in many steps, between which a page can yield to the event loop. */
  *absorbing(world: string, state: State): Generator<void> {
    this.worlds++
    for (const { status, processorResponse } of state.charges) {
      yield
      if (status !== 'pending' && processorResponse) this.processorResponses.add(processorResponse)
    }
    for (const delivery of state.deliveries) {
      yield
      const event = state.events.get(delivery.eventId)
      const status: CountedDelivery =
        delivery.status === 'dead' && event?.plan?.receiver ? 'played' : delivery.status
      this.deliveries.add(status)
      if (status !== 'dead') continue
      const last = delivery.attempts.at(-1)
      this.#list({
        world,
        id: delivery.id,
        type: event?.type ?? '',
        reference: event && referenceOf(event),
        url: delivery.endpoint.url,
        attempts: delivery.attempts.length,
        error: last?.error ?? `the endpoint answered ${last?.response?.status ?? 'nothing'}, not 200`,
      })
    }
  }

  merge(other: Statistics): void {
    this.worlds += other.worlds
    this.requests += other.requests
    this.statuses.merge(other.statuses)
    this.rejected.merge(other.rejected)
    this.unknownKeys.merge(other.unknownKeys)
    this.scenarios.merge(other.scenarios)
    this.processorResponses.merge(other.processorResponses)
    this.deliveries.merge(other.deliveries)
    for (const one of other.undelivered) this.#list(one)
    this.undeliveredMore += other.undeliveredMore
  }

  #list(one: Undelivered): void {
    if (this.undelivered.length < maxUndelivered) this.undelivered.push(one)
    else this.undeliveredMore++
  }
}
