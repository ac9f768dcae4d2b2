import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookEndpoint } from '../../client.ts'
import { type HttpAnswer, send } from './http.ts'

/** How a webhook that does not come from the service is signed. `old`: truly, and long ago. */
export type Signing = 'true' | 'none' | 'wrong' | 'old'

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
  webhook_id: string
  id: string
  timestamp: number
  type: string
  data: unknown
}

/** A webhook that looks like one of the service. */
export function makeWebhook(type: string, data: unknown): MadeWebhook {
  const id = `wbk_${randomBytes(7).toString('hex')}`
  return { webhook_id: id, id, timestamp: Date.now(), type, data }
}

/** Sends a webhook to the program as the service does. */
export function sendWebhook(endpoint: Endpoint, event: MadeWebhook, signing: Signing): Promise<HttpAnswer> {
  const body = JSON.stringify(event)
  return send({
    method: 'POST',
    url: endpoint.url,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'payment-emulator',
      'x-emulator-event': event.id,
      ...signatureHeaders(endpoint, event.id, body, signing, Date.now()),
    },
  })
}
