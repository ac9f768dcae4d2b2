// The payment service as the three shops use it: token renewal, retries that cannot charge twice, and webhook
// signatures.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { mistake } from './mistake.mjs'

const { PAYMENT_API, PAYMENT_AUTH, CLIENT_ID, CLIENT_SECRET, WEBHOOK_SECRET } = process.env

/** The service did not answer, or not with a result: the outcome of the request is unknown. */
export class Unavailable extends Error {}

/** The service refused the request, which has no effect. */
export class Refused extends Error {
  constructor(status, body) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
  }
}

const defaultTries = 4
const firstPauseMs = 25
/** A customer is waiting: with a longer Retry-After, leave the retry to the next press or the next webhook. */
const longestPauseMs = 2_000
const timeoutMs = 5_000

let current
let renewal

/** An access token with at least a minute to live. Concurrent callers share one renewal. */
async function token() {
  if (current && (Date.now() < current.renewAt || mistake('keeps_token'))) return current.value
  renewal ??= renew().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew() {
  const { access_token: value, expires_in: seconds } = await retried(() =>
    send(`${PAYMENT_AUTH}/realms/shop/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
      }),
    }),
  )
  current = { value, renewAt: Date.now() + (seconds - 60) * 1000 }
  return value
}

/**
 * A call of the service. `key` makes a repeated call safe: the service executes it once and replays its answer. The
 * body is serialized once, because a key belongs to exactly one body.
 */
async function call(method, path, { body, key, tries } = {}) {
  const text = body && JSON.stringify(body)
  const once = async () =>
    send(`${PAYMENT_API}${path}`, {
      method,
      body: text,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(text && { 'content-type': 'application/json' }),
        ...(key && { 'x-idempotency-key': key }),
      },
    })
  const authorized = () =>
    once().catch((error) => {
      if (error.status !== 401 || mistake('keeps_token')) throw error
      current = undefined // the service may revoke a token early
      return once()
    })
  const { data } = await retried(authorized, tries)
  return data
}

/** One request; rejects with Refused or Unavailable. */
async function send(url, init) {
  let response
  let body
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    body = await response.json()
  } catch (error) {
    // A status without a readable body says no more than a lost connection.
    throw new Unavailable(`${init.method} ${url}: ${error.message}`)
  }
  if (response.ok) return body
  if (response.status !== 429 && response.status < 500) throw new Refused(response.status, body)
  const error = new Unavailable(`${init.method} ${url}: ${response.status}`)
  error.retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000
  throw error
}

/** Retries what the service could not answer, with increasing pauses. */
async function retried(attempt, tries = defaultTries) {
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      const pauseMs = Math.max(error.retryAfterMs ?? 0, firstPauseMs * 2 ** (n - 1))
      if (!(error instanceof Unavailable) || n === tries || pauseMs > longestPauseMs) throw error
      await sleep(pauseMs)
    }
  }
}

/** The only element of a list filtered by reference, if there is one. */
const first = async (path, reference) =>
  (await call('GET', `${path}?reference=${encodeURIComponent(reference)}`))[0]

/**
 * Creates the resource with `reference`, or finds it if an earlier request created it but its answer was lost. A
 * conflict without a resource means that the earlier request is still in progress: the outcome is unknown.
 */
async function create(path, body, key, options) {
  try {
    return await call('POST', path, { body, key, ...options })
  } catch (error) {
    if (error.status !== 409) throw error
    const existing = await first(path, body.reference)
    if (!existing) throw new Unavailable(`${path}: ${body.reference} is still being created`)
    return existing
  }
}

export const charges = {
  create: (body, key, options) => create('/charges', body, key, options),
  get: (id, options) => call('GET', `/charges/${id}`, options),
  find: (reference) => first('/charges', reference),
  /** Answers a next action of the charge: a PIN, an OTP. */
  authorize: (id, authorization, key) => call('PUT', `/charges/${id}`, { body: { authorization }, key }),
}

/** Orders of the service: amounts that are held until they are captured or voided. */
export const reservations = {
  create: (body, key, options) => create('/orders', body, key, options),
  get: (id, options) => call('GET', `/orders/${id}`, options),
  find: (reference) => first('/orders', reference),
  capture: (id, key) => call('PUT', `/orders/${id}`, { body: { action: 'capture' }, key }),
}

/** Whether the service signed these bytes. */
export function isSigned(bytes, signature) {
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(bytes).digest()
  const sent = Buffer.from(signature ?? '', 'base64')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
