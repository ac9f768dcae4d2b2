import { afterEach, describe, expect, test } from 'vitest'
import type { IncomingResponse, OutgoingRequest, Ports } from '../../src/engine/ports.ts'
import { sender } from '../../src/node/sender.ts'
import { httpAnswer, type RawReceiver, rawReceiver } from '../support/receiver.ts'

// On real sockets and in real time. Only tests in which nothing answers have a short limit: on a busy machine, any
// other exchange may take longer.
const soon = 200

const opened: RawReceiver[] = []
const receiver = async (answer: Parameters<typeof rawReceiver>[0]): Promise<RawReceiver> => {
  const made = await rawReceiver(answer)
  opened.push(made)
  return made
}
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close()
})

const queue = { world: {}, endpoint: 'a' }

const post = (
  send: Ports['send'],
  url: string,
  more: Partial<OutgoingRequest> = {},
): Promise<IncomingResponse> =>
  send({ queue, url, headers: {}, body: '{"n":1}', timeoutMs: 60_000, maxResponseBytes: 100, ...more })

test('An answer comes back with its status, headers and body', async () => {
  const good = await receiver((socket) => socket.write(httpAnswer('200 OK', 'thanks', ['x-mine: yes'])))
  const answer = await post(sender('any'), good.url)
  expect(answer).toMatchObject({ status: 200, headers: { 'x-mine': 'yes' }, body: 'thanks' })
})

test('Connections are used again', async () => {
  const good = await receiver((socket) => socket.write(httpAnswer('200 OK')))
  const send = sender('any')
  for (let n = 0; n < 20; n++) await post(send, good.url)
  expect(good.connections).toBe(1)
})

test('A redirect is an answer, and is not followed', async () => {
  const other = await receiver((socket) => socket.write(httpAnswer('200 OK')))
  const moved = await receiver((socket) =>
    socket.write(httpAnswer('307 Temporary Redirect', '', [`location: ${other.url}`])),
  )
  expect((await post(sender('any'), moved.url)).status).toBe(307)
  expect(other.requests).toBe(0)
})

describe('An answer that never ends is cut off', () => {
  test('when there is none at all', async () => {
    const silent = await receiver(() => undefined)
    await expect(post(sender('any'), silent.url, { timeoutMs: soon })).rejects.toThrow(
      'did not answer within 200 ms',
    )
  })

  test('when it arrives byte by byte', async () => {
    const slow = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    await expect(post(sender('any'), slow.url, { timeoutMs: soon })).rejects.toThrow(
      'did not answer within 200 ms',
    )
  })

  test('when its headers come byte by byte', async () => {
    const slow = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      const drip = setInterval(() => socket.write('y'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    await expect(post(sender('any'), slow.url, { timeoutMs: soon })).rejects.toThrow(
      'did not answer within 200 ms',
    )
  })

  test('when its headers are endless', async () => {
    const endless = await receiver((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`))
    await expect(post(sender('any'), endless.url)).rejects.toThrow(/header/i)
  })

  test('when its body is endless, after 64 kB, of which little is stored', async () => {
    let written = 0
    const endless = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
      const flood = (): void => {
        while (!socket.destroyed && socket.write('z'.repeat(16_384))) written += 16_384
      }
      socket.on('drain', flood)
      flood()
    })
    const answer = await post(sender('any'), endless.url)
    expect(answer).toMatchObject({ status: 200, body: 'z'.repeat(100) })
    expect(written).toBeLessThan(50_000_000)
  })
})

test.each([
  ['a reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy(), /ECONNRESET|closed|hang up/],
  ['a close without an answer', (socket: { end(): void }) => socket.end(), /hang up|closed/],
  ['no HTTP', (socket: { end(text: string): void }) => socket.end('SSH-2.0-x\r\n'), /parse|Expected HTTP/i],
  [
    'a body that breaks off',
    (socket: { end(text: string): void }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf'),
    /aborted|closed|ECONNRESET/,
  ],
])('%s is an error that says so', async (_name, answer, message) => {
  const bad = await receiver((socket) => answer(socket))
  await expect(post(sender('any'), bad.url)).rejects.toThrow(message)
})

test('A refused connection is reported as such, by name as well', async () => {
  // A port that was free may belong to another test by now; nothing uses this one.
  for (const host of ['127.0.0.1', 'localhost'])
    await expect(post(sender('any'), `http://${host}:1/`)).rejects.toThrow(/ECONNREFUSED/)
})

test.each([
  ['beside it in its world', { world: queue.world, endpoint: 'b' }],
  ['of another world', { world: {}, endpoint: 'a' }],
])('A receiver that hangs does not delay the endpoint %s', async (_, other) => {
  let silent = true
  const one = await receiver((socket) => !silent && socket.write(httpAnswer('200 OK')))
  const send = sender('any')
  const hanging = Array.from({ length: 1000 }, () => post(send, one.url, { timeoutMs: 60_000 }))
  for (const exchange of hanging) exchange.catch(() => undefined)
  while (one.requests < 256) await new Promise((resolve) => setImmediate(resolve))
  silent = false
  // The address at which the others hang; only the queue differs.
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => post(send, one.url, { timeoutMs: 60_000, queue: other })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(one.requests).toBe(556)
  await one.close()
})

test('No delivery waits longer than one timeout for an endpoint that has stopped answering', async () => {
  const silent = await receiver(() => undefined)
  const send = sender('any')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3000 }, () => post(send, silent.url, { timeoutMs: soon })),
  )
  const reasons = outcomes.map((outcome) => String((outcome as PromiseRejectedResult).reason))
  expect(reasons.filter((reason) => reason.includes('did not answer')).length).toBeGreaterThanOrEqual(256)
  expect(reasons.filter((reason) => reason.includes('not sent: http://127.0.0.1')).length).toBeGreaterThan(
    2000,
  )
})

test('A queued delivery that is no longer needed is not sent', async () => {
  const answers: (() => void)[] = []
  const held = await receiver((socket) => answers.push(() => socket.write(httpAnswer('200 OK'))))
  const send = sender('any')
  let wanted = true
  const all = Array.from({ length: 300 }, () =>
    post(send, held.url, { wanted: () => wanted }).then(
      () => 'sent',
      () => 'dropped',
    ),
  )
  while (answers.length < 256) await new Promise((resolve) => setImmediate(resolve))
  wanted = false
  for (const answer of answers) answer()
  const outcomes = await Promise.all(all)
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(256)
  expect(held.requests).toBe(256)
})
