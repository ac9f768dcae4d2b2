import { Answer, type Sent } from './answer.ts'
import { Skipped } from './rule.ts'
import { Translator } from './vocabulary.ts'

export interface TransportOptions {
  /** Addresses that requests may go to; any other is refused. */
  addresses: readonly string[]
  /** Whether requests to /_emulator are allowed. */
  control: boolean
  /** Requests per second; Infinity for no limit. */
  rate: number
  maxRequests: number
  /** How long an answer may take. Real milliseconds. */
  timeoutMs: number
  /** Translates between the words of the rules and those of the service; undefined if they are the same. */
  translator?: Translator
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** There was no answer: the connection failed, or the time was over. */
export class NoAnswer extends Error {
  readonly sent: Sent

  constructor(message: string, sent: Sent) {
    super(message)
    this.sent = sent
  }
}

/**
 * How often a request is repeated after a 429, and the longest Retry-After that is respected; how often an address that
 * has never answered is tried.
 */
const patience = { tries: 2, longestMs: 60_000, silences: 3 } as const

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** All requests pass here: it limits the rate, counts, times out, and refuses what must never be sent. */
export class Transport {
  readonly history: Answer[] = []
  readonly #options: TransportOptions
  readonly #roots: readonly string[]
  /** Origins that have answered, and how often the others were tried. */
  readonly #alive = new Set<string>()
  readonly #silent = new Map<string, number>()
  #count = 0
  #nextAt = 0

  constructor(options: TransportOptions) {
    this.#options = options
    this.#roots = options.addresses.map((address) => new URL(address).origin)
  }

  get count(): number {
    return this.#count
  }

  /** Whether the origin of a request has ever answered. */
  hasAnswered({ url }: Sent): boolean {
    return this.#alive.has(new URL(url).origin)
  }

  /**
   * Throws a Skipped beyond the limit of requests, a NoAnswer if nothing answers, and an Error for what must not be
   * sent.
   */
  async send(sent: Sent): Promise<Answer> {
    this.#mustBeHarmless(sent)
    const { origin } = new URL(sent.url)
    if ((this.#silent.get(origin) ?? 0) >= patience.silences) throw new Skipped(`${origin} does not answer`)
    for (let tries = 0; ; tries++) {
      await this.#turn()
      const answer = await this.#exchange(sent)
      const wait = Number(answer.headers.get('retry-after') ?? '5') * 1000
      if (answer.status !== 429 || tries >= patience.tries || !(wait <= patience.longestMs)) {
        this.history.push(answer)
        return answer
      }
      await pause(wait)
    }
  }

  #mustBeHarmless({ method, url }: Sent): void {
    const { origin, pathname } = new URL(url)
    if (!this.#roots.includes(origin)) throw new Error(`${origin} is not among the addresses to be checked`)
    if (method === 'DELETE') throw new Error('the suite never deletes')
    if (!this.#options.control && decodeURIComponent(pathname).includes('/_emulator'))
      throw new Error('/_emulator is asked on emulators only; say --emulator if this is one')
  }

  /** Waits for this request's turn. */
  async #turn(): Promise<void> {
    const { rate, maxRequests } = this.#options
    if (this.#count >= maxRequests)
      throw new Skipped(`the limit of ${maxRequests} requests is reached; raise it with --max-requests`)
    this.#count++
    const now = performance.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + 1000 / rate
    if (at > now) await pause(at - now)
  }

  async #exchange(sent: Sent): Promise<Answer> {
    const { fetch = globalThis.fetch, timeoutMs, translator = new Translator() } = this.#options
    const { url, body } = translator.request(sent)
    try {
      const response = await fetch(url, {
        method: sent.method,
        headers: sent.headers,
        // Redirects may lead away from the service.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== '' && { body }),
      })
      const answer = new Answer(sent, response, translator.answer(await response.text()))
      this.#alive.add(new URL(sent.url).origin)
      return answer
    } catch (error) {
      const { origin } = new URL(sent.url)
      if (!this.#alive.has(origin)) this.#silent.set(origin, (this.#silent.get(origin) ?? 0) + 1)
      throw new NoAnswer(reason(error), sent)
    }
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && cause.message !== ''
    ? `${error.message} (${cause.message})`
    : error.message
}
