import type { Scope, Token } from '../domain/access/model.ts'
import { Refusal } from '../domain/kernel/errors.ts'
import type { Missing } from '../domain/kernel/resources.ts'
import type { World } from '../emulator/world.ts'
import { type AppContext, headerOf } from './context.ts'
import { HttpRefusal } from './errors.ts'

const refuse = (
  code: 'unauthorized' | 'forbidden',
  message: string,
  error?: string,
  missing?: Missing,
): HttpRefusal =>
  new HttpRefusal(new Refusal(code, message, [], missing), {
    'www-authenticate': error ? `Bearer error="${error}"` : 'Bearer',
  })

const bearerOf = (header: string): string | undefined => /^Bearer +(\S+)$/i.exec(header)?.[1]

function bearer(c: AppContext, what: string): string {
  const header = headerOf(c, 'authorization')
  if (header === undefined)
    throw refuse('unauthorized', `the Authorization header is missing; send "Bearer ${what}"`)
  const value = bearerOf(header)
  if (value === undefined)
    throw refuse(
      'unauthorized',
      `the Authorization header is malformed; send "Bearer ${what}"`,
      'invalid_request',
    )
  return value
}

const tokenAdvice = 'get one at {auth_url}/realms/<realm>/protocol/openid-connect/token'

/** A JSON Web Token, as access tokens are. */
const isJwt = (text: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text)

/**
 * The access token of a request (contract, Authentication). Refuses a token that is missing, malformed, unknown or
 * expired (401), or that lacks a permission (403).
 */
export function accessToken(c: AppContext, world: World, scope: Scope): Token {
  const sent = bearer(c, '<ACCESS_TOKEN>')
  const token = world.state.tokens.get(sent)
  if (token === undefined)
    throw refuse(
      'unauthorized',
      world.fixtures.secretKeys.includes(sent)
        ? `that is the secret key of the v3 interface; here send an access token; ${tokenAdvice}`
        : `the access token is not known in world "${world.name}"; ${tokenAdvice} of the same world`,
      'invalid_token',
      { kind: 'tokens', id: sent },
    )
  if (token.expiresAt <= world.programNow())
    throw refuse(
      'unauthorized',
      `the access token has expired; get a new one before its ${world.settings.tokenLifetimeMs / 1000} seconds are over`,
      'invalid_token',
    )
  if (!token.scopes.includes(scope))
    throw refuse(
      'forbidden',
      `client "${token.clientId}" lacks the permission ${scope}`,
      'insufficient_scope',
    )
  return token
}

/** The secret key of a v3 request (contract, Secret key). Refuses a missing or wrong one (401). */
export function secretKey(c: AppContext, world: World): string {
  const key = bearer(c, '<SECRET_KEY>')
  if (!world.fixtures.secretKeys.includes(key))
    throw refuse(
      'unauthorized',
      isJwt(key)
        ? 'that is an access token, which is for the charge interface; v3 needs the secret key: send "Bearer <SECRET_KEY>", sk_sandbox unless your fixtures say otherwise'
        : 'the secret key is not known; it is sk_sandbox unless your fixtures say otherwise',
      'invalid_token',
    )
  return key
}

/**
 * The control interface is open unless the emulator was started with a control token. The token is sent as a bearer
 * token, or as the password of HTTP Basic with any user name: browsers ask for it by themselves, and send it with
 * everything that the dashboard fetches, including the event stream.
 */
export function controlAccess(c: AppContext, controlToken: string | undefined): void {
  if (controlToken === undefined) return
  const header = headerOf(c, 'authorization') ?? ''
  const basic = /^Basic +(\S+)$/i.exec(header)?.[1]
  const sent =
    basic === undefined
      ? bearerOf(header)
      : Buffer.from(basic, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
  if (sent === controlToken) return
  throw new HttpRefusal(
    new Refusal(
      'unauthorized',
      `the control token is ${sent === undefined ? 'missing' : 'wrong'}; send "Authorization: Bearer <EMULATOR_CONTROL_TOKEN>", or in a browser any user name with the token as password`,
    ),
    // One scheme only: browsers look at the first scheme, and do not prompt if they do not know it.
    {
      'www-authenticate':
        sent !== undefined && basic === undefined
          ? 'Bearer error="invalid_token"'
          : 'Basic realm="payment-emulator", charset="UTF-8"',
    },
  )
}
