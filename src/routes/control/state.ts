import * as z from 'zod'
import { snapshotVersion } from '../../domain/stored/snapshot.ts'
import { version } from '../../emulator/version.ts'
import { reply } from '../../http/reply.ts'
import { textStream } from '../../http/text-stream.ts'
import { fieldErrors } from '../../http/validate.ts'
import { control } from './control.ts'
import { Restored, restored } from './snapshots.ts'

/** The largest snapshot that is accepted. */
const maxSnapshotBytes = 256 * 1_048_576

export const stateOperations = [
  control({
    id: 'getState',
    method: 'get',
    path: '/_emulator/state',
    summary: 'Save a snapshot of this world, with its journal',
    description:
      'The same version of the emulator can restore it. It contains tokens and webhook secrets; requests are masked as in the journal, of which it has the newest 32 MiB. Its inner structure is not part of the interface. It is serialised while it is sent, and shows the world at the moment of the request.',
    responses: {
      200: z.looseObject({ version: z.literal(snapshotVersion), emulator: z.string(), world: z.string() }),
    },
    handle: async ({ world, emulator }) => {
      // Stored values are immutable, so this list is the world at this moment, however long writing it takes.
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
    summary: 'Replace this world by a snapshot',
    description:
      'Restores ids, time, random numbers, pending timers and deliveries; deliveries that were in progress are attempted again. An invalid snapshot is refused with a list of its problems, and nothing changes. A snapshot of another world can be restored here. The limit is 256 MiB, about 80,000 charges.',
    body: z.record(z.string(), z.unknown()),
    maxBodyBytes: maxSnapshotBytes,
    responses: { 200: Restored },
    refusals: [413],
    handle: async ({ world: { name }, emulator, body, c }) => {
      const prefix = c.env.world === undefined ? '' : `/w/${c.env.world}`
      const { openSnapshot } = await import('../../emulator/open-snapshot.ts')
      const snapshot = openSnapshot(body, name, prefix, emulator.fixtures, fieldErrors)
      return reply(200, restored(emulator, name, snapshot))
    },
  }),
]
