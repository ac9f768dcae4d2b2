import type { Answer, Sent } from './answer.ts'
import { customer, methodMembers } from './bodies.ts'
import type { Mask } from './mask.ts'
import { randomText } from './random.ts'
import { Skipped } from './rule.ts'
import { type Target, tokenUrl } from './target.ts'
import { NoAnswer, type Transport } from './transport.ts'

/** A customer and a card that can be charged. */
export interface Payer {
  customerId: string
  paymentMethodId: string
}

/** How long before it expires a token is no longer used. Seconds. */
const tokenMargin = 60

/** How often a token is requested in vain. */
const tokenTries = 3

type Client = 'usual' | 'weak'

/** What is requested once and used by many rules: tokens, a payer, payment methods of each type. */
export class Session {
  readonly target: Target
  readonly transport: Transport
  readonly mask: Mask
  readonly #tokens = new Map<Client, { text: string; until: number }>()
  readonly #opens = new Set<string>()
  readonly #failed = new Map<Client, string[]>()
  readonly #memo = new Map<string, Promise<string>>()

  constructor(target: Target, transport: Transport, mask: Mask) {
    this.target = target
    this.transport = transport
    this.mask = mask
  }

  send(sent: Sent): Promise<Answer> {
    return this.transport.send(sent)
  }

  /** The answer to the usual credentials. Throws a Skipped until they have worked once. */
  opened(credential: 'token' | 'secret key', answer: Answer): Answer {
    if (answer.status !== 401) this.#opens.add(credential)
    if (!this.#opens.has(credential) && !this.target.emulator)
      throw new Skipped(`the ${credential} is refused: 401 ${answer.text.slice(0, 200)}`)
    return answer
  }

  /** A reference that was never used. */
  reference(length = 24): string {
    return length < 12 ? randomText(length) : `cf-${randomText(length - 3)}`
  }

  /** Requests a token with these form fields, valid or not. */
  askForToken(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send({
      method: 'POST',
      url: tokenUrl(this.target),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    })
  }

  /** The form that requests a token. */
  credentials(client: Client = 'usual'): Record<string, string> {
    const t = this.target
    return {
      client_id: (client === 'usual' ? t.clientId : t.weakClientId) ?? '',
      client_secret: (client === 'usual' ? t.clientSecret : t.weakClientSecret) ?? '',
      grant_type: 'client_credentials',
    }
  }

  /** A token that stays valid for a while. Throws a Skipped if there is none. */
  async token(client: Client = 'usual'): Promise<string> {
    const known = this.#tokens.get(client)
    if (known && known.until > performance.now()) return known.text
    const failed = this.#failed.get(client) ?? []
    if (failed.length >= tokenTries) throw new Skipped(failed[0])
    const answer = await this.#once('access token', () => this.askForToken(this.credentials(client)))
    const text = answer.string('access_token')
    if (text === '') {
      const why = `no access token: ${answer.status} ${answer.text.slice(0, 200)}`
      this.#failed.set(client, [...failed, why])
      throw new Skipped(why)
    }
    this.mask.add(text)
    const seconds = Number(answer.at('expires_in') ?? tokenMargin) - tokenMargin
    this.#tokens.set(client, { text, until: performance.now() + Math.max(seconds, 1) * 1000 })
    return text
  }

  /** The clock of the address was advanced, so new tokens are needed. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  async payer(): Promise<Payer> {
    const customerId = this.target.customerId ?? (await this.#made('customer', '/customers', customer))
    const paymentMethodId = this.target.paymentMethodId ?? (await this.method('card'))
    return { customerId, paymentMethodId }
  }

  /** A payment method of a type, of the payer. */
  async method(type: string): Promise<string> {
    const customerId = this.target.customerId ?? (await this.#made('customer', '/customers', customer))
    return this.#made(`payment method "${type}"`, '/payment-methods', () => ({
      type,
      customer_id: customerId,
      [type]: methodMembers(this.target)[type],
    }))
  }

  /** Creates something once; later calls return the same id, or the same Skipped. */
  #made(what: string, path: string, body: () => object): Promise<string> {
    let made = this.#memo.get(what)
    if (made === undefined) {
      made = this.#create(what, path, body())
      // Every caller gets the rejection.
      made.catch(() => {})
      this.#memo.set(what, made)
    }
    return made
  }

  async #create(what: string, path: string, body: object): Promise<string> {
    const answer = await this.#once(what, async () =>
      this.send({
        method: 'POST',
        url: this.target.baseUrl + path,
        headers: { authorization: `Bearer ${await this.token()}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    const id = answer.string('data.id')
    if (id === '')
      throw new Skipped(
        `no ${what} could be made: ${answer.status} ${answer.text.slice(0, 300)}; give --customer-id and --payment-method-id`,
      )
    return id
  }

  async #once(what: string, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      if (error instanceof NoAnswer) throw new Skipped(`no ${what}: no answer, ${error.message}`)
      throw error
    }
  }
}
