import * as z from 'zod'
import { scopes as allScopes } from '../../domain/access/model.ts'
import { grantedScopes } from '../../domain/access/token.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import { mappedAddress, mappedHeader } from '../../domain/kernel/mapped.ts'
import { bounds } from '../../domain/kernel/values.ts'
import { type AppContext, headerOf } from '../../http/context.ts'
import { HttpRefusal } from '../../http/errors.ts'
import { metadataPath } from '../../http/match.ts'
import { operation } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { serviceHeaders } from './common.ts'

/** contract, OAuth 2.0 client credentials. */
const TokenResponse = z
  .strictObject({
    access_token: z
      .string()
      .meta({ examples: ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJzYW5kYm94LWNsaWVudCJ9.c2lnbmF0dXJl'] }),
    expires_in: z
      .int()
      .positive()
      .describe('Seconds')
      .meta({ examples: [bounds.tokenLifetime] }),
    refresh_expires_in: z.literal(0),
    token_type: z.literal('Bearer'),
    'not-before-policy': z.literal(0),
    scope: z.string().meta({ examples: ['payments:read payments:write'] }),
  })
  .meta({ id: 'Token' })

const TokenForm = z.object({
  grant_type: z
    .string()
    .optional()
    .meta({ examples: ['client_credentials'] }),
  client_id: z
    .string()
    .optional()
    .meta({ examples: ['sandbox-client'] }),
  client_secret: z
    .string()
    .optional()
    .meta({ examples: ['sandbox-secret'] }),
  scope: z
    .string()
    .max(1000, 'must have at most 1000 characters')
    .optional()
    .describe(
      'Requested scopes, separated by spaces; all scopes of the client by default, and if none of them is known',
    ),
})

const tag = 'Authentication'
const base = '/realms/:realm'
const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** The issuer of a realm, at the address by which the program knows the service: clients compare the two. */
const issuerOf = (
  { baseUrl, header }: { baseUrl: string; header(name: string): string | undefined },
  realm: string,
): string => `${mappedAddress(header(mappedHeader)) ?? baseUrl}/realms/${realm}`

/** The metadata of a realm, at one of the places where clients look for it. */
const discovery = (id: string, path: string) =>
  operation({
    id,
    method: 'get',
    path,
    family: 'oauth',
    access: 'open',
    tag,
    summary: 'Discovery document of a realm',
    responses: {
      200: z.looseObject({ issuer: z.string(), token_endpoint: z.string(), jwks_uri: z.string() }),
    },
    handle: ({ world, param, ...request }) => {
      const issuer = issuerOf(request, param('realm'))
      return reply(200, {
        issuer,
        token_endpoint: `${issuer}/protocol/openid-connect/token`,
        jwks_uri: `${issuer}/protocol/openid-connect/certs`,
        grant_types_supported: ['client_credentials'],
        response_types_supported: ['none'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [world.signer.jwk.alg],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        scopes_supported: [...allScopes],
      })
    },
  })

export const oauthOperations = [
  operation({
    id: 'createToken',
    method: 'post',
    path: `${base}/protocol/openid-connect/token`,
    family: 'oauth',
    access: 'open',
    tag,
    summary: 'Get an access token for client credentials',
    description:
      'Any realm works. Send the credentials as form fields or with HTTP Basic. A token is valid for 600 seconds, or for --token-lifetime.',
    headers: serviceHeaders,
    body: TokenForm,
    bodyType: 'form',
    responses: { 200: TokenResponse },
    handle: ({ world, body, baseUrl, header, c, param }) => {
      mustBeForm(c)
      if (body.grant_type !== 'client_credentials')
        throw new Refusal(
          'invalid_request',
          body.grant_type === undefined
            ? 'grant_type is missing; send grant_type=client_credentials'
            : 'this grant_type is not supported; send grant_type=client_credentials',
          [{ field: 'grant_type', message: 'must be client_credentials' }],
        )
      const { id, secret, basic } = credentials(c, body)
      const client = world.fixtures.clients.find((known) => known.id === id && known.secret === secret)
      if (client === undefined)
        throw new HttpRefusal(
          new Refusal('unauthorized', 'client_id or client_secret is wrong or missing'),
          basic ? { 'www-authenticate': 'Basic realm="payment-emulator"' } : {},
        )
      const { scopes, scope } = grantedScopes(client, body.scope)
      const issuer = issuerOf({ baseUrl, header }, param('realm'))
      const token = world.issueToken({ id: client.id, scopes, scope }, issuer)
      return reply(
        200,
        {
          access_token: token.id,
          expires_in: world.settings.tokenLifetimeMs / 1000,
          refresh_expires_in: 0,
          token_type: 'Bearer',
          'not-before-policy': 0,
          scope,
        },
        noStore,
      )
    },
  }),
  discovery('getOpenIdConfiguration', `${base}/.well-known/openid-configuration`),
  // RFC 8414 puts its path in front of that of the issuer.
  discovery('getOAuthMetadata', `${metadataPath}${base}`),
  operation({
    id: 'getKeySet',
    method: 'get',
    path: `${base}/protocol/openid-connect/certs`,
    family: 'oauth',
    access: 'open',
    tag,
    summary: 'Key set of a realm',
    responses: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) },
    handle: ({ world }) => reply(200, { keys: [world.signer.jwk] }),
  }),
]

function mustBeForm(c: AppContext): void {
  const type = headerOf(c, 'content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new Refusal('invalid_request', 'the Content-Type must be application/x-www-form-urlencoded')
}

/** Client credentials of HTTP Basic, whose parts are form-encoded (RFC 6749, 2.3.1), or of the form. */
function credentials(
  c: AppContext,
  form: z.output<typeof TokenForm>,
): { id?: string; secret?: string; basic: boolean } {
  const header = /^Basic +(\S+)$/i.exec(headerOf(c, 'authorization') ?? '')?.[1]
  if (header === undefined)
    return {
      ...(form.client_id !== undefined && { id: form.client_id }),
      ...(form.client_secret !== undefined && { secret: form.client_secret }),
      basic: false,
    }
  const [id = '', secret = ''] = atob64(header).split(/:(.*)/s).map(formDecode)
  return { id, secret, basic: true }
}

const atob64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
