import { z } from 'zod'
import type { Plan } from '../catalogue.ts'
import { formatDuration } from '../duration.ts'
import { Fragment, type ScenarioFragment, toFragment } from '../scenario.ts'
import { snakeKeys } from '../values.ts'
import { passOn } from './interned.ts'

/** Members that hold milliseconds inside and a duration as text in a scenario file. */
const durations = new Set([
  'after',
  'expires_after',
  'delay',
  'spread',
  'stale_by',
  'latency',
  'retry_after',
  'pending_after',
  'settles_after',
  'reverses_after',
])

/** A fragment, or what several set together, as a document of a scenario file. */
export const documentOf = (fragment: object): Record<string, unknown> =>
  writeDurations(snakeKeys(fragment)) as Record<string, unknown>

function writeDurations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(writeDurations)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      durations.has(key) && typeof inner === 'number' ? formatDuration(inner) : writeDurations(inner),
    ]),
  )
}

const PlanShell = z.looseObject({
  key: z.string().max(1000),
  uses: z.array(z.string().max(1000)).max(100),
  unknown: z.literal(true).optional(),
})

/** What a key has set, checked with the very schema of scenario files. */
export const StoredPlan = z.unknown().transform((value, context): Plan => {
  const shell = PlanShell.safeParse(value)
  if (!shell.success) return passOn(context, shell.error.issues)
  const { key, uses, unknown, ...facets } = shell.data
  const whole = { key, uses, ...(unknown && { unknown }) }
  if (Object.keys(facets).length === 0) return whole
  const checked = Fragment.safeParse({ ...documentOf(facets), key: 'stored', title: 'stored' })
  if (!checked.success) return passOn(context, checked.error.issues)
  const { key: _key, title: _title, ...rest } = toFragment(checked.data)
  return { ...whole, ...rest }
})

/** The webhooks of a plan alone. */
export const StoredWebhooks = z.unknown().transform((value, context) => {
  const checked = Fragment.safeParse({ ...documentOf({ webhooks: value }), key: 'stored', title: 'stored' })
  if (!checked.success) return passOn(context, checked.error.issues)
  return toFragment(checked.data).webhooks ?? {}
})

/** Fragments that were posted to the world, as documents of a scenario file. */
export const StoredFragment = Fragment.transform(
  (document): ScenarioFragment => ({ ...toFragment(document), source: 'posted' }),
)
