import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presentEvent } from '../../src/wire/event.ts'
import { eventPayloads } from '../../src/wire/event-payloads.ts'
import type { Harness } from '../harness.ts'
import { type Snap, snapshotOf } from '../support/busy-world.ts'
import { mutated, mutations } from '../support/mutate.ts'
import { richWorld } from '../support/rich-world.ts'

/** How many mutations are tried: a sample, or more with `MUTATIONS=10000 npx vitest run …`; CI tries 600. */
const runs = Number(process.env['MUTATIONS'] ?? 60)

const lists = [
  ...[
    'charges',
    'customers',
    'payment-methods',
    'orders',
    'refunds',
    'settlements',
    'chargebacks',
    'virtual-accounts',
  ].map((name) => `/${name}?size=50`),
  ...[
    'transfers',
    'transactions',
    'transactions?page=2',
    'transactions?page=3',
    'beneficiaries',
    'balances',
    'bills',
    'chargebacks',
    'settlements',
    'wallet/statement',
    'bulk-tokenized-charges/8000001',
  ].map((name) => `/v3/${name}`),
  ...['endpoints', 'events?limit=1000', 'deliveries?limit=1000', 'hold'].map(
    (name) => `/_emulator/webhooks/${name}`,
  ),
  ...['clock', 'clock/timers', 'worlds', 'report', 'requests', 'scenarios', 'state'].map(
    (name) => `/_emulator/${name}`,
  ),
]

const pages = [
  '/_emulator',
  ...[
    'charges',
    'orders',
    'refunds',
    'settlements',
    'chargebacks',
    'virtual-accounts',
    'transfers',
    'webhooks',
    'time',
    'requests',
    'worlds',
  ].map((name) => `/_emulator/ui/${name}`),
]

/** The resource of a path in a snapshot, if there is a page for it. */
const subjectOf = (t: Harness, path: string): [collection: string | undefined, id: string | undefined] => {
  const [, collection, index] = /^state\.(charges|transfers|events|deliveries)\.(\d+)/.exec(path) ?? []
  if (collection === undefined) return [undefined, undefined]
  const value = [...t.world.state[collection as 'deliveries']][Number(index)]
  return collection === 'deliveries' ? ['events', value?.eventId] : [collection, value?.id]
}

/** Reads everything in a world, and the pages of the resource at a path; each answer is checked against its schema. */
async function readAll(t: Harness, path: string): Promise<void> {
  const [collection, id = ''] = subjectOf(t, path)
  const { events } = t.world.state
  const charge = collection === 'charges' ? id : [...t.world.state.charges][0]?.id
  const transfer = collection === 'transfers' ? id : [...t.world.state.transfers][0]?.id
  const event = collection === 'events' ? id : [...events][0]?.id
  for (const place of [
    ...lists,
    `/_emulator/charges/${charge}`,
    `/_emulator/transfers/${transfer}`,
    `/v3/transfers/${transfer}/retries`,
  ])
    expect([place, (await t.get(place)).status]).toEqual([place, 200])
  for (const place of [
    ...pages,
    `/_emulator/ui/charges/${charge}`,
    `/_emulator/pay/${charge}`,
    ...(events.has(event ?? '') ? [`/_emulator/ui/webhooks/${event}`] : []),
  ]) {
    const response = await t.fetch(place)
    await response.arrayBuffer()
    expect([place, response.status]).toEqual([place, 200])
  }
  for (const one of events)
    if (one.subject)
      eventPayloads[one.type].parse(
        presentEvent(one, {
          qrImage: t.emulator.ports.qrCode,
          charges: t.world.state.charges,
          words: t.emulator.words,
        }),
      )
  expect(t.faults).toEqual([])
}

/** Whether one path of a snapshot lies within the other. */
const related = (one: string, other: string): boolean =>
  `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)

test(
  'A snapshot with one member changed is refused by the name of a member, or makes a world that serves every answer',
  async () => {
    const t = await richWorld()
    await t.delete('/_emulator/rules')
    // Two requests are enough: the mutations would otherwise be about little else than the journal.
    await t.delete('/_emulator/requests')
    await t.get('/charges')
    await t.created()
    expect(t.world.requests.size).toBe(2)
    const good = await snapshotOf(t)
    await readAll(t, '')
    await t.put('/_emulator/state', good)
    const counted = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(mutations(good), async (mutation) => {
        const { path, kind } = mutation
        const before = t.world
        const { status, body } = await t.put('/_emulator/state', mutated(good, mutation))
        if (status !== 200) {
          counted.refused++
          expect(status).toBe(400)
          const fields = body.error.validation_errors.map(({ field_name }) => field_name)
          expect(fields.length).toBeGreaterThan(0)
          if (kind === 'wrong type')
            expect([path, fields.some((field) => related(field, path))]).toEqual([path, true])
          expect(t.world).toBe(before)
          return
        }
        counted.taken++
        await readAll(t, path)
        await t.delete('/_emulator/rules')
        expect((await t.post('/_emulator/clock/advance', { by: '1d' })).status).toBe(200)
        await readAll(t, path)
        const again = await snapshotOf(t)
        expect((await t.put('/_emulator/state', again)).status).toBe(200)
        expect(await snapshotOf(t)).toEqual(again)
        expect((await t.put('/_emulator/state', good)).status).toBe(200)
      }),
      { numRuns: runs, seed: Number(process.env['SEED'] ?? 10) },
    )
    expect(counted.refused).toBeGreaterThan(runs / 3)
    expect(counted.taken).toBeGreaterThan(runs / 20)
  },
  60_000 + runs * 1000,
)

test('A snapshot that is refused leaves its world as it was', async () => {
  const t = await richWorld()
  const before = JSON.stringify(t.world.snapshot())
  const bad = await snapshotOf(t)
  bad.state.charges.pop()
  expect((await t.put('/_emulator/state', bad satisfies Snap)).status).toBe(400)
  expect(JSON.stringify(t.world.snapshot())).toBe(before)
})
