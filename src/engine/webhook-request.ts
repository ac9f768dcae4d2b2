import type { WebhookPlan } from '../domain/scenario/fragment.ts'
import { withEdit } from '../domain/webhook/edit.ts'
import type { Attempt, Delivery, WebhookEvent } from '../domain/webhook/events.ts'
import type { IncomingResponse, OutgoingRequest, Ports } from './ports.ts'
import { sign } from './signature.ts'

/** The request and the result of one attempt. */
export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string
}

export interface DeliveryLimits {
  queue: OutgoingRequest['queue']
  timeoutMs: number
  /** Bytes of a response body that are stored. */
  maxResponseBytes: number
  /** Called before it is sent; false cancels it. */
  wanted: () => boolean
}

/** How an attempt begins: by its timer, or manually, and then perhaps edited. `at` is in milliseconds of the world's clock. */
export type Start = Pick<Attempt, 'at' | 'stampedAt' | 'manual' | 'edited'>

/**
 * Attempts a delivery once; never rejects. `body` is the event in wire form, the same text on every attempt.
 */
export async function attemptDelivery(
  ports: Ports,
  limits: DeliveryLimits,
  world: string,
  event: WebhookEvent,
  delivery: Delivery,
  body: string,
  start: Start,
): Promise<Attempt> {
  const started = ports.now()
  const ended = (response: IncomingResponse | undefined, error: string | undefined): Attempt => ({
    ...start,
    durationMs: ports.now() - started,
    response,
    error,
  })
  const failures = event.plan?.failures ?? Number.POSITIVE_INFINITY
  if (event.plan?.receiver && delivery.attempts.length < failures) {
    const played = playedEndpoints[event.plan.receiver]
    return ended(played.response, played.error)
  }
  try {
    const request = compose(ports, world, event, delivery, body, start)
    return ended(await ports.send({ ...request, ...limits }), undefined)
  } catch (error) {
    return ended(undefined, (error instanceof Error ? error.message : String(error)).slice(0, 500))
  }
}

/** The results of webhook endpoints that a scenario simulates: nothing is sent. */
const playedEndpoints: Record<
  NonNullable<WebhookPlan['receiver']>,
  { response: IncomingResponse | undefined; error: string | undefined }
> = {
  status_500: { response: { status: 500, headers: {}, body: 'simulated by the scenario' }, error: undefined },
  timeout: {
    response: undefined,
    error: 'the webhook endpoint did not answer in time (simulated by the scenario)',
  },
  refused: { response: undefined, error: 'the connection was refused (simulated by the scenario)' },
}

/** Whether an attempt, the first one or another, is truncated. */
const truncates: Record<NonNullable<WebhookPlan['body']>, (isFirst: boolean) => boolean> = {
  truncated: () => true,
  truncated_first: (isFirst) => isFirst,
}

/**
 * The request of an attempt. It depends only on event, delivery, time and what a tester edited, so it can be rebuilt later
 * and is not stored. `body` is the event in wire form, with its edited timestamp.
 */
export function compose(
  ports: Pick<Ports, 'hmacSha256'>,
  world: string,
  unedited: WebhookEvent,
  { endpoint, attempts }: Delivery,
  body: string,
  start: Start,
): Outgoing {
  const { edited } = start
  const event = withEdit(unedited, edited)
  const { plan } = event
  const whole = edited?.body ?? body
  const signed = edited?.signature === 'unchanged' ? body : whole
  const signer = edited?.secret === undefined ? endpoint : { ...endpoint, secret: edited.secret }
  const first = attempts[0] ?? start
  const truncated = plan?.body !== undefined && truncates[plan.body](first.at === start.at)
  return {
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'payment-emulator',
      'x-emulator-world': world,
      'x-emulator-event': event.id,
      ...endpoint.headers,
      ...sign(ports, signer, event, signed, start.stampedAt ?? start.at),
    },
    body: truncated ? whole.slice(0, Math.floor(whole.length / 2)) : whole,
  }
}
