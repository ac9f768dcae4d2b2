import type { ClockMode } from '../domain/kernel/enums.ts'
import type { Collections } from '../domain/kernel/state.ts'
import type { PendingTimers, Timer } from '../domain/kernel/timer-commands.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import type { Store } from '../engine/store.ts'
import type { RequestLog } from './request-log.ts'

/** What a snapshot takes from a world itself. */
interface Visible {
  readonly name: string
  readonly clockMode: ClockMode
  readonly requests: Pick<RequestLog, 'total' | 'newestFirst' | 'notes'>
  readonly timers: PendingTimers
  now(): number
}

/** A snapshot of a world, with its store and the parts of its state that are private. */
export const snapshotOf = (
  world: Visible,
  store: Store,
  random: Snapshot['random'],
  tokenSeed: string,
  scenarios: Snapshot['scenarios'],
): Snapshot => ({
  world: world.name,
  clock: { mode: world.clockMode, now: world.now() },
  requests: world.requests.total,
  journal: [...world.requests.newestFirst()],
  notes: notesOf(world.requests),
  random,
  tokenSeed,
  scenarios,
  timers: world.timers.upcoming(),
  state: contentOf(store),
})

/** The notes of a log, oldest first. Attempts in progress are left out: they are made again after restoring. */
const notesOf = ({ notes }: Pick<RequestLog, 'notes'>): Snapshot['notes'] =>
  Array.from(notes.newestFirst(), ({ at, after, note }) => {
    const { kind, what, about, deliveryId, attempt, actor, to } = note
    return { at, after, kind, what, about, deliveryId, attempt, actor, to }
  })
    .filter(({ deliveryId, attempt }) => deliveryId === undefined || attempt !== undefined)
    .reverse()

/** All values of a store, in the order in which they were stored. */
const contentOf = (store: Store): Snapshot['state'] =>
  Object.fromEntries(
    Object.entries(store).map(([name, collection]) => [name, [...collection]]),
  ) as unknown as Snapshot['state']

/** Fills an empty store with the content of a snapshot. */
export function fill(store: Store, state: Snapshot['state']): void {
  for (const [name, values] of Object.entries(state))
    for (const value of values) store[name as keyof Collections].put(value as never)
}

/** The timers of a snapshot, and one that is due at once for each delivery that was in progress when it was taken. */
export function timersOf({ timers, state, clock }: Snapshot): Timer[] {
  const known = new Set(timers.map(({ id }) => id))
  let order = timers.reduce((last, timer) => Math.max(last, timer.order), 0) + 1
  const cut = state.deliveries.filter(({ id, status }) => status === 'pending' && !known.has(id))
  return [
    ...timers,
    ...cut.map(({ id }) => ({
      id,
      at: clock.now,
      order: order++,
      command: { type: 'delivery.due' as const, input: { id } },
    })),
  ]
}
