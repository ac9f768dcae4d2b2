import * as z from 'zod'
import { reply } from '../../http/reply.ts'
import { control } from './control.ts'

export const tokenOperations = [
  control({
    id: 'revokeTokens',
    method: 'post',
    path: '/_emulator/tokens/revoke',
    storesNothing: true,
    summary: 'Revoke every access token; requests with one of them are answered 401',
    responses: { 200: z.strictObject({ revoked: z.int() }) },
    handle: ({ world }) => reply(200, { revoked: world.dispatch('token.revoke', undefined) }),
  }),
]
