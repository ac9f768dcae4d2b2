import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { defaultLimits, type ServerLimits } from '../../src/config/limits.ts'
import { listen } from '../../src/node/listen.ts'
import { harness } from '../harness.ts'
import { httpRequest, type Wire, wire } from '../support/wire.ts'

const open: Wire[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const served = async (limits: Partial<ServerLimits> = {}): Promise<Wire> => {
  const w = await wire(harness(), { ...defaultLimits, ...limits })
  open.push(w)
  return w
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n')))

test('Headers over the limit are a 431 in the shape of all errors', async () => {
  const w = await served({ maxHeaderBytes: 2048 })
  const { text } = await w.raw(httpRequest('GET', '/charges', { 'x-long': 'y'.repeat(4000) }))
  expect(text).toMatch(/^HTTP\/1\.1 431 /)
  expect(bodyOf(text)).toMatchObject({ status: 'failed', error: { code: '10431' } })
})

test('Invalid HTTP is a 400 in the usual error format', async () => {
  const w = await served()
  const { text } = await w.raw('SSH-2.0-OpenSSH\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodyOf(text)).toMatchObject({ status: 'failed', error: { validation_errors: [] } })
})

test.each([
  ['its headers', 'GET /charges HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
  ['its body', 'POST /charges HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"half":'],
])('A request that never sends %s is given up', async (_what, beginning) => {
  const w = await served({ requestTimeoutMs: 200 })
  const { text } = await w.raw(beginning)
  expect(text === '' || /^HTTP\/1\.1 40[018] /.test(text)).toBe(true)
})

test('One connection too many is closed, the others go on', async () => {
  const w = await served({ maxConnections: 3 })
  const held = await Promise.all([w.open(), w.open(), w.open()])
  expect((await w.raw(httpRequest('GET', '/health', {}))).text).toBe('')
  for (const socket of held) await new Promise<void>((done) => socket.once('close', done).destroy())
  while ((await w.connections()) > 0) await new Promise((resolve) => setImmediate(resolve))
  expect((await w.raw(httpRequest('GET', '/health', {}))).text).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['content-length', 'chunked'])('A body over the limit, sent with %s, is a 413', async (framing) => {
  const t = harness({ settings: { maxBodyBytes: 1024 } })
  const { server, url } = await listen(createApp(t.emulator), { host: '127.0.0.1', port: 0 })
  const big = JSON.stringify({ text: 'x'.repeat(5000) })
  const body = framing === 'chunked' ? new Blob([big]).stream() : big
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await t.token()}`,
  }
  const answer = await fetch(`${url}/charges`, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(413)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
