import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { admit, type PageEnv, readForm, refuseInvalid } from './app.ts'
import type { View } from './view.ts'

/** How long a token must still be valid to be used again. Milliseconds. */
const marginMs = 5000

/**
 * A token of the client that may create payments: `known` while it is valid, or a new one; undefined if the fixtures have no
 * such client. It is issued without a request to the service, so it is not in the journal, and no rule applies to it.
 */
export function merchantToken(
  { world, origin }: Pick<View, 'world' | 'origin'>,
  known: string,
): string | undefined {
  const token = world.state.tokens.get(known)
  if (token !== undefined && token.expiresAt > world.programNow() + marginMs) return known
  const client = world.fixtures.clients.find(({ scopes }) => scopes.includes('payments:write'))
  if (client === undefined) return undefined
  const { id, scopes } = client
  return world.issueToken({ id, scopes, scope: scopes.join(' ') }, `${origin}/realms/dashboard`).id
}

/** The access token of a page that acts as the merchant. */
export const pageToken = (emulator: Emulator): Hono<PageEnv> =>
  new Hono<PageEnv>().post(
    '/_emulator/page-token',
    admit(emulator, 'control'),
    readForm(emulator),
    zValidator('form', z.object({ token: z.string().max(5000).default('') }), refuseInvalid),
    (c) => {
      const token = merchantToken(c.var.view, c.req.valid('form').token)
      must(token, 'not_found', 'the fixtures have no client with the permission payments:write')
      return c.json({ token }, 200, { 'cache-control': 'no-store' })
    },
  )
