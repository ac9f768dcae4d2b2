// Plumbing of the small shops: a server, a file of orders, and calls of the service without any policy.

import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const env = process.env
export const { PAYMENT_API: api, SHOP_URL: here, CUSTOMER_ID: customer, PAYMENT_METHOD_ID: method } = env
export const mistake = (name) => env.MISTAKE === name
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Serves `handle(method, path parts, text, headers)`, which returns [status, body, headers?]. */
export const listen = (handle) =>
  createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (env.NOISE) console.log('x'.repeat(20_000))
    const parts = new URL(request.url, here).pathname.split('/').filter(Boolean)
    const [status, body = {}, headers = {}] = await Promise.resolve()
      .then(() => handle(request.method, parts, text, request.headers))
      .catch((error) => [500, { error: String(error) }])
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }).listen(Number(env.PORT), '127.0.0.1')

/** A table of orders that is written to a file as a whole. */
export class Table {
  file = env.DATA ?? join(tmpdir(), `orders-${env.PORT}-${encodeURIComponent(api).slice(-40)}.json`)
  rows = existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {}
  get(id) {
    return this.rows[id]
  }
  put(id, row) {
    this.rows[id] = { ...this.rows[id], ...row }
    writeFileSync(this.file, JSON.stringify(this.rows))
    return this.rows[id]
  }
}

let token
/** A token, renewed by our own clock alone. */
export async function bearer() {
  if (!token || Date.now() > token.until) {
    const response = await fetch(`${env.PAYMENT_AUTH}/realms/any/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: env.CLIENT_ID,
        client_secret: env.CLIENT_SECRET,
      }),
    })
    if (!response.ok) throw new Error(`token ${response.status}`)
    const { access_token, expires_in } = await response.json()
    token = { value: access_token, until: Date.now() + (expires_in - 60) * 1000 }
  }
  return token.value
}

/** One request, without retries: its status and data; rejects if there is no answer. */
export async function call(verb, path, body, key) {
  const response = await fetch(api + path, {
    method: verb,
    headers: {
      authorization: `Bearer ${await bearer()}`,
      'content-type': 'application/json',
      ...(key && { 'x-idempotency-key': key }),
    },
    body: body && JSON.stringify(body),
    ...(env.TIMEOUT && { signal: AbortSignal.timeout(Number(env.TIMEOUT)) }),
  })
  return { status: response.status, data: (await response.json()).data }
}

/** A charge, read; rejects unless the service shows it. */
export async function read(id) {
  const { status, data } = await call('GET', `/charges/${id}`)
  if (status !== 200) throw new Error(`read ${status}`)
  return data
}

export const signed = (text, headers) =>
  headers['x-webhook-signature'] === createHmac('sha256', env.WEBHOOK_SECRET).update(text).digest('base64')

export const request = (reference, order, rest = {}) => ({
  amount: order.amount,
  currency: order.currency,
  reference,
  customer_id: customer,
  payment_method_id: method,
  ...rest,
})
