// What every small shop needs: an HTTP server, and orders that survive a restart.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { PORT = '3000', PAYMENT_API = '' } = process.env

/**
 * Orders by id, in a file: one line per change, written before anything that depends on it is sent. Each address of the
 * payment service has a separate file, so that orders of different tests never mix.
 */
export class Orders {
  #file =
    process.env.DATA ??
    join(
      tmpdir(),
      `shop-${createHash('sha256').update(`${PORT} ${PAYMENT_API}`).digest('hex').slice(0, 12)}.jsonl`,
    )
  #orders = new Map()
  #inMemory

  constructor({ inMemory = false } = {}) {
    this.#inMemory = inMemory
    if (inMemory || !existsSync(this.#file)) return
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      try {
        const order = JSON.parse(line)
        this.#orders.set(order.id, order)
      } catch {} // the last line is incomplete if the process ended while writing it
    }
  }

  get = (id) => this.#orders.get(id)
  values = () => this.#orders.values()

  /** Changes an order, or adds it. */
  save(order, changes = {}) {
    Object.assign(order, changes)
    this.#orders.set(order.id, order)
    if (this.#inMemory) return order
    // A truncated line must not corrupt this one.
    appendFileSync(this.#file, `\n${JSON.stringify(order)}`)
    return order
  }
}

/**
 * Serves `routes`: functions by method and path pattern, such as 'POST /orders/:id/pay'. They receive the values of the
 * pattern and `{ body, bytes, headers }`, and return a status and a JSON body or a text.
 */
export function serve(routes) {
  const table = Object.entries(routes).map(([route, handle]) => [
    new RegExp(`^${route.replace(/:\w+/g, '([\\w-]+)')}$`),
    handle,
  ])
  const answer = async (request) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const path = new URL(request.url, 'http://shop').pathname
    for (const [pattern, handle] of table) {
      const match = pattern.exec(`${request.method} ${path}`)
      if (match)
        return handle(...match.slice(1), { bytes, headers: request.headers, body: () => JSON.parse(bytes) })
    }
    return [404, { error: 'not found' }]
  }
  const server = createServer(async (request, response) => {
    let status = 500
    let body = { error: 'internal error' }
    try {
      ;[status, body = {}] = await answer(request)
    } catch (error) {
      if (error instanceof SyntaxError) [status, body] = [400, { error: 'the body is not JSON' }]
      else console.error(error)
    }
    const html = typeof body === 'string'
    response.writeHead(status, { 'content-type': html ? 'text/html; charset=utf-8' : 'application/json' })
    response.end(html ? body : JSON.stringify(body))
  })
  server.listen(Number(PORT), '127.0.0.1')
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))
}

/** Runs `task` once per key at a time: concurrent callers share its result. */
export function oneAtATime() {
  const running = new Map()
  return (key, task) => {
    if (!running.has(key))
      running.set(
        key,
        task().finally(() => running.delete(key)),
      )
    return running.get(key)
  }
}
