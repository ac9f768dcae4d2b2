import * as z from 'zod'
import { version } from '../../emulator/version.ts'
import { operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'

const Health = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  seed: z.string(),
  worlds: z.int(),
})

const health = (id: string, path: string) =>
  operation({
    id,
    method: 'get',
    path,
    family: 'control',
    access: 'open',
    tag: 'Emulator',
    summary: 'Whether the emulator answers',
    responses: { 200: Health },
    handle: ({ emulator }) =>
      reply(200, { status: 'ok', version, seed: emulator.seed, worlds: [...emulator.worlds()].length }),
  })

export const healthOperations = [
  health('getHealth', '/_emulator/health'),
  // The path that load balancers check.
  health('checkHealth', '/health'),
]
