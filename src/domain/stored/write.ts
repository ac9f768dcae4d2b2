import { entryTexts } from './journal.ts'
import { documentOf } from './plan.ts'
import { type Snapshot, snapshotVersion } from './snapshot.ts'

/**
 * A snapshot as JSON, in chunks of one stored value; `emulator` is the version that writes it. The inner structure may
 * change with each version, so programs must not read it.
 */
export function* writeSnapshot(
  { scenarios, timers, state, journal, notes, ...head }: Snapshot,
  emulator: string,
): Generator<string, undefined> {
  const start = { version: snapshotVersion, emulator, ...head, scenarios: scenarios.map(documentOf) }
  yield `${JSON.stringify(start).slice(0, -1)},`
  yield* list('timers', texts(timers))
  yield ','
  yield* list('notes', texts(notes))
  yield ','
  yield* list('journal', entryTexts(journal))
  let between = ',"state":{'
  for (const [name, values] of Object.entries(state)) {
    yield between
    yield* list(name, texts(values))
    between = ','
  }
  yield '}}'
}

/** A JSON member whose value is a list; `items` are JSON as well. */
function* list(name: string, items: Iterable<string>): Generator<string, undefined> {
  yield `"${name}":[`
  let between = ''
  for (const item of items) {
    yield between + item
    between = ','
  }
  yield ']'
}

function* texts(values: readonly object[]): Generator<string> {
  for (const value of values) yield JSON.stringify(value)
}
