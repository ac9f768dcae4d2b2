import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { admit, type PageEnv, readForm, refuseInvalid } from './app.ts'

/** How long a token must still be valid to be used again. Milliseconds. */
const marginMs = 5000

/**
 * The access token of a page that acts as the merchant: the one it has while it is valid, or a new one. No request to the
 * service, so it is not in the journal, and no rule applies to it.
 */
export const pageToken = (emulator: Emulator): Hono<PageEnv> =>
  new Hono<PageEnv>().post(
    '/_emulator/page-token',
    admit(emulator, 'control'),
    readForm(emulator),
    zValidator('form', z.object({ token: z.string().max(5000).default('') }), refuseInvalid),
    (c) => {
      const { world, origin } = c.var.view
      const { token } = c.req.valid('form')
      const known = world.state.tokens.get(token)
      if (known !== undefined && known.expiresAt > world.programNow() + marginMs)
        return c.json({ token }, 200, { 'cache-control': 'no-store' })
      const client = world.fixtures.clients.find(({ scopes }) => scopes.includes('payments:write'))
      must(client, 'not_found', 'the fixtures have no client with the permission payments:write')
      const { id, scopes } = client
      const issued = world.issueToken({ id, scopes, scope: scopes.join(' ') }, `${origin}/realms/dashboard`)
      return c.json({ token: issued.id }, 200, { 'cache-control': 'no-store' })
    },
  )
