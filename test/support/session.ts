import { Random } from '../../src/engine/random.ts'
import { type Harness, ids } from '../harness.ts'

/** A long random session of a merchant and a tester with one world; requests depend only on `seed` and the answers. */
export class Session {
  readonly #t: Harness
  readonly #random: Random
  /** Everything that was received, in order: status, headers and body of each answer. */
  readonly transcript: string[] = []
  readonly #charges: string[] = []
  #references = 0

  constructor(t: Harness, seed: string) {
    this.#t = t
    this.#random = new Random(seed)
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await this.#step()
  }

  /** Sends a request and records the answer, whatever it is. */
  async #send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const key = path.startsWith('/v3') ? 'sk_sandbox' : await this.#t.token().catch(() => 'none')
    const response = await this.#t
      .fetch(path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(!path.startsWith('/_emulator') && { authorization: `Bearer ${key}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      .catch((error: Error) => error)
    if (response instanceof Error) {
      this.transcript.push(`${method} ${path}: ${response.message}`)
      return undefined
    }
    const text = await response.text()
    const names = JSON.stringify([...response.headers])
    this.transcript.push(`${method} ${path}: ${response.status} ${names} ${text}`)
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.float() * list.length)] as T
  }

  #reference(): string {
    // Sometimes one that is in use.
    return `session-${this.#random.float() < 0.05 ? 1 : ++this.#references}`
  }

  #key(): Record<string, string> {
    if (this.#random.float() < 0.3) return {}
    const keys = [...this.#t.world.catalogue.fragments.keys()].filter((key) => !key.includes('stall'))
    const some = this.#random.float() < 0.3 ? [this.#pick(keys), this.#pick(keys)] : [this.#pick(keys)]
    return { 'x-scenario-key': some.join('&') }
  }

  async #charge(): Promise<void> {
    const idempotency =
      this.#random.float() < 0.2 ? { 'x-idempotency-key': `session-key-${this.#random.digits(1)}` } : {}
    const method = this.#pick([
      ids.card,
      ids.mobile_money,
      ids.bank_transfer,
      ids.ussd,
      ids.walletpay,
      ids.bank_account,
    ])
    const made = await this.#send(
      'POST',
      '/charges',
      {
        amount: Math.floor(this.#random.float() * 100_000) / 100 + 1,
        currency: this.#pick(['NGN', 'USD', 'KES']),
        reference: this.#reference(),
        customer_id: ids.customer,
        payment_method_id: method,
        recurring: this.#random.float() < 0.1,
      },
      { ...this.#key(), ...idempotency },
    )
    const id = (made as { data?: { id?: string } } | undefined)?.data?.id
    if (id) this.#charges.push(id)
  }

  async #authorize(): Promise<void> {
    const answers = [
      { type: 'otp', otp: { code: this.#random.digits(6) } },
      { type: 'pin', pin: { nonce: `n${this.#random.digits(11)}`, encrypted_pin: 'MTIzNDU=' } },
    ]
    await this.#send('PUT', `/charges/${this.#pick(this.#charges)}`, { authorization: this.#pick(answers) })
  }

  async #step(): Promise<void> {
    const dice = this.#random.float()
    if (dice < 0.3 || this.#charges.length === 0) await this.#charge()
    else if (dice < 0.4) await this.#authorize()
    else if (dice < 0.48)
      await this.#send('POST', `/_emulator/charges/${this.#pick(this.#charges)}/payer`, {
        action: this.#pick(['approve', 'decline', 'abandon']),
      })
    else if (dice < 0.55) await this.#send('GET', `/charges/${this.#pick(this.#charges)}`)
    else if (dice < 0.6)
      await this.#send('POST', '/refunds', { charge_id: this.#pick(this.#charges), amount: 1 })
    else if (dice < 0.66) await this.#transfer()
    else if (dice < 0.7) await this.#send('GET', '/charges?size=50')
    else if (dice < 0.72) await this.#send('POST', '/_emulator/webhooks/events', { type: 'charge.completed' })
    else if (dice < 0.74) await this.#send('POST', `/_emulator/webhooks/${this.#pick(['hold', 'release'])}`)
    else if (dice < 0.76)
      await this.#send('POST', '/_emulator/rules', { key: 'network:503', count: 2, share: 0.5 })
    else if (dice < 0.8) await this.#send('GET', '/_emulator/webhooks/events?limit=5')
    else
      await this.#send('POST', '/_emulator/clock/advance', {
        by: `${Math.floor(this.#random.float() * 400)}s`,
      })
  }

  async #transfer(): Promise<void> {
    await this.#send(
      'POST',
      '/v3/transfers',
      {
        account_bank: '044',
        account_number: '0690000031',
        amount: 100,
        currency: 'NGN',
        narration: 'session',
        reference: this.#reference(),
      },
      this.#key(),
    )
  }
}
