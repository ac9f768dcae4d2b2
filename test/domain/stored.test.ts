import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Effect } from '../../src/domain/kernel/decision.ts'
import { Duration, isDuration } from '../../src/domain/kernel/duration.ts'
import { Facets, Fragment, type ScenarioFragment, toFragment } from '../../src/domain/scenario/fragment.ts'
import { internalForm } from '../../src/domain/stored/internal-form.ts'
import { documentOf, storedFragment } from '../../src/domain/stored/plan.ts'

describe('the stored form of a schema', () => {
  const Wire = z.object({
    some_delay: Duration.optional().describe('in a file: 5s'),
    with_default: Duration.default(2000),
    free: z.string().optional(),
    meta: z.record(z.string(), z.string()).optional(),
    parts: z.array(z.object({ a_part: z.int().min(1).max(3) })).max(2),
    either: z.union([z.object({ one_of: z.literal('x') }), z.object({ other: z.enum(['y', 'z']) })]),
  })
  const good = {
    someDelay: 5000,
    withDefault: 0,
    meta: { snake_key: 'as it is' },
    parts: [{ aPart: 2 }],
    either: { oneOf: 'x' },
  }

  test('has its names in camelCase, durations in milliseconds and every default filled in', () => {
    expect(internalForm(Wire).parse(good)).toEqual(good)
  })

  test.each([
    [{ someDelay: '5s' }],
    [{ someDelay: -1 }],
    [{ someDelay: 1.5 }],
    [{ someDelay: 400 * 86_400_000 }],
    [{ withDefault: undefined }],
    [{ some_delay: 5000 }],
    [{ more: 1 }],
    [{ parts: [{ aPart: 4 }] }],
    [{ parts: [{ aPart: 1, more: 1 }] }],
    [{ parts: [{ aPart: 1 }, { aPart: 1 }, { aPart: 1 }] }],
    [{ either: { oneOf: 'y' } }],
  ])('keeps every rule of it: not %j', (wrong) => {
    expect(internalForm(Wire).safeParse({ ...good, ...wrong }).success).toBe(false)
  })

  test('is refused for a schema with rules about wire names', () => {
    expect(() => internalForm(Wire.refine(() => true))).toThrow('names on the wire')
  })

  test('exists for everything that a scenario sets', () => {
    expect(() => internalForm(Facets)).not.toThrow()
  })
})

/** A fragment that sets every member of every facet. */
const everything: z.input<typeof Fragment> = {
  key: 'all',
  title: 'All',
  steps: [{ ask: 'requires_otp', after: '1s', expires_after: '10m' }, { finish: 'issuer' }],
  payer: { action: 'approve', after: '90500ms' },
  webhooks: { delay: '1m30.5s', spread: '1s', stale_by: '1h', copies: 3 },
  response: { latency: '250ms', spread: '1ms', retry_after: '5s', status: 503 },
  transfer: { outcome: 'reversed', pending_after: '1s', settles_after: '2s', reverses_after: '3d' },
}

describe('a duration in a scenario', () => {
  test('is written and read as well where it is part of a distribution', () => {
    const latency = { median: '120ms', p99: '1.5s', max: '1m' }
    const fragment: ScenarioFragment = {
      ...toFragment(Fragment.parse({ ...everything, response: { latency } })),
      source: 'posted',
    }
    expect(fragment.response?.latency).toEqual({ median: 120, p99: 1500, max: 60_000 })
    expect(documentOf(fragment).response?.latency).toEqual(latency)
    expect(storedFragment().parse(documentOf(fragment))).toEqual(fragment)
    const stored = internalForm(Facets).parse({ response: fragment.response })
    expect(stored.response).toEqual(fragment.response)
    const wrong = { response: { latency: { median: 120, p99: 100, max: 60_000 } } }
    expect(internalForm(Facets).safeParse(wrong).success).toBe(false)
  })

  test('is written into snapshots as text, and read back as the same', () => {
    const fragment: ScenarioFragment = { ...toFragment(Fragment.parse(everything)), source: 'posted' }
    expect(fragment.webhooks?.delay).toBe(90_500)
    expect(storedFragment().parse(documentOf(fragment))).toEqual(fragment)
    expect(documentOf(fragment).payer?.after).toBe('1m30.5s')
  })

  test('is recognised by its schema', () => {
    const { delay, copies } = Facets.shape.webhooks.unwrap().shape
    expect([isDuration(delay), isDuration(copies), isDuration(z.string().optional())]).toEqual([
      true,
      false,
      false,
    ])
  })
})

test('A decision schedules and triggers existing commands only', () => {
  const effects: Effect[] = [
    { kind: 'follow', command: { type: 'order.authorized', input: { chargeId: 'x' } } },
    // @ts-expect-error misspelt
    { kind: 'follow', command: { type: 'order.authorised', input: { chargeId: 'x' } } },
    // @ts-expect-error another input
    { kind: 'follow', command: { type: 'order.authorized', input: { id: 'x' } } },
    // @ts-expect-error no timer runs this one
    { kind: 'schedule', id: 'x', at: 0, command: { type: 'charge.create', input: { id: 'x' } } },
  ]
  expect(effects).toHaveLength(4)
})
