import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Notification {
  webhook_id: string
  type: string
  data: { id: string; reference: string; status: string }
}

/** The shop's webhook handler: checks the signature, and processes every notification once. */
export class WebhookReceiver {
  /** Each notification once, in order of arrival. */
  readonly taken: Notification[] = []
  /** The body of every delivery, copies and retries included. */
  readonly deliveries: string[] = []
  /** The number of deliveries for which the shop is down. */
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
