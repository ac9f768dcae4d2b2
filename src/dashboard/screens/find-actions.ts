import { heldFlag } from '../../domain/kernel/marks.ts'
import type { World } from '../../emulator/world.ts'
import { isoTime } from '../../wire/time.ts'
import type { Call } from '../kit/parts.ts'
import { stopSession } from '../kit/session-banner.ts'
import type { View } from '../kit/view.ts'

/** A name by the time of the world. */
const snapshotName = (world: World): string =>
  `at ${isoTime(world.now()).slice(0, 19).replace('T', ' ').replaceAll(':', '.')}`

const moveClock = (label: string, to: object, said: string): Call => ({
  label: `Advance the clock ${label}`,
  method: 'post',
  path: '/_emulator/clock/advance',
  body: to,
  said,
})

/** What a tester can do wherever they are; `by` is how far the clock is advanced. */
export function actions({ world, emulator, base }: View, by: string): Call[] {
  const { name, timers, state } = world
  const next = timers.peek()
  const all: (Call | undefined)[] = [
    moveClock(`by ${by}`, { by }, `Advanced by ${by}`),
    next &&
      moveClock(
        'to the next timer',
        { to: isoTime(Math.max(next.at, world.now())) },
        'Advanced to the next timer',
      ),
    world.clockMode === 'live'
      ? {
          label: 'Freeze the clock',
          method: 'put',
          path: '/_emulator/clock',
          body: { mode: 'frozen' },
          said: 'The clock is frozen',
        }
      : {
          label: 'Resume the clock',
          method: 'put',
          path: '/_emulator/clock',
          body: { mode: 'live' },
          said: 'The clock is running',
        },
    state.flags.has(heldFlag)
      ? {
          label: 'Release held webhooks',
          method: 'post',
          path: '/_emulator/webhooks/release',
          said: 'Released',
        }
      : {
          label: 'Hold webhooks',
          method: 'post',
          path: '/_emulator/webhooks/hold',
          said: 'Deliveries are on hold',
        },
    world.requests.recorder?.isOn
      ? stopSession({ base })
      : {
          label: 'Record a session, to become a test',
          method: 'post',
          path: '/_emulator/session/start',
          body: {},
          said: 'The session is being recorded',
        },
    {
      label: 'Take a snapshot',
      method: 'post',
      path: '/_emulator/state/snapshots',
      body: { name: snapshotName(world), replace: true },
      said: 'The snapshot is kept in the process',
    },
    emulator.kept.undoOf(name) && {
      label: 'Undo the last reset or restore',
      method: 'post',
      path: '/_emulator/state/undo',
      said: 'Undone',
    },
    { label: 'Remove all rules', method: 'delete', path: '/_emulator/rules', said: 'The rules were removed' },
    {
      label: 'Clear the journal of requests',
      method: 'delete',
      path: '/_emulator/requests',
      said: 'The journal was cleared',
      ask: 'Delete all recorded requests of this world?',
    },
    {
      label: `Reset world ${name}`,
      method: 'post',
      path: '/_emulator/reset',
      said: `World ${name} was reset`,
      ask: `Reset world ${name}? What it contains can be brought back with “Undo”.`,
    },
  ]
  return all.filter((call) => call !== undefined)
}
