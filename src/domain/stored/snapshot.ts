import { z } from 'zod'
import type { Timer } from '../decision.ts'
import { type FieldError, Refusal } from '../errors.ts'
import type { ScenarioFragment } from '../scenario.ts'
import type { Collections } from '../state.ts'
import { looseEnds } from './loose-ends.ts'
import { id, later, time } from './parts.ts'
import { documentOf, StoredFragment } from './plan.ts'
import { storedValues, timerNames } from './values.ts'

/** Raised when what is stored changes its shape: an older snapshot is then refused. */
export const snapshotVersion = 1

const word = z
  .int()
  .min(-(2 ** 31))
  .max(2 ** 31 - 1)
const order = z.int().min(0)

/** The commands that timers run; nothing else may be run by a snapshot. */
const Command = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('charge.timer'),
    input: z.strictObject({ id, name: timerNames, step: z.int() }),
  }),
  z.object({
    type: z.literal('transfer.timer'),
    input: z.strictObject({ id, step: z.enum(['pending', 'settle', 'reverse']) }),
  }),
  z.object({ type: z.literal('refund.due'), input: z.strictObject({ id }) }),
  z.object({ type: z.literal('delivery.due'), input: z.strictObject({ id }) }),
])
export type TimerCommand = z.output<typeof Command>

/** A whole world at rest. Times in milliseconds. */
export interface Snapshot {
  world: string
  clock: { mode: 'live' | 'frozen'; now: number }
  random: readonly [number, number, number, number]
  /** From which the key of its tokens is made. */
  tokenSeed: string
  /** Requests that its journal has counted. */
  requests: number
  scenarios: readonly ScenarioFragment[]
  timers: readonly Timer[]
  state: { [K in keyof Collections]: readonly Collections[K][] }
}

/** A snapshot as JSON; its inner parts may change with the version, so it is no place to look for a charge. */
export const writeSnapshot = (snapshot: Snapshot, emulator: string): Record<string, unknown> => ({
  version: snapshotVersion,
  emulator,
  ...snapshot,
  scenarios: snapshot.scenarios.map(({ source: _source, ...fragment }) => documentOf(fragment)),
})

const schema = (limits: { [K in keyof Collections]: number }) => {
  const stored = storedValues()
  const collections = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      z.array(value as z.ZodType).max(limits[name as keyof Collections]),
    ]),
  )
  return z.strictObject({
    version: z.literal(snapshotVersion),
    emulator: z.string(),
    world: z.string(),
    clock: z.strictObject({ mode: z.enum(['live', 'frozen']), now: time }),
    random: z.tuple([word, word, word, word]),
    tokenSeed: z.string().max(1000),
    requests: z.int().min(0),
    scenarios: z.array(StoredFragment).max(5000),
    timers: z.array(z.strictObject({ id, at: later, order, command: Command })).max(2_000_000),
    state: z.strictObject(collections),
  })
}

/** How many problems of a snapshot are told. */
const maxProblems = 20

/** Says in words what a schema has found wrong with `sent`. */
export type Describe = (error: z.core.$ZodError, sent: unknown, whole: string) => FieldError[]

/** Reads what `writeSnapshot` wrote, and refuses what does not fit, with a reason and its place (400). `limits` bound each collection. */
export function readSnapshot(
  value: unknown,
  limits: { [K in keyof Collections]: number },
  describe: Describe,
): Snapshot {
  const version = (value as { version?: unknown } | null)?.version
  if (version !== snapshotVersion)
    throw refusal([
      {
        field: 'version',
        message: `must be ${snapshotVersion}, not ${JSON.stringify(version)?.slice(0, 40) ?? 'missing'}; take a new snapshot with this emulator`,
      },
    ])
  const result = schema(limits).safeParse(value)
  if (!result.success) throw refusal(describe(result.error, value, 'body'))
  const { version: _version, emulator: _emulator, ...snapshot } = result.data
  const problems = looseEnds(snapshot as unknown as Snapshot)
  if (problems.length > 0) throw refusal(problems)
  return snapshot as unknown as Snapshot
}

/** Refuses a snapshot because of these problems; nothing has changed. */
export function refusal(problems: readonly FieldError[]): Refusal {
  const told = problems.slice(0, maxProblems)
  const lines = told.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new Refusal('invalid_request', `the snapshot does not fit, and nothing was changed: ${lines}`, told)
}
