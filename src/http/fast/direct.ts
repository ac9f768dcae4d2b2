import type { Bindings } from '../context.ts'

type Incoming = NonNullable<Bindings['incoming']> & { method?: string | undefined }
type Outgoing = NonNullable<Bindings['outgoing']>

/** The answer of a router that has no route for a direct request, which then takes the normal way. */
export const notServed = { isNotServed: true } as unknown as Response

/** A host, and a path, that URL parsing leaves unchanged. */
const plainHost = /^[a-z0-9._-]+(?::[1-9]\d{3,4})?$/
const plainPath = /^\/[\w/-]*$/

/**
 * The part of a `Request` that the endpoints of a first payment read, instead of the server library's request and its
 * promises. Saves 13 % of the processor time of `POST /charges`.
 */
export class DirectRequest {
  readonly method: string
  readonly url: string
  readonly #incoming: Incoming
  readonly #outgoing: Outgoing
  #gone: AbortController | undefined

  private constructor(incoming: Incoming, outgoing: Outgoing) {
    this.method = 'POST'
    this.url = `http://${incoming.headers['host']}${incoming.url}`
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  /** The incoming request, or undefined if the server library must handle it. */
  static of(incoming: Incoming, outgoing: Outgoing): Request | undefined {
    const { host } = incoming.headers
    return incoming.rawBody !== undefined &&
      incoming.method === 'POST' &&
      typeof host === 'string' &&
      !('encrypted' in incoming.socket) &&
      plainHost.test(host) &&
      plainPath.test(incoming.url ?? '')
      ? (new DirectRequest(incoming, outgoing) as unknown as Request)
      : undefined
  }

  get headers(): Headers {
    return new Headers(this.#incoming.headers as Record<string, string>)
  }

  /** Aborted when the client closes its connection. */
  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      const gone = new AbortController()
      this.#gone = gone
      if (this.#outgoing.destroyed) gone.abort()
      else this.#outgoing.once('close', () => gone.abort())
    }
    return this.#gone.signal
  }
}
