import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import { must } from '../domain/kernel/errors.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import type { World } from './world.ts'

/** How a snapshot is kept. */
interface KeepOptions {
  note?: string | undefined
  /** Whether it replaces one of the same name. */
  replace?: boolean
}

/** A snapshot that a tester keeps under a name. */
export interface KeptSnapshot {
  readonly name: string
  readonly note: string | undefined
  /** Real milliseconds. */
  readonly keptAt: number
  readonly snapshot: Snapshot
}

/** What replaced a world. */
export const replacements = ['reset', 'restore', 'undo'] as const
export type Replacement = (typeof replacements)[number]

/** What a world was before it was last replaced. */
export interface Undo {
  readonly what: Replacement
  /** Real milliseconds. */
  readonly at: number
  /** The number of the reset of all worlds that it was part of. */
  readonly batch: number | undefined
  readonly snapshot: Snapshot
}

/** A value is a record, or an entry of the journal. Those that a world still has take no memory of their own. */
const limits = { ofWorld: 20, values: 100_000, allValues: 400_000 }

/** What is held for undoing: of the worlds that were replaced last. */
const undoLimits = { worlds: 50, values: 100_000, allValues: 200_000 }

/** How many values a world contains; counted without a snapshot, because a huge world is not copied. */
function valuesIn({ requests, state }: World): number {
  let count = requests.size
  for (const collection of Object.values(state)) count += collection.size
  return count
}

/** How many values a snapshot contains. */
export function valuesOf({ journal, notes, state }: Snapshot): number {
  let count = journal.length + notes.length
  for (const values of Object.values(state)) count += values.length
  return count
}

const sum = (snapshots: Iterable<{ snapshot: Snapshot }>): number => {
  let count = 0
  for (const { snapshot } of snapshots) count += valuesOf(snapshot)
  return count
}

/** Whether a world is as the fixtures made it: nothing is lost with it. */
const isUntouched = ({ requests, notes, scenarios, state }: Snapshot, { customers }: Fixtures): boolean =>
  requests + notes.length + scenarios.length + state.events.length + state.charges.length === 0 &&
  state.customers.length === customers.length

/**
 * Snapshots that testers keep by name, and what each world was before its last reset or restore. A snapshot refers to the
 * values of its world, which never change, so that taking one copies nothing but lists.
 */
export class KeptStates {
  readonly #now: () => number
  readonly #snapshots = new Map<string, Map<string, KeptSnapshot>>()
  /** By world; the one that was replaced last is the last. */
  readonly #undos = new Map<string, Undo>()
  #batches = 0

  /** `now` returns real milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The snapshots of a world, the oldest first. */
  list(world: string): KeptSnapshot[] {
    return [...(this.#snapshots.get(world)?.values() ?? [])]
  }

  /** The snapshots of all worlds. */
  *all(): Iterable<KeptSnapshot> {
    for (const snapshots of this.#snapshots.values()) yield* snapshots.values()
  }

  /** Keeps what a world is now. Refuses a name that is taken (409) unless it is to be replaced, and one too many (429). */
  keep(world: World, name: string, { note, replace }: KeepOptions): KeptSnapshot {
    const own = this.#snapshots.get(world.name)
    const former = own?.get(name)
    must(
      former === undefined || replace,
      'conflict',
      `there is a snapshot "${name}" of world "${world.name}"; choose another name, replace it with "replace": true, or delete it`,
    )
    must(
      former !== undefined || (own?.size ?? 0) < limits.ofWorld,
      'limit_reached',
      `world "${world.name}" has ${limits.ofWorld} snapshots, the limit; delete one with DELETE /_emulator/state/snapshots/{name}`,
    )
    const values = valuesIn(world)
    must(
      values <= limits.values,
      'limit_reached',
      `this world contains ${values} records and journal entries, and a snapshot of more than ${limits.values} is not kept; save it to a file with GET /_emulator/state, or empty the journal with DELETE /_emulator/requests`,
    )
    const held = sum(this.all()) - (former === undefined ? 0 : valuesOf(former.snapshot))
    must(
      held + values <= limits.allValues,
      'limit_reached',
      `the snapshots of all worlds contain ${held} records and journal entries, and this one would add ${values} to them: the limit is ${limits.allValues}; delete some, or save this one to a file with GET /_emulator/state`,
    )
    const kept = { name, note, keptAt: this.#now(), snapshot: world.snapshot() }
    const all = own ?? new Map<string, KeptSnapshot>()
    all.delete(name)
    all.set(name, kept)
    this.#snapshots.set(world.name, all)
    return kept
  }

  /** A snapshot of a world. Refuses an unknown name (404). */
  find(world: string, name: string): KeptSnapshot {
    const kept = this.#snapshots.get(world)?.get(name)
    must(kept, 'not_found', `no snapshot "${name}" of world "${world}"; ${this.#known(world)}`)
    return kept
  }

  /** Drops a snapshot of a world. Refuses an unknown name (404). */
  drop(world: string, name: string): void {
    this.find(world, name)
    this.#snapshots.get(world)?.delete(name)
  }

  /** The number of a reset of all worlds, which is undone as one. */
  newBatch(): number {
    return ++this.#batches
  }

  /**
   * Holds what a world is, before it is replaced. If nothing has happened in it, what it was before remains: a second reset
   * does not take away what the first one can bring back.
   */
  beforeReplacing(world: World, what: Replacement, batch?: number): void {
    if (valuesIn(world) > undoLimits.values) {
      this.#undos.delete(world.name)
      return
    }
    const snapshot = world.snapshot()
    if (isUntouched(snapshot, world.fixtures)) return
    this.#undos.delete(world.name)
    this.#undos.set(world.name, { what, at: this.#now(), batch, snapshot })
    this.#shrink()
  }

  /** What a world was before it was last replaced, unless that is not held any more. */
  undoOf(world: string): Undo | undefined {
    return this.#undos.get(world)
  }

  /** The worlds that the last reset of all worlds can be undone for. */
  lastBatch(): string[] {
    const last = Math.max(0, ...Array.from(this.#undos.values(), ({ batch = 0 }) => batch))
    return last === 0 ? [] : [...this.#undos].filter(([, { batch }]) => batch === last).map(([name]) => name)
  }

  /** Drops what a world was. */
  dropUndo(world: string): void {
    this.#undos.delete(world)
  }

  /** Drops everything about a world that has ended. */
  forget(world: string): void {
    this.#undos.delete(world)
    this.#snapshots.delete(world)
  }

  /** Drops what all worlds were; returns false if nothing was held. */
  dropUndos(): boolean {
    const { size } = this.#undos
    this.#undos.clear()
    return size > 0
  }

  /** Keeps what was replaced last within the limits. */
  #shrink(): void {
    let left = this.#undos.size > 1 ? sum(this.#undos.values()) : 0
    for (const [name, { snapshot }] of this.#undos) {
      if (this.#undos.size <= undoLimits.worlds && left <= undoLimits.allValues) return
      left -= valuesOf(snapshot)
      this.#undos.delete(name)
    }
  }

  #known(world: string): string {
    const names = this.list(world).map(({ name }) => `"${name}"`)
    return names.length === 0 ? 'none is kept' : `kept are ${names.join(', ')}`
  }
}
