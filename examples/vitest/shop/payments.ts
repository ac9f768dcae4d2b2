/** The shop's integration, as in production: it does not know that it uses an emulator. */

export interface PaymentsConfig {
  baseUrl: string
  authUrl: string
  clientId: string
  clientSecret: string
}

export interface Order {
  reference: string
  amount: number
  currency: string
  customerId: string
  paymentMethodId: string
}

export interface Charge {
  id: string
  status: 'succeeded' | 'pending' | 'failed' | 'voided'
  reference: string
  next_action?: { type: string }
  processor_response?: { type: string; code: string }
}

export class Payments {
  /** How many tokens were requested. */
  tokens = 0
  readonly #config: PaymentsConfig
  #token: string | undefined

  constructor(config: PaymentsConfig) {
    this.#config = config
  }

  /** `scenario` is set outside production only. */
  charge(order: Order, scenario?: string): Promise<Charge> {
    return this.#call('POST', '/charges', scenario, {
      amount: order.amount,
      currency: order.currency,
      reference: order.reference,
      customer_id: order.customerId,
      payment_method_id: order.paymentMethodId,
    })
  }

  find(id: string): Promise<Charge> {
    return this.#call('GET', `/charges/${id}`)
  }

  /** What the payer entered: a PIN, an OTP, an address. */
  authorize(id: string, authorization: object): Promise<Charge> {
    return this.#call('PUT', `/charges/${id}`, undefined, { authorization })
  }

  async #call(method: string, path: string, scenario?: string, body?: object): Promise<Charge> {
    const send = async () =>
      fetch(this.#config.baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${await this.#accessToken()}`,
          'content-type': 'application/json',
          ...(scenario !== undefined && { 'x-scenario-key': scenario }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    let response = await send()
    if (response.status === 401) {
      // The token has expired: try again with a new one.
      this.#token = undefined
      response = await send()
    }
    const answer = (await response.json()) as { data: Charge; error?: { message: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.error?.message}`)
    return answer.data
  }

  async #accessToken(): Promise<string> {
    this.#token ??= await this.#newToken()
    return this.#token
  }

  async #newToken(): Promise<string> {
    this.tokens++
    const { authUrl, clientId, clientSecret } = this.#config
    const response = await fetch(`${authUrl}/realms/shop/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    if (!response.ok) throw new Error(`no token: ${response.status}`)
    return ((await response.json()) as { access_token: string }).access_token
  }
}
