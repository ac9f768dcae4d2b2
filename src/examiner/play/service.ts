import type {
  Charge,
  EventEntry,
  InProcessEmulator,
  JournalEntry,
  Timer,
  WebhookEndpoint,
} from '../../client.ts'
import type { CreationPath } from '../keys.ts'
import type { ChargeFact, WebhookFact } from '../trace.ts'
import type { MadeWebhook } from './forge.ts'
import { newestTransactions, ownHeader, type Transaction } from './transactions.ts'

/**
 * How long nothing must happen between program and service before a step counts as over. Real time. A quick play only
 * decides whether to look closer, with patience: it may go on sooner.
 */
const quiet = { thorough: '20ms', quick: '5ms' } as const

/** How long that is waited for: a program that polls always has a request open. Real time. */
const longestSettling = '200ms'

/** More charges than an order usually has. */
const fewCharges = 5

/** The most things that happen in one wait. */
const mostTurns = 80

/** The commands of timers that change nothing for a program. */
const isQuiet = ({ input }: Timer): boolean => (input as { name?: string } | undefined)?.name === 'settle'

/** The emulated service, as the examiner looks at it. Its own calls use up no rule. */
export class Service {
  readonly emulator: InProcessEmulator
  readonly url: string
  /** Where webhooks go, and how they are signed. */
  readonly endpoint: WebhookEndpoint
  /** Milliseconds of the emulated clock. */
  now: number
  /** Where the program creates what is paid, as far as it is known. */
  creates: CreationPath = '/charges'
  readonly #secretKey: string
  readonly #belongs = new Map<string, string>()
  #lastRequest = 0

  constructor(
    emulator: InProcessEmulator,
    url: string,
    endpoint: WebhookEndpoint,
    secretKey: string,
    now: number,
  ) {
    this.#secretKey = secretKey
    this.emulator = emulator
    this.url = url
    this.endpoint = endpoint
    this.now = now
  }

  /** The charges of an order. A new one belongs to the order that it names, else to the one that is played. */
  async chargesOf(order: string, isOrder: (text: string) => string | undefined): Promise<Charge[]> {
    let charges = await this.emulator.charges.list({ limit: fewCharges })
    if (
      charges.length === fewCharges &&
      charges.every(({ id }) => this.#belongs.get(id) === undefined || this.#belongs.get(id) === order)
    )
      charges = await this.emulator.charges.list({ limit: 1000 })
    for (const { id, reference, meta, redirect_url: back } of charges)
      if (!this.#belongs.has(id))
        this.#belongs.set(id, isOrder([reference, JSON.stringify(meta ?? {}), back ?? ''].join(' ')) ?? order)
    return charges.filter(({ id }) => this.#belongs.get(id) === order).reverse()
  }

  /** The newest charges in v3 form, newest first. */
  newestTransactions(): Promise<Transaction[]> {
    return newestTransactions(this.emulator, this.#secretKey)
  }

  /** Resolves when the program has answered and asked everything that it does at once. */
  async settle({ recorded }: { recorded: boolean }): Promise<void> {
    await this.emulator.idle({ quiet: recorded ? quiet.thorough : quiet.quick, timeout: longestSettling })
  }

  /** When the next thing happens by itself; undefined where nothing is due. Milliseconds of the emulated clock. */
  async nextDue(): Promise<number | undefined> {
    const timers = await this.emulator.clock.timers()
    const next = timers.find((timer) => !isQuiet(timer))
    return next && Date.parse(next.at)
  }

  /** Moves the clock. The result is whether the program heard of it. */
  async advanceTo(at: number): Promise<boolean> {
    const { fired } = await this.emulator.clock.advanceTo(new Date(at))
    this.now = at
    return fired.some(({ command }) => command === 'delivery.due')
  }

  /** Moves the clock from one thing that happens to the next, up to an instant or until it is over. */
  async advanceThrough(end: number, isOver = async (): Promise<boolean> => false): Promise<void> {
    for (let turn = 0; turn < mostTurns; turn++) {
      const due = await this.nextDue()
      if (due === undefined || due > end) return
      await this.advanceTo(due)
      if (await isOver()) return
    }
  }

  /** The genuine webhooks about some charges since an instant of the emulated clock, oldest first. */
  async webhooksSince(since: number, references: ReadonlySet<string>) {
    const events = await this.emulator.webhooks.events({ since: new Date(since), limit: 100 })
    return events.filter(({ reference }) => reference !== null && references.has(reference)).reverse()
  }

  /** A genuine webhook as it was sent. */
  async sentWebhook({ event }: EventEntry): Promise<MadeWebhook | undefined> {
    const deliveries = await this.emulator.webhooks.deliveries({ eventId: event.id })
    const body = deliveries.flatMap(({ attempts }) => attempts).at(-1)?.request.body
    return body === undefined ? undefined : { id: event.id, type: event.type, body }
  }

  async webhookFacts(since: number, references: ReadonlySet<string>): Promise<WebhookFact[]> {
    const events = await this.webhooksSince(since, references)
    return Promise.all(
      events.map(async ({ event, deliveries }): Promise<WebhookFact> => {
        const { type } = event
        if (deliveries.some(({ status }) => status === 'delivered'))
          return { type, answers: ['200'], status: 'delivered' }
        if (deliveries.length === 0 || deliveries.some(({ status }) => status !== 'dead'))
          return { type, answers: [], status: 'open' }
        const found = await this.emulator.webhooks.deliveries({ eventId: event.id })
        const answers = found.flatMap(({ attempts }) =>
          attempts.map(({ response, error }) => (response ? String(response.status) : (error ?? 'nothing'))),
        )
        return { type, answers: [...new Set(answers)], status: 'dead' }
      }),
    )
  }

  /** The requests of the program since this was asked last, oldest first. */
  async newRequests(): Promise<JournalEntry[]> {
    const entries = await this.emulator.requests.list({ limit: 100 })
    const fresh = entries.filter(({ id }) => id > this.#lastRequest).reverse()
    this.#lastRequest = fresh.at(-1)?.id ?? this.#lastRequest
    return fresh.filter(({ request_headers: headers }) => headers[ownHeader] === undefined)
  }
}

export const factOf = ({ id, reference, amount, currency, status, refunded }: Charge): ChargeFact => ({
  id,
  reference,
  amount,
  currency,
  status,
  refunded,
})
