/**
 * The requests of each kind of load. A kind creates the text of the n-th request; with `token`, a new one is requested
 * after every 1,000 requests, as merchants do.
 *
 * @typedef {{ host: string, port: number, prefix: string, run: string }} Target
 * @typedef {{ expect: number, token?: boolean, repeatEvery?: number,
 *             request: (n: number, token: string) => string }} Kind
 */

export const requestsPerToken = 1000

/** Keys of one and of two segments, flows that end at once and flows that wait. */
export const composedKeys = [
  'scenario:auth_pin&issuer:insufficient_funds',
  'issuer:do_not_honor',
  'scenario:noauth&issuer:approved',
  'scenario:auth_3ds&issuer:expired_card',
  'scenario:auth_avs&issuer:suspected_fraud',
  'scenario:auth_pin_3ds&issuer:approved',
]

/** The scenario key of delayed requests, and the trace id of the n-th of them. */
export const delayedKey = 'bench-delayed'
export const delayedTraceId = (run, n) => `delayed-${run}-${n}`

const head = (target, method, path, headers, body) =>
  `${method} ${target.prefix}${path} HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\n${headers}` +
  (body === '' ? '\r\n' : `Content-Length: ${body.length}\r\n\r\n${body}`)

/** The same charge for every server: seven of the ten fields that are validated. */
export const chargeBody = (target, n) =>
  `{"amount":${100 + (n % 900)}.5,"currency":"NGN","reference":"${target.run}-${n}",` +
  `"customer_id":"cus_adaobi0001","payment_method_id":"pmd_card000001",` +
  `"meta":{"cart":"c-${n}","channel":"web"},"redirect_url":"http://localhost:8080/return"}`

const chargeHeaders = (token, more = '') =>
  `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}`

const form = 'client_id=sandbox-client&client_secret=sandbox-secret&grant_type=client_credentials'
const formType = 'Content-Type: application/x-www-form-urlencoded\r\n'

const charge = (more) => (target) => ({
  expect: 201,
  token: true,
  request: (n, token) =>
    head(target, 'POST', '/charges', chargeHeaders(token, more?.(target, n)), chargeBody(target, n)),
})

/** @type {Record<string, (target: Target) => Kind>} */
export const kinds = {
  charge: charge(),
  /** A separate key for every request; every tenth request is sent a second time and gets the stored answer. */
  idempotent: (target) => ({
    ...charge((_, n) => `X-Idempotency-Key: key-${target.run}-${n}\r\n`)(target),
    repeatEvery: 10,
  }),
  composed: charge((_, n) => `X-Scenario-Key: ${composedKeys[n % composedKeys.length]}\r\n`),
  /** Delayed by a scenario of the world, with a trace id by which the journal tells how long. */
  delayed: charge(
    (target, n) => `X-Scenario-Key: ${delayedKey}\r\nX-Trace-Id: ${delayedTraceId(target.run, n)}\r\n`,
  ),
  token: (target) => ({
    expect: 200,
    request: () => head(target, 'POST', '/realms/bench/protocol/openid-connect/token', formType, form),
  }),
  /** The token endpoint of oauth2-mock-server. */
  oauth2: (target) => ({
    expect: 200,
    request: () => head(target, 'POST', '/token', formType, form),
  }),
  /** Prism and Mockoon check that a token is present, not whether it is valid. */
  chargeAnyToken: (target) => ({
    expect: 201,
    request: (n) => head(target, 'POST', '/charges', chargeHeaders('any-token'), chargeBody(target, n)),
  }),
  /** The nearest request of Stripe. A token allows 5,000 requests an hour, so it changes as often as ours. */
  paymentIntent: (target) => ({
    expect: 200,
    request: (n) =>
      head(
        target,
        'POST',
        '/v1/payment_intents',
        chargeHeaders(`sk_test_${target.run}_${Math.floor(n / requestsPerToken)}`),
        chargeBody(target, n),
      ),
  }),
  /** The first request to the n-th world, which creates it. */
  newWorld: (target) => ({
    expect: 200,
    request: (n) => head(target, 'GET', `/w/${target.run}-${n}/_emulator/clock`, '', ''),
  }),
  /** The same request to an existing world. */
  sameWorld: (target) => ({
    expect: 200,
    request: () => head(target, 'GET', '/_emulator/clock', '', ''),
  }),
  /** The first token of the n-th world, which creates the world's signing key. */
  newWorldToken: (target) => ({
    expect: 200,
    request: (n) =>
      head(
        target,
        'POST',
        `/w/${target.run}-${n}/realms/bench/protocol/openid-connect/token`,
        formType,
        form,
      ),
  }),
}
