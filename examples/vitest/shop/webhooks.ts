import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Notification {
  webhook_id: string
  type: string
  data: { id: string; reference: string; status: string }
}

/** The shop's webhook handler: checks the signature, takes every notification once. */
export class WebhookReceiver {
  /** Each notification once, in the order in which they came. */
  readonly taken: Notification[] = []
  /** Every delivery that came, copies and retries included: its body. */
  readonly deliveries: string[] = []
  /** The shop is down for so many deliveries. */
  failures = 0
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The status to answer with. */
  receive(headers: IncomingHttpHeaders, body: string): number {
    this.deliveries.push(body)
    const expected = createHmac('sha256', this.#secret).update(body).digest()
    const sent = Buffer.from(String(headers['x-webhook-signature'] ?? ''), 'base64')
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return 401
    if (this.deliveries.length <= this.failures) return 503
    const notification = JSON.parse(body) as Notification
    if (!this.taken.some((known) => known.webhook_id === notification.webhook_id))
      this.taken.push(notification)
    return 200
  }
}
