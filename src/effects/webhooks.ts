import type { Attempt, Delivery, WebhookEndpoint, WebhookEvent } from '../domain/events.ts'
import type { IncomingResponse, Ports } from '../ports.ts'

/** What goes over the wire for one attempt. */
interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string
}

export interface DeliveryLimits {
  timeoutMs: number
  /** Bytes of a receiver's answer that are kept. */
  maxResponseBytes: number
}

/**
 * Tries one delivery once and says what came of it; never rejects. `body` is the event in wire form, the same text on
 * every attempt; `at` is the world's time in milliseconds.
 */
export async function attemptDelivery(
  ports: Ports,
  limits: DeliveryLimits,
  world: string,
  event: WebhookEvent,
  delivery: Delivery,
  body: string,
  at: number,
): Promise<Attempt> {
  const request = compose(ports, world, event, delivery, body, at)
  const started = ports.now()
  const ended = (response: IncomingResponse | undefined, error: string | undefined): Attempt => ({
    at,
    durationMs: ports.now() - started,
    request,
    response,
    error,
  })
  const failures = event.plan?.failures ?? Number.POSITIVE_INFINITY
  if (event.plan?.receiver && delivery.attempts.length < failures) {
    const played = playedReceivers[event.plan.receiver]
    return ended(played.response, played.error)
  }
  try {
    return ended(await ports.send({ ...request, ...limits }), undefined)
  } catch (error) {
    return ended(undefined, error instanceof Error ? error.message : String(error))
  }
}

/** Receivers that a scenario plays: nothing is sent. */
const playedReceivers: Record<
  'status_500' | 'timeout' | 'refused',
  { response: IncomingResponse | undefined; error: string | undefined }
> = {
  status_500: { response: { status: 500, headers: {}, body: 'played by the scenario' }, error: undefined },
  timeout: { response: undefined, error: 'the receiver did not answer in time (played by the scenario)' },
  refused: { response: undefined, error: 'the connection was refused (played by the scenario)' },
}

function compose(
  ports: Ports,
  world: string,
  event: WebhookEvent,
  delivery: Delivery,
  whole: string,
  at: number,
): Outgoing {
  const { endpoint } = delivery
  const { plan } = event
  const body = plan?.body === 'truncated' ? whole.slice(0, Math.floor(whole.length / 2)) : whole
  const signature = plan?.signature === 'missing' ? {} : sign(ports, endpoint, event, whole, at)
  if (plan?.signature === 'invalid')
    for (const name of Object.keys(signature))
      if (/signature/i.test(name) || name === endpoint.header)
        signature[name] = corrupt(signature[name] ?? '')
  return {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'payment-emulator',
      'x-emulator-world': world,
      'x-emulator-event': event.id,
      ...endpoint.headers,
      ...signature,
    },
    body,
  }
}

/** The headers of an endpoint's signature scheme over the raw body, for an attempt at `at` (ms of the world's clock). */
export function sign(
  ports: Pick<Ports, 'hmacSha256'>,
  endpoint: Pick<WebhookEndpoint, 'signature' | 'secret' | 'header'>,
  event: Pick<WebhookEvent, 'id' | 'plan'>,
  body: string,
  at: number,
): Record<string, string> {
  switch (endpoint.signature) {
    case 'hmac-sha256':
      return { [endpoint.header]: ports.hmacSha256(endpoint.secret, body) }
    case 'secret':
      return { [endpoint.header]: endpoint.secret }
    case 'standard-webhooks': {
      const timestamp = Math.floor((at - (event.plan?.staleBy ?? 0)) / 1000)
      const key = Buffer.from(endpoint.secret.replace(/^whsec_/, ''), 'base64')
      return {
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${ports.hmacSha256(key, `${event.id}.${timestamp}.${body}`)}`,
      }
    }
  }
}

/** A signature of the right form and the wrong value. */
const corrupt = (signature: string): string => {
  const at = Math.floor(signature.length / 2)
  return `${signature.slice(0, at)}${signature[at] === 'A' ? 'B' : 'A'}${signature.slice(at + 1)}`
}
