import { area, NotApplicable } from '../kit/rule.ts'
import { tokenUrl } from '../kit/target.ts'

/** contract, OAuth 2.0 client credentials. */
export const token = area('token', [
  {
    id: 'request',
    rule: 'POST …/realms/<realm>/protocol/openid-connect/token with client_id, client_secret and grant_type=client_credentials as a form gives a token',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.askForToken(t.session.credentials())
      t.session.mask.add(answer.string('access_token'))
      t.status(answer, 200, 'is the realm right? --realm')
      t.that(answer, answer.string('access_token') !== '', 'access_token: a text')
    },
  },
  {
    id: 'response',
    rule: 'The answer holds access_token, expires_in (integer), refresh_expires_in 0, token_type Bearer, not-before-policy 0, scope (string)',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.askForToken(t.session.credentials())
      t.session.mask.add(answer.string('access_token'))
      t.that(answer, typeof answer.at('access_token') === 'string', 'access_token: a text')
      t.that(answer, Number.isInteger(answer.at('expires_in')), 'expires_in: an integer')
      t.equal(answer, 'refresh_expires_in', 0)
      t.equal(answer, 'token_type', 'Bearer')
      t.equal(answer, 'not-before-policy', 0)
      t.that(answer, typeof answer.at('scope') === 'string', 'scope: a text')
      t.that(answer, /json/.test(answer.headers.get('content-type') ?? ''), 'a JSON body')
    },
  },
  {
    id: 'expires_in',
    rule: 'A token is valid for 10 minutes: expires_in is 600',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.askForToken(t.session.credentials())
      t.session.mask.add(answer.string('access_token'))
      t.equal(answer, 'expires_in', 600)
    },
  },
  {
    id: 'use',
    rule: 'Authorization: Bearer <ACCESS_TOKEN> opens the charge interface',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      // Problems of the body are told only to authenticated clients.
      const answer = await t.service('POST', '/charges', { body: {}, access: 'token' })
      t.status(answer, 400, 'an empty body, but the right token')
    },
  },
  {
    id: 'wrong_secret',
    rule: 'A wrong client_secret, and a client that nobody knows, return 401',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const right = t.session.credentials()
      t.status(await t.session.askForToken({ ...right, client_secret: 'wrong-secret-0000' }), 401)
      t.status(await t.session.askForToken({ ...right, client_id: 'nobody-knows-this-client' }), 401)
    },
  },
  {
    id: 'missing_credential',
    rule: 'A token request without client_id or client_secret returns 401',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      for (const name of ['client_id', 'client_secret']) {
        const { [name]: _, ...rest } = t.session.credentials()
        t.status(await t.session.askForToken(rest), 401, `no ${name}`)
      }
    },
  },
  {
    id: 'grant_type',
    rule: 'Any other grant_type is refused: 400 with error unsupported_grant_type (RFC 6749, 5.2)',
    basis: 'observed',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.askForToken({
        ...t.session.credentials(),
        grant_type: 'urn:conformance:none',
      })
      t.status(answer, 400)
      t.equal(answer, 'error', 'unsupported_grant_type')
    },
  },
  {
    id: 'errors',
    rule: 'A refused token request is told in the form of OAuth: error and error_description (RFC 6749, 5.2)',
    basis: 'observed',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.askForToken({
        ...t.session.credentials(),
        client_secret: 'wrong-secret',
      })
      t.that(answer, /^(invalid|unauthorized)_client$/.test(answer.string('error')), 'error: invalid_client')
      t.that(answer, answer.string('error_description') !== '', 'error_description: a text')
    },
  },
  {
    id: 'form_only',
    rule: 'Credentials in a JSON body get no token: the Content-Type is application/x-www-form-urlencoded',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const answer = await t.session.send({
        method: 'POST',
        url: tokenUrl(t.target),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(t.session.credentials()),
      })
      t.that(answer, answer.status >= 400 && answer.at('access_token') === undefined, 'no token')
    },
  },
  {
    id: 'basic',
    rule: 'Client credentials by HTTP Basic get a token, too (RFC 6749, 2.3.1)',
    basis: 'observed',
    needs: ['token'],
    async check(t) {
      const { client_id: id = '', client_secret: secret = '' } = t.session.credentials()
      const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
      const answer = await t.session.askForToken(
        { grant_type: 'client_credentials' },
        { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      )
      t.session.mask.add(answer.string('access_token'))
      t.status(answer, 200)
      t.equal(answer, 'token_type', 'Bearer')
    },
  },
  {
    id: 'discovery',
    rule: 'The realm has a discovery document that names its token_endpoint and its key set',
    basis: 'observed',
    needs: [],
    async check(t) {
      const realm = tokenUrl(t.target).replace(/\/protocol\/.*$/, '')
      const url = `${realm}/.well-known/openid-configuration`
      const answer = await t.session.send({ method: 'GET', url, headers: {}, body: '' })
      if (!t.target.emulator && answer.status === 404) throw new NotApplicable('there is none')
      t.status(answer, 200)
      t.that(answer, URL.canParse(answer.string('token_endpoint')), 'token_endpoint: a URL')
      t.that(answer, URL.canParse(answer.string('jwks_uri')), 'jwks_uri: a URL')
    },
  },
  {
    id: 'lifetime',
    rule: 'A token is taken until its 10 minutes are over, and is a 401 afterwards',
    basis: 'stated',
    needs: ['token', 'control'],
    async check(there) {
      const t = await there.inWorld('conformance-clock')
      await t.control('PUT', '/clock', { mode: 'frozen' })
      const access = { header: `Bearer ${await t.session.token()}` }
      const empty = () => t.service('POST', '/charges', { body: {}, access })
      await t.control('POST', '/clock/advance', { by: '599s' })
      t.status(await empty(), 400, 'an empty body; after 599 s the token is still good')
      await t.control('POST', '/clock/advance', { by: '1s' })
      t.status(await empty(), 401, 'after 600 s')
    },
  },
])
