import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operations } from '../../../src/operations.ts'
import type { Harness } from '../../harness.ts'
import { busyWorld } from '../../support/busy-world.ts'
import { odd, spoilt } from '../../support/mutate.ts'
import { pageRoutes } from '../../support/pages.ts'

/** A valid body for each endpoint of the control interface. */
const goodBodies: Record<string, object> = {
  'post /_emulator/state/snapshots': { name: 'before', note: 'a note', replace: true },
  'put /_emulator/clock': { mode: 'frozen', now: '2030-05-05T00:00:00Z' },
  'post /_emulator/clock/advance': { by: '10m' },
  'put /_emulator/examination': {
    stories: 3,
    seconds: 1.5,
    seed: 'a',
    findings: [],
    notes: ['nothing'],
  },
  'post /_emulator/examination/play': { story: 'scenario:noauth issuer:approved' },
  'post /_emulator/populate': { customers: 1, charges: 1, over: '1h', seed: 'a' },
  'post /_emulator/charges/:id/pay': { processor_response: 'approved' },
  'post /_emulator/charges/:id/payer': { action: 'approve', processor_response: 'approved' },
  'post /_emulator/session/start': { name: 'a refund' },
  'post /_emulator/transfers/:id/outcome': { status: 'successful', complete_message: 'x' },
  'post /_emulator/chargebacks/:id/outcome': { status: 'won' },
  'post /_emulator/virtual-accounts/:id/pay': { amount: 5, originator_name: 'x' },
  'post /_emulator/webhooks/endpoints': {
    url: 'http://merchant.test/x',
    secret: 'abc',
    events: ['charge.completed'],
    signature: 'hmac-sha256',
    header: 'X-Sig',
    headers: { a: 'b' },
  },
  'post /_emulator/webhooks/events': {
    type: 'charge.completed',
    data: { a: { b: [1] } },
    id: 'chg_x',
    scenario: 'webhook:duplicate',
  },
  'post /_emulator/webhooks/deliveries/:id/redeliver': {
    body: '{}',
    signature: 'invalid',
    secret: 'abc',
    stale_by: '1h',
    truncated: false,
  },
  'post /_emulator/rules': {
    key: 'network:503',
    when: { method: 'GET', path: '/charges', reference: 'order-17*', card: { last4: '4246' }, amount: 5 },
    share: 0.5,
    count: 2,
    for: '30s',
  },
}

const writers = operations.filter(
  ({ family, method, body, bodyType, path }) =>
    family === 'control' && method !== 'get' && body && !bodyType && path !== '/_emulator/state',
)

/** Whether a body may create thousands of charges, which takes as long as all other bodies together. */
const isLarge = (path: string, body: unknown): boolean =>
  path.endsWith('/populate') &&
  !(
    (body as { charges?: unknown } | null | undefined)?.charges !== undefined &&
    Number((body as { charges: unknown }).charges) <= 10
  )

const send = (t: Harness, method: string, path: string, body: unknown) =>
  t.send(method.toUpperCase(), path, body === undefined ? undefined : JSON.stringify(body))

test('Each endpoint that takes a body has a good one here', () => {
  expect(writers.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    Object.keys(goodBodies).sort(),
  )
})

test.each(writers.map(({ method, path }) => [method, path] as const))(
  '%s %s: whatever is sent, the answer says what was wrong and nothing changes, or it is taken',
  async (method, path) => {
    const good = goodBodies[`${method} ${path}`]
    const t = await busyWorld()
    const charge = String(t.world.state.charges[Symbol.iterator]().next().value?.id)
    const place = path.replace(':id', path.includes('transfers') ? '5000001' : charge)
    // Written again only after what was taken: the text of a world is long.
    let before: string | undefined
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoilt(good), odd), async (body) => {
        fc.pre(!isLarge(path, body))
        before ??= JSON.stringify(t.world.snapshot())
        const { status, body: answer } = await send(t, method, place, body)
        expect(t.faults).toEqual([])
        if (status < 300) {
          before = undefined
          return
        }
        expect([400, 404, 409, 429]).toContain(status)
        expect(answer.error.message.length).toBeGreaterThan(5)
        expect(JSON.stringify(t.world.snapshot())).toBe(before)
      }),
      { numRuns: 150, seed: 4 },
    )
  },
  60_000,
)

test('No query or path of the control interface causes a 500', async () => {
  const t = await busyWorld()
  const readers = [
    ...operations.filter(
      ({ family, method, path }) =>
        family === 'control' && method === 'get' && !/\/(stream|idle)$/.test(path),
    ),
    ...pageRoutes.filter(({ method }) => method === 'get'),
  ]
  const name = fc.constantFrom(
    ...[
      'limit',
      'offset',
      'type',
      'status',
      'reference',
      'wait',
      'since',
      'until',
      'count',
      'key',
      'payment_method',
      'search',
    ],
    ...['event_id', 'path', 'format', 'all', 'page', 'x', '__proto__'],
  )
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '1',
      'junit',
      'true',
      '0s',
      '1ms',
      'charge.completed',
      'scenario:auth_pin',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...readers.map(({ path }) => path)),
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      fc.string({ maxLength: 20 }),
      async (path, query, id) => {
        const place = path.replace(/:\w+(\{[^}]*\})?/g, encodeURIComponent(id) || 'x')
        const waiting = query.filter(([key]) => key !== 'wait')
        const response = await t.fetch(`${place}?${new URLSearchParams(waiting)}`)
        await response.arrayBuffer()
        expect(response.status).toBeLessThan(500)
        expect(t.faults).toEqual([])
      },
    ),
    { numRuns: 400, seed: 4 },
  )
}, 60_000)
