import { z } from 'zod'
import { clockModes } from '../../domain/kernel/enums.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import { refusal, snapshotVersion } from '../../domain/stored/snapshot.ts'
import { version } from '../../emulator/version.ts'
import type { World } from '../../emulator/world.ts'
import { reply } from '../../http/reply.ts'
import { textStream } from '../../http/text-stream.ts'
import { fieldErrors } from '../../http/validate.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

/** The longest snapshot that is read. */
const maxSnapshotBytes = 256 * 1_048_576

const Restored = z.strictObject({
  world: z.string(),
  now: DateTime,
  mode: z.enum(clockModes),
  charges: z.int(),
  pending_timers: z.int(),
})

export const stateOperations = [
  control({
    id: 'getState',
    method: 'get',
    path: '/_emulator/state',
    summary: 'A snapshot of this world: everything in it but the journal',
    description:
      'To be kept and put back, by this version of the emulator. It holds tokens and webhook secrets. Its inner parts are no interface. It is written while it is sent, and shows the world as it was when it was asked for.',
    responses: {
      200: z.looseObject({ version: z.literal(snapshotVersion), emulator: z.string(), world: z.string() }),
    },
    handle: async ({ world, emulator }) => {
      // Stored values never change, so the list of them is the world at this moment, however long its writing takes.
      const snapshot = world.snapshot()
      const { writeSnapshot } = await import('../../domain/stored/write.ts')
      return new Response(textStream(writeSnapshot(snapshot, version), emulator.ports), {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      })
    },
  }),
  control({
    id: 'restoreState',
    method: 'put',
    path: '/_emulator/state',
    summary: 'Put a snapshot in the place of this world',
    description:
      'Brings back the same ids, time, random numbers, pending timers and deliveries; deliveries that were under way are tried again. A snapshot that does not fit is refused with its problems, and nothing changes. One of another world is moved to this one. It may have 256 MiB, which some 80,000 charges fill.',
    body: z.record(z.string(), z.unknown()),
    maxBodyBytes: maxSnapshotBytes,
    responses: { 200: Restored },
    refusals: [413],
    handle: async ({ world: { name }, emulator, body, c }) => {
      const prefix = c.env.world === undefined ? '' : `/w/${c.env.world}`
      const { openSnapshot } = await import('../../emulator/open-snapshot.ts')
      const snapshot = openSnapshot(body, name, prefix, emulator.fixtures, fieldErrors)
      let restored: World
      try {
        restored = emulator.restore(name, snapshot)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        throw refusal([{ field: 'scenarios', message: message.slice(0, 2000) }])
      }
      const { state } = restored
      return reply(200, {
        world: name,
        now: isoTime(restored.now()),
        mode: restored.clockMode,
        charges: state.charges.size,
        pending_timers: restored.timers.size,
      })
    },
  }),
]
