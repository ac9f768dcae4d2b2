import { once } from 'node:events'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { JournalEntry } from '../../src/domain/kernel/journal.ts'
import { type Harness, harness } from '../harness.ts'
import { type Wire, wire } from '../support/wire.ts'

const open: Wire[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const served = async (t: Harness): Promise<Wire> => {
  const w = await wire(t)
  open.push(w)
  return w
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n')))

describe('a request that cannot be routed', () => {
  test.each(['a b', '[::1', '%', 'user@localhost', 'localhost/x', '0x7f.1', 'localhost:99999'])(
    'has the Host header %s, and gets a 400 in the shape of all errors',
    async (host) => {
      const w = await served(harness())
      const { text } = await w.raw(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(bodyOf(text).error.validation_errors).toEqual([
        { field_name: 'Host', message: expect.stringContaining(`not "${host}"`) },
      ])
    },
  )

  test('has no Host header, and gets a 400 that says so', async () => {
    const w = await served(harness())
    const { text } = await w.raw('GET /health HTTP/1.1\r\n\r\n')
    expect(bodyOf(text)).toMatchObject({ status: 'failed', error: { code: '10400' } })
    expect(bodyOf(text).error.validation_errors[0].field_name).toBe('Host')
  })

  test.each(['/_emulator\\state', '\\', '*', 'http://[/health'])(
    'has the target %s, and gets a 400 in the shape of all errors',
    async (target) => {
      const w = await served(harness())
      const { text } = await w.raw(`OPTIONS ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(bodyOf(text)).toMatchObject({ status: 'failed', error: { validation_errors: [] } })
    },
  )

  test('leaves the next one on another connection alone', async () => {
    const w = await served(harness())
    for (const host of ['a b', 'localhost', 'a b', '[::1]:4290', 'LOCALHOST:80'])
      expect(
        (await w.raw(`GET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).text,
      ).toMatch(host === 'a b' ? / 400 / : / 200 /)
  })
})

test('Health answers HTTP/1.0 without a Host header, as load balancers send it', async () => {
  const w = await served(harness())
  const { text } = await w.raw('GET /health HTTP/1.0\r\n\r\n')
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(bodyOf(text)).toMatchObject({ status: 'ok' })
})

test('A target with a whole address is answered like its path', async () => {
  const w = await served(harness())
  const { text } = await w.raw(
    'GET http://localhost/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  )
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

describe('an upload that breaks off', () => {
  test.each([
    ['in chunks', 'transfer-encoding: chunked\r\n\r\n20\r\n{"amount": 5'],
    ['of a length that was told', 'content-length: 100\r\n\r\n{"amount": 5'],
    ['of a length over 64 kB', `content-length: 100000\r\n\r\n{"amount": 5${' '.repeat(70_000)}`],
  ])('%s is in the journal as a 400, and no fault', async (_how, sent) => {
    const stderr = vi.spyOn(process.stderr, 'write')
    onTestFinished(() => stderr.mockRestore())
    const t = harness()
    const authorization = `Bearer ${await t.token()}`
    const entries: JournalEntry[] = []
    const two = new Promise<void>((resolve) => {
      t.world.subscribe((message) => {
        if (message.kind === 'request' && entries.push(message.entry) === 2) resolve()
      })
    })
    const w = await served(t)
    const head = `POST /charges HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n`
    const closed = await w.open()
    closed.end(head + sent)
    const reset = await w.open()
    reset.once('data', () => reset.resetAndDestroy())
    // The server confirms the headers before the connection is reset.
    reset.write(`${head}expect: 100-continue\r\n${sent}`)
    await two
    for (const { status, responseBody } of entries)
      expect([status, responseBody]).toEqual([400, expect.stringContaining('ended before its body')])
    expect(t.faults).toEqual([])
    expect(stderr.mock.calls).toEqual([])
  })

  test('gets a 400 that says so, if its client still listens', async () => {
    const w = await served(harness())
    const socket = await w.open()
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.end('POST /charges HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(text).error.message).toContain('ended before its body')
  })
})
