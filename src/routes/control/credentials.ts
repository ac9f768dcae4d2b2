import { reply } from '../../http/reply.ts'
import { presentCredentials, WireCredentials } from '../../wire/credentials.ts'
import { control } from './control.ts'

export const credentialOperations = [
  control({
    id: 'getCredentials',
    method: 'get',
    path: '/_emulator/credentials',
    summary: 'OAuth clients, keys of v3, the webhook secret and the encryption keys',
    description: 'The same in every world.',
    responses: { 200: WireCredentials },
    handle: ({ world }) => reply(200, presentCredentials(world.fixtures, world.settings)),
  }),
]
