import * as z from 'zod'
import { clockModes } from '../kernel/enums.ts'
import type { FieldError } from '../kernel/errors.ts'
import { maxNotes } from '../kernel/journal.ts'
import type { Collections } from '../kernel/state.ts'
import { storedTimer } from '../kernel/timer-commands.ts'
import { storedEntry, storedNote } from './journal.ts'
import { looseEnds } from './loose-ends.ts'
import { time } from './parts.ts'
import { storedFragment } from './plan.ts'
import { type Limits, refusal, type Snapshot, snapshotVersion } from './snapshot.ts'
import { Interning, storedValues } from './values.ts'

const word = () =>
  z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 31 - 1)

/** Collections that older snapshots do not contain. */
const newer: ReadonlySet<keyof Collections> = new Set([
  'links',
  'batches',
  'chargeBatches',
  'bills',
  'settlements',
  'chargebacks',
  'virtualAccounts',
  'accountBatches',
])

const storedState = (limits: Limits, interning: Interning) => {
  const values = storedValues(interning)
  const names = Object.keys(values) as (keyof Collections)[]
  const lists = names.map((name) => {
    const list = z.array(values[name] as z.ZodType).max(limits[name])
    return [name, newer.has(name) ? list.default([]) : list]
  })
  return z.strictObject(
    Object.fromEntries(lists) as { [K in keyof Collections]: z.ZodType<Collections[K][]> },
  )
}

const storedSnapshot = (limits: Limits, interning: Interning): z.ZodType<Snapshot> =>
  z
    .strictObject({
      version: z.literal(snapshotVersion),
      emulator: z.string().min(1),
      world: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be a valid name of a world'),
      clock: z.strictObject({ mode: z.enum(clockModes), now: time() }),
      random: z.tuple([word(), word(), word(), word()]),
      tokenSeed: z.string().min(1),
      requests: z.int().min(0),
      // Older snapshots contain neither.
      journal: z.array(storedEntry()).max(1_000_000).default([]),
      notes: z.array(storedNote()).max(maxNotes).default([]),
      scenarios: z.array(storedFragment()).max(5000),
      timers: z.array(storedTimer()).max(2_000_000),
      state: storedState(limits, interning),
    })
    .superRefine(({ requests, journal }, context) => {
      // The journal finds an entry by its number.
      let newer = requests + 1
      journal.forEach(({ id }, index) => {
        if (id >= newer)
          context.addIssue({
            code: 'custom',
            path: ['journal', index, 'id'],
            message:
              index === 0 ? 'must be at most "requests"' : 'must be less than that of the entry before it',
          })
        newer = Math.min(newer, id)
      })
    })
    .transform(({ version: _, emulator: __, ...snapshot }) => snapshot)

/** Describes in words what a schema rejects in `sent`. */
export type Describe = (error: z.core.$ZodError, sent: unknown, whole: string) => FieldError[]

/**
 * Creates a reader of what `writeSnapshot` wrote; `limits` bound each collection. It refuses an invalid snapshot with the
 * path and the message of each problem (400).
 */
export function snapshotReader(limits: Limits): (value: unknown, describe: Describe) => Snapshot {
  const interning = new Interning()
  const schema = storedSnapshot(limits, interning)
  return (value, describe) => {
    const version = (value as { version?: unknown } | null)?.version
    if (version !== snapshotVersion)
      throw refusal([
        {
          field: 'version',
          message: `must be ${snapshotVersion}, not ${JSON.stringify(version)?.slice(0, 40) ?? 'missing'}; take a new snapshot with this emulator`,
        },
      ])
    const result = schema.safeParse(value)
    interning.clear()
    if (!result.success) throw refusal(describe(result.error, value, 'body'))
    const problems = looseEnds(result.data, limits)
    if (problems.length > 0) throw refusal(problems)
    return result.data
  }
}
