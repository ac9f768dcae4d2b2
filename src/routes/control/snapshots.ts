import * as z from 'zod'
import { clockModes } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import { refusal, type Snapshot } from '../../domain/stored/snapshot.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { type KeptSnapshot, type Replacement, replacements } from '../../emulator/kept-states.ts'
import type { World } from '../../emulator/world.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const SnapshotName = z
  .string()
  .max(64)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
    'must be 1 to 64 letters, digits, spaces, ".", "_" and "-", of which the first is a letter or a digit',
  )

const Keep = z.strictObject({
  name: SnapshotName,
  note: z.string().max(500).optional().describe('What it is for'),
  replace: z.boolean().default(false).describe('Whether it replaces a snapshot of the same name'),
})

const Saved = {
  now: DateTime.describe('The time of the world'),
  mode: z.enum(clockModes),
  charges: z.int(),
  requests: z.int().describe('How many requests its journal has'),
  pending_timers: z.int(),
}

const WireKeptSnapshot = z
  .strictObject({ name: z.string(), note: z.string().nullable(), kept_at: DateTime, ...Saved })
  .meta({ id: 'KeptSnapshot' })

const WireUndo = z
  .strictObject({
    what: z.enum(replacements).describe('What would be undone'),
    at: DateTime.describe('When it happened, in real time'),
    ...Saved,
  })
  .meta({ id: 'Undo' })

export const Restored = z.strictObject({
  world: z.string(),
  now: DateTime,
  mode: z.enum(clockModes),
  charges: z.int(),
  pending_timers: z.int(),
})

const saved = ({ clock, state, journal, timers }: Snapshot) => ({
  now: isoTime(clock.now),
  mode: clock.mode,
  charges: state.charges.length,
  requests: journal.length,
  pending_timers: timers.length,
})

const presentKept = ({ name, note, keptAt, snapshot }: KeptSnapshot) => ({
  name,
  note: note ?? null,
  kept_at: isoTime(keptAt),
  ...saved(snapshot),
})

/** Replaces a world by a snapshot. Refuses one whose scenarios contradict the files (400); then nothing changes. */
export function restored(emulator: Emulator, name: string, snapshot: Snapshot, what?: Replacement) {
  let world: World
  try {
    world = emulator.restore(name, snapshot, what)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw refusal([{ field: 'scenarios', message: message.slice(0, 2000) }])
  }
  return {
    world: name,
    now: isoTime(world.now()),
    mode: world.clockMode,
    charges: world.state.charges.size,
    pending_timers: world.timers.size,
  }
}

/** Brings back what a world was. Refuses (409) if that is not held. */
function undone(emulator: Emulator, name: string) {
  const undo = emulator.kept.undoOf(name)
  must(
    undo,
    'conflict',
    `there is nothing to undo: world "${name}" was not reset or restored since the start, or what it was is no longer held; GET /_emulator/state/snapshots lists the snapshots to return to`,
  )
  return restored(emulator, name, undo.snapshot, 'undo')
}

/** Undoes the last reset of all worlds. Refuses (409) if nothing of it is held. */
function allUndone(emulator: Emulator) {
  const names = emulator.kept.lastBatch()
  must(
    names.length > 0,
    'conflict',
    'there is no reset of all worlds to undo: none happened, or each world was reset, restored or removed since; POST /_emulator/state/undo at the address of a world undoes its own last reset or restore',
  )
  return names.map((name) => undone(emulator, name))
}

const snapshots = '/_emulator/state/snapshots'

export const snapshotOperations = [
  control({
    id: 'listSnapshots',
    method: 'get',
    path: snapshots,
    summary: 'List the snapshots that this world keeps in the process, and what can be undone',
    description:
      '`undo` is the last reset or restore of this world, with what it would bring back; null if there is none, or if it is no longer held.',
    responses: {
      200: z.strictObject({ snapshots: z.array(WireKeptSnapshot), undo: WireUndo.nullable() }),
    },
    handle: ({ world: { name }, emulator: { kept } }) => {
      const undo = kept.undoOf(name)
      return reply(200, {
        snapshots: kept.list(name).map(presentKept),
        undo: undo ? { what: undo.what, at: isoTime(undo.at), ...saved(undo.snapshot) } : null,
      })
    },
  }),
  control({
    id: 'createSnapshot',
    method: 'post',
    path: snapshots,
    summary: 'Keep a snapshot of this world under a name',
    description:
      'It stays in the process until it is deleted, the world is removed or the process stops; a reset does not touch it. At most 20 for each world, of at most 100,000 records and journal entries each and 400,000 together; larger ones can be saved to a file (`GET /_emulator/state`).',
    body: Keep,
    responses: { 201: WireKeptSnapshot },
    refusals: [409, 429],
    handle: ({ world, emulator, body: { name, ...options } }) =>
      reply(201, presentKept(emulator.kept.keep(world, name, options))),
  }),
  control({
    id: 'restoreSnapshot',
    method: 'post',
    path: `${snapshots}/:name/restore`,
    summary: 'Return to a snapshot: replace this world by it',
    description: 'Like `PUT /_emulator/state`. The snapshot remains. `POST /_emulator/state/undo` undoes it.',
    responses: { 200: Restored },
    refusals: [404],
    handle: ({ world: { name }, emulator, param }) =>
      reply(200, restored(emulator, name, emulator.kept.find(name, param('name')).snapshot)),
  }),
  control({
    id: 'deleteSnapshot',
    method: 'delete',
    path: `${snapshots}/:name`,
    summary: 'Delete a snapshot of this world',
    responses: { 200: z.strictObject({ deleted: z.int() }) },
    refusals: [404],
    handle: ({ world: { name }, emulator, param }) => {
      emulator.kept.drop(name, param('name'))
      return reply(200, { deleted: 1 })
    },
  }),
  control({
    id: 'undoReplacement',
    method: 'post',
    path: '/_emulator/state/undo',
    summary: 'Undo the last reset or restore of this world, or with `?all=true` the last reset of all worlds',
    description:
      'Brings back what the world was, with ids, tokens, time, pending timers, deliveries and journal, whoever reset or restored it. A second undo undoes the first. If nothing happened in a world since its reset, a further reset does not count. It cannot bring back requests that were in progress, open streams and waits, the counts of the report, what happened in the world since, worlds that were removed, and what your program has seen or stored. Deliveries that were in progress are attempted again. One state is held for each of the 50 worlds replaced last, if it has at most 100,000 records and journal entries, 200,000 together, and none if memory runs out.',
    query: z.object({ all: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ restored: z.array(Restored) }) },
    refusals: [409],
    handle: ({ world: { name }, emulator, query }) =>
      reply(200, { restored: query.all === 'true' ? allUndone(emulator) : [undone(emulator, name)] }),
  }),
]
