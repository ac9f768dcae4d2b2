import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { chargeBody, type Harness, harness, origin } from '../../harness.ts'
import { listen } from '../../support/listen.ts'

const path = '/realms/any-realm/protocol/openid-connect/token'

interface TokenBody {
  access_token: string
  expires_in: number
  scope: string
  error: string
  error_description: string
}

/** Requests a token; the body becomes a form unless it is a text. */
async function ask(t: Harness, form: Record<string, string> | string, headers: Record<string, string> = {}) {
  const response = await t.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  })
  return t.check<TokenBody>('POST', path, response)
}

const credentials = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
}
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

describe('the token endpoint', () => {
  test('answers a form with every field of the contract', async () => {
    const { status, body, headers } = await ask(harness(), credentials)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 600,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: 'payments:read payments:write',
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('answers HTTP Basic, whose parts are form-encoded', async () => {
    const grant = { grant_type: 'client_credentials' }
    expect((await ask(harness(), grant, basic('sandbox-client', 'sandbox-secret'))).status).toBe(200)
    expect((await ask(harness(), grant, basic('sandbox%2Dclient', 'sandbox%2dsecret'))).status).toBe(200)
  })

  test('works for any realm, and echoes no realm that it was not asked for', async () => {
    const t = harness()
    for (const realm of ['master', 'a-b_c', 'r%20x']) {
      const at = `/realms/${realm}/protocol/openid-connect/token`
      const response = await t.fetch(at, { method: 'POST', body: new URLSearchParams(credentials) })
      expect((await t.check('POST', at, response)).status).toBe(200)
    }
  })

  test.each<[string, Record<string, string> | string, number, string]>([
    [
      'no grant_type',
      { client_id: 'sandbox-client', client_secret: 'sandbox-secret' },
      400,
      'invalid_request',
    ],
    ['another grant_type', { ...credentials, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an empty grant_type', { ...credentials, grant_type: '' }, 400, 'unsupported_grant_type'],
    ['a wrong secret', { ...credentials, client_secret: 'wrong' }, 401, 'invalid_client'],
    ['a wrong client', { ...credentials, client_id: 'nobody' }, 401, 'invalid_client'],
    ['no secret', { grant_type: 'client_credentials', client_id: 'sandbox-client' }, 401, 'invalid_client'],
    ['no credentials', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    ['nothing', '', 400, 'invalid_request'],
    ['something broken', '%%%=&&&=%ZZ', 400, 'invalid_request'],
  ])("refuses %s with OAuth's own error", async (_what, form, status, error) => {
    const answer = await ask(harness(), form)
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  test('refuses JSON, and a missing content type', async () => {
    const t = harness()
    for (const type of ['application/json', 'text/plain', ''])
      expect((await ask(t, JSON.stringify(credentials), { 'content-type': type })).body.error).toBe(
        'invalid_request',
      )
  })

  test('asks a wrong Basic client for Basic again', async () => {
    const answer = await ask(harness(), { grant_type: 'client_credentials' }, basic('sandbox-client', 'x'))
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic'),
    ])
    for (const header of ['Basic', 'Basic ***', `Basic ${Buffer.from('no-colon').toString('base64')}`])
      expect(
        (await ask(harness(), { grant_type: 'client_credentials' }, { authorization: header })).status,
      ).toBe(401)
  })

  test('grants a part of the scopes where a part is asked for, and all where none is asked for', async () => {
    const t = harness()
    expect((await ask(t, { ...credentials, scope: 'payments:read' })).body.scope).toBe('payments:read')
    for (const scope of ['', ' '])
      expect((await ask(t, { ...credentials, scope })).body.scope).toBe('payments:read payments:write')
  })

  test.each([
    ['profile email', 201],
    ['openid', 201],
    ['profile payments:write', 201],
    ['payments:read profile', 403],
  ])('gives %j back as scope, with the usual rights unless some are named', async (scope, status) => {
    const t = harness()
    const { body } = await ask(t, { ...credentials, scope })
    expect([body.scope, decodeJwt(body.access_token)['scope']]).toEqual([scope, scope])
    const made = await t.post('/charges', chargeBody(), { authorization: `Bearer ${body.access_token}` })
    expect(made.status).toBe(status)
  })

  test('gives no right that the client lacks, and names none', async () => {
    const t = harness()
    for (const [scope, told] of [
      ['payments:write', 'payments:read'],
      ['payments:write profile', 'profile'],
    ] as const) {
      const { body } = await ask(t, { ...credentials, client_id: 'sandbox-readonly', scope })
      expect(body.scope).toBe(told)
      const authorization = `Bearer ${body.access_token}`
      expect((await t.post('/charges', chargeBody(), { authorization })).status).toBe(403)
      expect((await t.get('/charges', { authorization })).status).toBe(200)
    }
    expect((await ask(t, { ...credentials, scope: 'x'.repeat(1001) })).status).toBe(400)
  })

  test('signs claims that say who, where and how long', async () => {
    const t = harness()
    const claims = decodeJwt((await ask(t, credentials)).body.access_token)
    const now = t.world.now() / 1000
    expect(claims).toMatchObject({
      iss: `${origin}/realms/any-realm`,
      iat: now,
      exp: now + 600,
      azp: 'sandbox-client',
      typ: 'Bearer',
    })
    expect(claims.jti).not.toBe(decodeJwt((await ask(t, credentials)).body.access_token).jti)
  })
})

describe('an access token', () => {
  const call = (t: Harness, authorization: string | null) =>
    t.post('/charges', chargeBody(), { authorization })

  test('lives 600 seconds of the world, to the millisecond', async () => {
    const t = harness()
    const bearer = `Bearer ${await t.token()}`
    await t.advance('599999ms')
    expect((await call(t, bearer)).status).toBe(201)
    await t.advance('1ms')
    const { status, body } = await call(t, bearer)
    expect([status, body.error.message]).toEqual([401, expect.stringContaining('expired')])
  })

  test('lives as long as --token-lifetime says: in the answer, in the claims and in the store', async () => {
    const t = harness({ settings: { tokenLifetimeMs: 5000 } })
    const { body } = await ask(t, credentials)
    const { iat = 0, exp } = decodeJwt(body.access_token)
    expect([body.expires_in, exp]).toEqual([5, iat + 5])
    const bearer = `Bearer ${body.access_token}`
    await t.advance('4999ms')
    expect((await call(t, bearer)).status).toBe(201)
    await t.advance('1ms')
    const refused = await call(t, bearer)
    expect([refused.status, refused.body.error.message]).toEqual([401, expect.stringContaining('5 seconds')])
  })

  test.each([
    ['is missing', null],
    ['is empty', ''],
    ['has no scheme', 'abc'],
    ['has another scheme', 'Basic abc'],
    ['is only a scheme', 'Bearer'],
    ['is unknown', 'Bearer abc.def.ghi'],
    ['has two parts', 'Bearer abc def'],
    ['is a secret key of v3', 'Bearer sk_sandbox'],
  ])('that %s is a 401 with the body of the contract', async (_what, header) => {
    const { status, body, headers } = await call(harness(), header)
    expect(status).toBe(401)
    expect(body).toEqual({
      status: 'failed',
      message: expect.any(String),
      error: { type: 'UNAUTHORIZED', code: '10401', message: expect.any(String) },
    })
    expect(headers.get('www-authenticate')).toContain('Bearer')
  })

  test('may be sent with the scheme in any case', async () => {
    const t = harness()
    expect((await call(t, `bearer ${await t.token()}`)).status).toBe(201)
  })

  test('of another world, and one from before a reset, is a 401', async () => {
    const t = harness()
    const bearer = `Bearer ${await t.token()}`
    expect((await call(t.in('other'), bearer)).status).toBe(401)
    await t.post('/_emulator/reset')
    expect((await call(t, bearer)).status).toBe(401)
  })

  test('of a client without the permission is a 403 with the body of the contract', async () => {
    const t = harness()
    const bearer = `Bearer ${await t.token('sandbox-readonly')}`
    const { status, body } = await call(t, bearer)
    expect(status).toBe(403)
    expect(body).toEqual({
      status: 'failed',
      message: expect.any(String),
      error: { type: 'FORBIDDEN', code: '10403', message: expect.stringContaining('payments:write') },
    })
    expect((await t.get('/charges', { authorization: bearer })).status).toBe(200)
  })

  test('is checked before anything else', async () => {
    const { status } = await harness().post('/charges', 'not json', { authorization: null })
    expect(status).toBe(401)
  })
})

describe('a standard OAuth library', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const client = { client_id: 'sandbox-client' }

  test.each([
    ['', 'oidc'],
    ['/w/worker-3', 'oidc'],
    ['', 'oauth2'],
    ['/w/worker-3', 'oauth2'],
  ] as const)('discovers, gets a token, and creates a charge (%s, %s)', async (prefix, algorithm) => {
    const base = `${await listen(harness({ clock: 'live' }))}${prefix}`
    const issuer = new URL(`${base}/realms/merchant`)
    const discovery = await oauth.discoveryRequest(issuer, { ...insecure, algorithm })
    const server = await oauth.processDiscoveryResponse(issuer, discovery)
    for (const auth of [
      oauth.ClientSecretPost('sandbox-secret'),
      oauth.ClientSecretBasic('sandbox-secret'),
    ]) {
      const response = await oauth.clientCredentialsGrantRequest(server, client, auth, {}, insecure)
      const token = await oauth.processClientCredentialsResponse(server, client, response)
      expect(token).toMatchObject({ expires_in: 600, token_type: 'bearer' })
      const charge = await oauth.protectedResourceRequest(
        token.access_token,
        'POST',
        new URL(`${base}/charges`),
        new Headers({ 'content-type': 'application/json' }),
        JSON.stringify(chargeBody()),
        insecure,
      )
      expect(charge.status).toBe(201)
    }
  })

  test('understands the refusals', async () => {
    const base = await listen(harness({ clock: 'live' }))
    const issuer = new URL(`${base}/realms/merchant`)
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    )
    const wrong = oauth.ClientSecretBasic('wrong')
    const response = await oauth.clientCredentialsGrantRequest(server, client, wrong, {}, insecure)
    await expect(oauth.processClientCredentialsResponse(server, client, response)).rejects.toThrow()
  })

  test('verifies the token against the key set of the realm', async () => {
    const t = harness()
    const certs = '/realms/any-realm/protocol/openid-connect/certs'
    const keys = await t.get<{ keys: [] }>(certs, { authorization: null })
    const { protectedHeader, payload } = await jwtVerify(await t.token(), createLocalJWKSet(keys.body), {
      issuer: `${origin}/realms/test`,
      currentDate: new Date(t.world.now()),
    })
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'JWT' })
    expect(payload.sub).toBe('sandbox-client')
    const other = await t.in('other').get<{ keys: [] }>(certs, { authorization: null })
    await expect(jwtVerify(await t.token(), createLocalJWKSet(other.body))).rejects.toThrow()
  })
})
