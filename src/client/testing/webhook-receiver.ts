import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventEntry, EventType, WebhookEvent } from '../public-types.ts'
import type { WaitOptions, World } from '../types.ts'

/** A request to the webhook receiver of a test. */
export interface ReceivedWebhook {
  /** The parsed body; undefined if it is not JSON. Typed by `event.type`. */
  readonly event: WebhookEvent | undefined
  /** Whether the signature fits the body. */
  readonly verified: boolean
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it was sent. */
  readonly body: string
}

const signatureHeader = 'x-webhook-signature'

/** The name by which the emulator reaches this machine, if it is not on it: WEBHOOK_HOST=host.docker.internal for a container. */
const webhookHost = (): string | undefined => process.env['WEBHOOK_HOST'] || undefined

/** The webhook endpoint of one test: a server on loopback that its world delivers to. */
export class WebhookReceiver {
  /** Every request, in order: retries, duplicates and wrongly signed ones too. */
  readonly received: ReceivedWebhook[] = []
  /** The secret of the endpoint. Signatures are HMAC-SHA256 in base64, in `X-Webhook-Signature`. */
  readonly secret: string
  /** The address of the endpoint. */
  readonly url: string
  /**
   * The HTTP status of the answer. By default 200 for a request with a valid signature and 401 for any other; assign a
   * function that hands the request to the code under test, or that fails a few times.
   */
  answer: (webhook: ReceivedWebhook) => number | Promise<number> = ({ verified }) => (verified ? 200 : 401)
  readonly #world: World
  readonly #server: Server

  private constructor(world: World, server: Server, secret: string) {
    this.#world = world
    this.#server = server
    this.secret = secret
    this.url = `http://${webhookHost() ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}/webhooks`
  }

  /** Starts a receiver and adds it to the webhook endpoints of a world. */
  static async open(world: World): Promise<WebhookReceiver> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, webhookHost() === undefined ? '127.0.0.1' : '0.0.0.0', resolve)
    })
    // A test that hangs is ended by its time limit, not kept alive by this server.
    server.unref()
    const receiver = new WebhookReceiver(world, server, `secret-${randomUUID()}`)
    server.on('request', async (request, response) => {
      response.statusCode = await receiver.#receive(request).catch(() => 500)
      response.end()
    })
    try {
      await world.webhooks.endpoints.add({
        url: receiver.url,
        secret: receiver.secret,
        form: 'charge',
        signature: 'hmac-sha256',
        header: signatureHeader,
      })
    } catch (error) {
      receiver.close()
      throw error
    }
    return receiver
  }

  /**
   * Waits, in real time, until an event of the type was delivered and confirmed by every subscribed endpoint. Where the clock is
   * frozen, advance it first. Rejects with an EmulatorError that says what was found instead.
   */
  awaitDelivered<T extends EventType>(
    type: T,
    options: Omit<WaitOptions<T>, 'until'> = {},
  ): Promise<EventEntry<T>> {
    return this.#world.waitForEvent(type, { ...options, until: 'delivered' })
  }

  /** Stops receiving. */
  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    const bytes = Buffer.concat(chunks)
    const webhook: ReceivedWebhook = {
      event: parse(bytes.toString()),
      verified: this.#isSigned(bytes, request.headers[signatureHeader]),
      headers: request.headers,
      body: bytes.toString(),
    }
    this.received.push(webhook)
    return this.answer(webhook)
  }

  #isSigned(bytes: Uint8Array, signature: string | string[] | undefined): boolean {
    const wanted = createHmac('sha256', this.secret).update(bytes).digest()
    const given = Buffer.from(String(signature), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
}

function parse(text: string): WebhookEvent | undefined {
  try {
    return JSON.parse(text) as WebhookEvent
  } catch {
    return undefined
  }
}
