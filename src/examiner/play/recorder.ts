import { type CreationPath, creationPaths } from '../keys.ts'
import type { Service } from './service.ts'
import type { Timeline } from './timeline.ts'

/** Writes into a timeline what goes on between program and service, and counts it. */
export class Recorder {
  readonly #service: Service
  readonly #timeline: Timeline
  /** Whether the program has read something. */
  reads = false
  /** Requests that create something to pay. */
  creations = 0
  #toldWebhooks = 0

  constructor(service: Service, timeline: Timeline) {
    this.#service = service
    this.#timeline = timeline
  }

  /** Writes down what happened since the last call: webhooks about some charges, and requests of the program. */
  async record(since: number, references: ReadonlySet<string>): Promise<void> {
    const requests = await this.#service.newRequests()
    const created = requests.filter(
      ({ method, path }) =>
        (method === 'POST' && createdAt(path) !== undefined) ||
        // The capture of an order.
        (method === 'PUT' && /^\/+orders\/[^/]+\/?$/.test(path)),
    )
    const [first] = created
    if (first) this.#service.creates = createdAt(first.path) ?? '/orders'
    this.creations += created.length
    this.reads ||= requests.some(({ method }) => method === 'GET')
    for (const line of await this.#webhookLines(since, references)) this.#timeline.add('webhook', line)
    this.#timeline.requests(requests)
  }

  /** The attempts of webhooks that were not told yet. */
  async #webhookLines(since: number, references: ReadonlySet<string>): Promise<string[]> {
    const { emulator } = this.#service
    const lines: string[] = []
    for (const { event } of await this.#service.webhooksSince(since, references))
      for (const { attempts } of (await emulator.webhooks.deliveries({ eventId: event.id })).reverse())
        for (const { response, error } of attempts)
          lines.push(
            `${event.type} (${String(event.data['status'])}) → ${response ? response.status : `no answer (${error})`}`,
          )
    const fresh = lines.slice(this.#toldWebhooks)
    this.#toldWebhooks = lines.length
    return fresh
  }
}

/** The endpoint of a path, if it creates something to pay. */
function createdAt(path: string): CreationPath | undefined {
  const plain = path
    .replace(/\?.*$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  return creationPaths.find((one) => one === plain)
}
