import * as z from 'zod'
import { exportTargets } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { Recorder } from '../../emulator/recorder.ts'
import type { World } from '../../emulator/world.ts'
import { Ready, reply } from '../../http/reply.ts'
import { presentSession, WireSession } from '../../wire/session.ts'
import { control } from './control.ts'

const Start = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'What the session is about, such as `a refund after a wrong PIN`; becomes the name of the test',
    ),
})

const show = ({ requests }: World) => reply(200, presentSession(requests.recorder))

export const sessionOperations = [
  control({
    id: 'getSession',
    method: 'get',
    path: '/_emulator/session',
    summary: 'Show the session that is recorded, or the last one',
    responses: { 200: WireSession },
    handle: ({ world }) => show(world),
  }),
  control({
    id: 'startSession',
    method: 'post',
    path: '/_emulator/session/start',
    summary: 'Record a session from now on, for an export as a test',
    description:
      'Replaces the last session. A session has the requests to the service, what the payer, testers and timers did, jumps of the clock and events. After a reset of the world it begins again; restoring a snapshot ends it.',
    body: Start,
    bodyOptional: true,
    responses: { 200: WireSession },
    refusals: [409],
    handle: ({ world, body: { name } }) => {
      must(
        !world.requests.recorder?.isOn,
        'conflict',
        `a session of world "${world.name}" is being recorded; stop it first with POST /_emulator/session/stop`,
      )
      world.requests.recorder = new Recorder(world, name)
      return show(world)
    },
  }),
  control({
    id: 'stopSession',
    method: 'post',
    path: '/_emulator/session/stop',
    summary: 'Stop recording the session',
    storesNothing: true,
    responses: { 200: WireSession },
    refusals: [409],
    handle: ({ world }) => {
      mustBeRecorded(world).stop()
      return show(world)
    },
  }),
  control({
    id: 'getSessionExport',
    method: 'get',
    path: '/_emulator/session/export',
    summary: 'Export the session as a test, or as a script for curl',
    description:
      'The test starts in a new world with a frozen clock. Ids of answers become variables, references are unique, nonces are new, and credentials are those of the emulator. A PIN is not in the journal: the test sends one with the same result.',
    query: z.object({ as: z.enum(exportTargets).describe('The kind of the test') }),
    responses: { 200: null },
    otherTypes: { 'text/plain': "import { expect, test } from 'payment-emulator/vitest'\n…" },
    refusals: [409],
    handle: async ({ world, query: { as } }) => {
      const session = mustBeRecorded(world).session()
      const { exportSession } = await import('../../export/export.ts')
      const { file, text } = exportSession(session, as)
      return reply(200, new Ready(text), {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="${file}"`,
      })
    },
  }),
]

function mustBeRecorded({ name, requests }: World): Recorder {
  const { recorder } = requests
  must(
    recorder,
    'conflict',
    `no session of world "${name}" was recorded; start one with POST /_emulator/session/start`,
  )
  return recorder
}
