import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { listen } from '../../src/node/listen.ts'
import { wireCall } from '../../src/node/wire-call.ts'
import { harness } from '../harness.ts'
import { settle } from '../support/time.ts'

interface Seen {
  outcome: string
  what: string
  status?: number
  headers?: Record<string, string>
  body?: string
  duration_ms: number
  error?: { message: string }
  request?: number
}

/** A listening emulator, and what its dashboard sends. */
async function listening() {
  const t = harness()
  const { server, url } = await listen(createApp(t.emulator), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const post = (body: unknown, headers = {}, prefix = '', signal?: AbortSignal) =>
    fetch(`${url}${prefix}/_emulator/calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
  const call = async (body: unknown): Promise<Seen> => (await post(body)).json() as Promise<Seen>
  // Not those without a request: `fetch` opens one in advance, and keeps it for seconds.
  const used = new Set<Socket>()
  server.on('request', ({ socket }: IncomingMessage) => {
    used.add(socket)
    socket.once('close', () => used.delete(socket))
  })
  return { t, url, post, call, used }
}

const chargeWith = (key: string, more = {}) => ({
  method: 'POST',
  path: '/charges',
  headers: { 'content-type': 'application/json', ...(key && { 'x-scenario-key': key }) },
  body: JSON.stringify({
    amount: 10,
    currency: 'NGN',
    reference: 'wire-1',
    customer_id: 'cus_adaobi0001',
    payment_method_id: 'pmd_card000001',
  }),
  ...more,
})

test('A call of the composer is sent once, as the merchant would, and reported with status, headers and body', async () => {
  const { t, url, call } = await listening()
  const seen = await call(chargeWith('scenario:auth_3ds'))
  expect(seen).toMatchObject({ outcome: 'answered', status: 201 })
  expect(seen.headers?.['x-trace-id']).toMatch(/^trace_/)
  expect(JSON.parse(seen.body ?? '').data.next_action.redirect_url.url).toMatch(`${url}/_emulator/pay/`)
  expect([...t.world.requests].map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /charges'])
  await call(chargeWith('', { path: '/charges', method: 'GET', body: undefined }))
  expect(t.world.state.tokens.size).toBe(1)
})

test.each([
  ['network:lost_after_commit', { outcome: 'reset' }, 1],
  ['network:reset', { outcome: 'reset' }, 0],
  ['network:truncated_after_commit', { outcome: 'truncated', status: 201 }, 1],
  ['network:503', { outcome: 'answered', status: 503 }, 0],
])('A call with %s is not repeated, and what the connection did is reported', async (key, seen, charges) => {
  const { t, call } = await listening()
  expect(await call(chargeWith(key))).toMatchObject(seen)
  expect([t.world.state.charges.size, t.world.requests.size]).toEqual([charges, 1])
})

test('A call whose answer never comes is given up', async () => {
  const { call } = await listening()
  const seen = await call(chargeWith('network:stall', { timeout_ms: 20 }))
  expect(seen).toMatchObject({ outcome: 'stalled' })
  expect(seen.status).toBeUndefined()
})

test.each([
  '/_emulator/reset',
  '//_emulator/reset',
  '/charges/../_emulator/reset',
  '/%5femulator/reset',
  '/w/other/charges',
  '//w/other/charges',
  '/nowhere',
  'charges',
])('A call to %s is refused, because it is no path of the service of this world', async (path) => {
  const { t, post } = await listening()
  const answer = await post(chargeWith('', { path }))
  expect(answer.status).toBe(400)
  expect([t.world.requests.size, t.emulator.has('other')]).toEqual([0, false])
})

test('A call stays in the world of the page that makes it', async () => {
  const { t, post } = await listening()
  expect((await post(chargeWith(''), {}, '/w/mine')).status).toBe(200)
  expect([t.world.state.charges.size, t.in('mine').world.state.charges.size]).toEqual([0, 1])
})

test.each([
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
])('A call from %s is refused', async (_who, headers) => {
  const { t, post } = await listening()
  expect((await post(chargeWith(''), headers)).status).toBe(403)
  expect(t.world.requests.size).toBe(0)
})

test('A call without a control token is refused where one is required', async () => {
  const t = harness({ settings: { controlToken: 'secret-control-token' } })
  const body = JSON.stringify(chargeWith(''))
  const headers = { 'content-type': 'application/json' }
  expect((await t.fetch('/_emulator/calls', { method: 'POST', headers, body })).status).toBe(401)
})

test('A long answer is cut, and a request that was cancelled ends', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/long') response.end('x'.repeat(5000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  const call = {
    host: '127.0.0.1',
    port,
    encrypted: false,
    method: 'GET',
    headers: {},
    timeoutMs: 30_000,
    maxResponseBytes: 10,
  }
  const long = await wireCall({ ...call, path: '/long' })
  expect(long).toMatchObject({ outcome: 'answered', answer: { body: 'x'.repeat(10) } })
  const abort = new AbortController()
  const cancelled = wireCall({ ...call, path: '/never', signal: abort.signal })
  abort.abort()
  expect(await cancelled).toMatchObject({ outcome: 'cancelled', answer: undefined })
  const { signal } = abort
  expect(await wireCall({ ...call, path: '/never', signal })).toMatchObject({ outcome: 'cancelled' })
})

test('A call that the page cancels is abandoned: its connection to the service is closed', async () => {
  const { t, post, used } = await listening()
  const abort = new AbortController()
  const call = post(chargeWith('network:stall'), {}, '', abort.signal)
  // The journal has it when the stall begins.
  while (t.world.requests.size === 0) await settle()
  expect(used.size).toBe(2)
  abort.abort()
  await expect(call).rejects.toThrow('aborted')
  while (used.size > 0) await settle()
  // Less than the stall itself takes.
}, 20_000)

test('A call tells which request of the journal it is, if it is in the journal', async () => {
  const { t, call } = await listening()
  await t.created()
  const { request } = await call(chargeWith(''))
  expect([...t.world.requests].find(({ id }) => id === request)).toMatchObject({
    path: '/charges',
    status: 201,
  })
  expect((await call(chargeWith('network:reset'))).request).toBe(t.world.requests.total)
})

test('A call can have credentials of its own, or none', async () => {
  const { call } = await listening()
  expect((await call(chargeWith('', { headers: { Authorization: 'Bearer wrong' } }))).status).toBe(401)
  const none = await call(chargeWith('', { headers: { authorization: '' } }))
  expect([none.status, none.body?.includes('missing')]).toEqual([401, true])
})
