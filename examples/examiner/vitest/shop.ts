import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Settings {
  base_url: string
  auth_url: string
  client_id: string
  client_secret: string
  webhook_secret: string
  customer_id: string
  payment_method_id: string
}

export interface Order {
  id: string
  amount: number
  currency: string
  status: 'paid' | 'failed' | 'pending'
  shipments: number
}

interface Charge {
  id: string
  reference: string
  status: 'succeeded' | 'failed' | 'pending' | 'voided'
}

/** A shop that reads the charge when a webhook arrives, and trusts only what it reads. */
export class Shop {
  readonly #settings: Settings
  readonly #orders = new Map<string, Order>()
  #token: string | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  /** The customer presses "pay". Reference and key are derived from the order, so that there is at most one charge. */
  async pay(id: string, amount: number, currency: string): Promise<Order> {
    const order = this.#orders.get(id) ?? { id, amount, currency, status: 'pending', shipments: 0 }
    this.#orders.set(id, order)
    if (order.status !== 'pending') return order
    const { customer_id, payment_method_id } = this.#settings
    const request = {
      amount: order.amount,
      currency: order.currency,
      reference: id,
      customer_id,
      payment_method_id,
    }
    this.#settle(order, await this.#call<Charge>('POST', '/charges', request, `pay-for-${id}`))
    return order
  }

  /** A webhook: 200 once it was processed, any other status to receive it again. */
  async webhook(request: Request): Promise<Response> {
    const text = await request.text()
    const expected = createHmac('sha256', this.#settings.webhook_secret).update(text).digest()
    const sent = Buffer.from(request.headers.get('x-webhook-signature') ?? '', 'base64')
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
      return new Response(null, { status: 401 })
    const { type, data } = JSON.parse(text) as { type: string; data: Charge }
    const order = this.#orders.get(data.reference)
    if (type === 'charge.completed' && order)
      this.#settle(order, await this.#call<Charge>('GET', `/charges/${data.id}`))
    return new Response(null, { status: 200 })
  }

  /** Nothing is awaited between the check whether the order is pending and the shipment. */
  #settle(order: Order, charge: Charge): void {
    if (order.status !== 'pending') return
    if (charge.status === 'succeeded') {
      order.status = 'paid'
      order.shipments++
    } else if (charge.status !== 'pending') order.status = 'failed'
  }

  /** A call of the service, repeated with a new token if the old one is refused. */
  async #call<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    for (let tries = 1; ; tries++) {
      this.#token ??= await this.#newToken()
      const response = await fetch(this.#settings.base_url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/json',
          ...(key && { 'x-idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (response.ok) return ((await response.json()) as { data: T }).data
      if (response.status !== 401 || tries === 2) throw new Error(`${method} ${path}: ${response.status}`)
      this.#token = undefined
    }
  }

  async #newToken(): Promise<string> {
    const { auth_url, client_id, client_secret } = this.#settings
    const response = await fetch(`${auth_url}/realms/shop/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    })
    if (!response.ok) throw new Error(`no token: ${response.status}`)
    return ((await response.json()) as { access_token: string }).access_token
  }
}
