import { documentOf } from './plan.ts'
import { type Snapshot, snapshotVersion } from './snapshot.ts'

/**
 * A snapshot as JSON, in chunks of one stored value; `emulator` is the version that writes it. The inner structure may
 * change with each version, so programs must not read it.
 */
export function* writeSnapshot(
  { scenarios, timers, state, ...head }: Snapshot,
  emulator: string,
): Generator<string, undefined> {
  const start = { version: snapshotVersion, emulator, ...head, scenarios: scenarios.map(documentOf) }
  yield `${JSON.stringify(start).slice(0, -1)},`
  yield* list('timers', timers)
  let between = ',"state":{'
  for (const [name, values] of Object.entries(state)) {
    yield between
    yield* list(name, values)
    between = ','
  }
  yield '}}'
}

/** A JSON member whose value is a list. */
function* list(name: string, values: readonly object[]): Generator<string, undefined> {
  let between = `"${name}":[`
  for (const value of values) {
    yield between + JSON.stringify(value)
    between = ','
  }
  yield values.length === 0 ? `${between}]` : ']'
}
