import type { WebhookPlan } from '../domain/scenario/fragment.ts'
import type { WebhookEndpoint, WebhookEvent } from '../domain/webhook/events.ts'
import type { Ports } from './ports.ts'

/**
 * The headers of an endpoint's signature scheme over the raw body, for an attempt at `at` (ms of the world's clock). None if
 * the scenario leaves the signature out.
 */
export function sign(
  ports: Pick<Ports, 'hmacSha256'>,
  endpoint: Pick<WebhookEndpoint, 'signature' | 'secret' | 'header'>,
  event: Pick<WebhookEvent, 'id' | 'plan'>,
  body: string,
  at: number,
): Record<string, string> {
  const wanted = event.plan?.signature
  if (wanted === 'missing') return {}
  const wrong = wanted === undefined ? unchanged : mistakes[wanted]
  switch (endpoint.signature) {
    case 'hmac-sha256':
      return { [endpoint.header]: wrong(ports.hmacSha256(endpoint.secret, body)) }
    case 'secret':
      return { [endpoint.header]: wrong(endpoint.secret) }
    case 'standard-webhooks': {
      const timestamp = Math.floor((at - (event.plan?.staleBy ?? 0)) / 1000)
      const key = Buffer.from(endpoint.secret.replace(/^whsec_/, ''), 'base64')
      const signature = ports.hmacSha256(key, `${event.id}.${timestamp}.${body}`)
      return {
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${wrong(signature)}`,
      }
    }
  }
}

const unchanged = (signature: string): string => signature

/** A signature of the right form and the wrong value. */
const corrupt = (signature: string): string => {
  const at = Math.floor(signature.length / 2)
  return `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`
}

/** The wrong signatures that a scenario can ask for. */
const mistakes: Record<Exclude<NonNullable<WebhookPlan['signature']>, 'missing'>, typeof corrupt> = {
  invalid: corrupt,
}
