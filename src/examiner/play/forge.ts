import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookEndpoint } from '../../client.ts'
import { type HttpAnswer, send } from './http.ts'
import type { Transaction } from './transactions.ts'

/**
 * How a webhook that does not come from the service is signed. `old`: truly, and long ago. `known`: truly, by somebody who
 * knows the secret. Only what is `true` could come from the service.
 */
export type Signing = 'true' | 'none' | 'wrong' | 'old' | 'known'

type Endpoint = Pick<WebhookEndpoint, 'url' | 'secret' | 'signature' | 'header'>

/** How old a copy of a webhook is. Milliseconds. */
const oldMs = 3_600_000

/** The signature headers that the service would send with a body; `now` in milliseconds of real time. */
export function signatureHeaders(
  { secret, signature, header }: Endpoint,
  id: string,
  body: string,
  signing: Signing,
  now: number,
): Record<string, string> {
  if (signing === 'none') return {}
  const final = (text: string): string =>
    signing === 'wrong' ? text.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) : text
  const hmac = (key: string | Buffer, text: string): string =>
    final(createHmac('sha256', key).update(text).digest('base64'))
  if (signature === 'secret') return { [header]: final(secret) }
  if (signature === 'hmac-sha256') return { [header]: hmac(secret, body) }
  const timestamp = String(Math.floor((signing === 'old' ? now - oldMs : now) / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `${id}.${timestamp}.${body}`)}`,
  }
}

export interface MadeWebhook {
  id: string
  /** Name of its event. */
  type: string
  body: string
}

const newId = (): string => `wbk_${randomBytes(7).toString('hex')}`

/** A webhook that looks like one of the service. */
export function makeWebhook(type: string, data: unknown): MadeWebhook {
  const id = newId()
  return { id, type, body: JSON.stringify({ webhook_id: id, id, timestamp: Date.now(), type, data }) }
}

/** The same in v3 form: without the members that only verification returns. */
export function makeV3Webhook(event: string, transaction: Partial<Transaction>): MadeWebhook {
  const { device_fingerprint, amount_settled, meta, card, ...data } = transaction
  const { token, ...shown } = (card ?? {}) as Record<string, unknown>
  const kind = `${String(data.payment_type ?? 'card').toUpperCase()}_TRANSACTION`
  const body = { event, 'event.type': kind, data: { ...data, ...(card !== undefined && { card: shown }) } }
  return { id: newId(), type: event, body: JSON.stringify(body) }
}

/** Sends a webhook to the program as the service does. */
export const sendWebhook = (
  endpoint: Endpoint,
  { id, body }: MadeWebhook,
  signing: Signing,
): Promise<HttpAnswer> =>
  send({
    method: 'POST',
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'payment-emulator',
      'x-emulator-event': id,
      ...signatureHeaders(endpoint, id, body, signing, Date.now()),
    },
  })
