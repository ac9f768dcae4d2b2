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

/** Compares what was found with how often it was expected. `noun` in the singular; `which` follows it. */
function judge(
  world: World,
  { noun, which, times }: { noun: string; which: string } & Times,
  found: readonly string[],
  others: readonly string[] = [],
): MatcherResult {
  const pass = times === undefined ? found.length > 0 : found.length === times
  const wanted =
    times === undefined ? `at least one ${noun}` : `exactly ${times} ${noun}${times === 1 ? '' : 's'}`
  const list = (title: string, lines: readonly string[]): string =>
    lines.length > 0 ? `\n${[title, ...lines].join('\n  ')}` : ''
  return {
    pass,
    message: () =>
      `expected world "${world.name}" ${pass ? 'not ' : ''}to have ${wanted} ${which}, but it has ${found.length || 'none'}${list('found:', found)}${list('others:', others)}`,
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

const about = (amount: number | undefined): string => (amount === undefined ? '' : `of ${amount} `)

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
    const which = `${about(amount)}with reference ${reference}`
    return judge(
      world,
      { noun: 'successful charge', which, times },
      all.filter(isPaid).map(line),
      rest.map(line),
    )
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
    const rest = refunds.filter((refund) => !found.includes(refund))
    const which = `${about(amount)}for reference ${reference}`
    return judge(world, { noun: 'successful refund', which, times }, found.map(line), rest.map(line))
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
    const which = `of ${type}${reference === undefined ? '' : ` with reference ${reference}`}`
    return judge(world, { noun: 'delivered webhook', which, times }, lines(true), lines(false))
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
