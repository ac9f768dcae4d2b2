import type { EventEntry, EventType } from '../public-types.ts'
import type { World } from '../types.ts'

/** How often something is expected to have happened. */
export interface Times {
  /** Exactly so often; at least once by default. */
  times?: number | undefined
}

/** Matchers for `expect(world)`. They wait until no request and no webhook is in progress; await them. */
export interface PaymentMatchers<R = Promise<void>> {
  /** Charges with this reference have succeeded. `order-17*` counts all references that begin with `order-17`. */
  toHaveCharged(reference: string, options?: Times & { amount?: number | undefined }): R
  /** Refunds of charges with this reference have succeeded; `order-17*` as above. */
  toHaveRefunded(reference: string, options?: Times & { amount?: number | undefined }): R
  /** Webhooks of this type were delivered, which means: answered with 200 by their endpoint. */
  toHaveDelivered(type: EventType, options?: Times & { reference?: string | undefined }): R
  /** The service has refused no request. */
  toHaveNoRejectedRequests(): R
}

/** What a matcher tells the test runner. */
export interface MatcherResult {
  pass: boolean
  message: () => string
}

/** The most entries that the emulator lists. */
const limit = 1000

const fits = (pattern: string, reference: string | null): boolean =>
  pattern.endsWith('*') ? (reference ?? '').startsWith(pattern.slice(0, -1)) : reference === pattern

/** The filter that lets the emulator look for a reference in full. */
const listed = (pattern: string | undefined) =>
  pattern === undefined || pattern.endsWith('*') ? { limit } : { limit, reference: pattern }

/** Compares what was found with how often it was expected. */
function judge(
  world: World,
  what: string,
  found: readonly string[],
  times: number | undefined,
  others = '',
): MatcherResult {
  const pass = times === undefined ? found.length > 0 : found.length === times
  const wanted = times === undefined ? 'at least one' : `exactly ${times}`
  const list = found.map((line) => `\n  ${line}`).join('')
  return {
    pass,
    message: () =>
      pass
        ? `expected world "${world.name}" not to have ${wanted} ${what}, but it has ${found.length}:${list}`
        : `expected world "${world.name}" to have ${wanted} ${what}, but it has ${found.length}${list && `:${list}`}${others}`,
  }
}

async function events<T extends EventType>(
  world: World,
  type: T,
  reference: string | undefined,
): Promise<EventEntry<T>[]> {
  const entries = await world.webhooks.events({ type, ...listed(reference) })
  return entries.filter((entry) => reference === undefined || fits(reference, entry.reference)).reverse()
}

const about = (amount: number | undefined): string => (amount === undefined ? '' : ` of ${amount}`)

/** The implementation, as `expect.extend` takes it. */
export const matchers = {
  async toHaveCharged(
    world: World,
    reference: string,
    { times, amount }: Times & { amount?: number | undefined } = {},
  ): Promise<MatcherResult> {
    await world.idle()
    const all = (await world.charges.list(listed(reference)))
      .filter((charge) => fits(reference, charge.reference))
      .reverse()
    const line = (charge: (typeof all)[number]): string =>
      `${charge.id} ${charge.reference} ${charge.amount} ${charge.currency} ${charge.status}${charge.next_action ? `, waits for ${charge.next_action.type}` : ''}${charge.processor_response ? `, ${charge.processor_response.type}` : ''}`
    const isPaid = (charge: (typeof all)[number]): boolean =>
      charge.status === 'succeeded' && (amount === undefined || charge.amount === amount)
    const rest = all.filter((charge) => !isPaid(charge))
    const others = rest.length > 0 ? `; other charges:\n  ${rest.map(line).join('\n  ')}` : ''
    const what = `successful charge(s)${about(amount)} with reference ${reference}`
    return judge(world, what, all.filter(isPaid).map(line), times, others)
  },

  async toHaveRefunded(
    world: World,
    reference: string,
    { times, amount }: Times & { amount?: number | undefined } = {},
  ): Promise<MatcherResult> {
    await world.idle()
    const refunds = (await events(world, 'refund.completed', reference)).map(({ event }) => event.data)
    const found = refunds.filter(
      ({ status, amount_refunded }) =>
        status === 'succeeded' && (amount === undefined || amount_refunded === amount),
    )
    const line = (refund: (typeof refunds)[number]): string =>
      `${refund.id} of ${refund.charge_id} ${refund.amount_refunded} ${refund.currency} ${refund.status}`
    return judge(world, `successful refund(s)${about(amount)} of ${reference}`, found.map(line), times)
  },

  async toHaveDelivered(
    world: World,
    type: EventType,
    { times, reference }: Times & { reference?: string | undefined } = {},
  ): Promise<MatcherResult> {
    await world.idle()
    const deliveries = (await events(world, type, reference)).flatMap(({ event, deliveries, reference }) =>
      deliveries.map(({ id, status, attempts }) => ({
        status,
        line: `${id} of ${event.id} (${reference}) ${status}, ${attempts} attempt(s)`,
      })),
    )
    const lines = (isDelivered: boolean): string[] =>
      deliveries.filter(({ status }) => (status === 'delivered') === isDelivered).map(({ line }) => line)
    const others = lines(false).length > 0 ? `; not delivered:\n  ${lines(false).join('\n  ')}` : ''
    const what = `delivered webhook(s) ${type}${reference === undefined ? '' : ` with reference ${reference}`}`
    return judge(world, what, lines(true), times, others)
  },

  async toHaveNoRejectedRequests(world: World): Promise<MatcherResult> {
    await world.idle()
    const { rejected } = (await world.report()) as {
      rejected: {
        requests: { method: string; path: string; status: number; reason: string; count: number }[]
      }
    }
    const lines = rejected.requests.map(
      ({ method, path, status, reason, count }) => `${count} × ${method} ${path} → ${status}: ${reason}`,
    )
    return {
      pass: lines.length === 0,
      message: () =>
        lines.length === 0
          ? `expected world "${world.name}" to have rejected requests, but it has none`
          : `expected world "${world.name}" to have no rejected requests, but it has:\n  ${lines.join('\n  ')}`,
    }
  },
}
