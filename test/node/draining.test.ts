import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/app.ts'
import { drain, listen } from '../../src/node/listen.ts'
import { harness } from '../harness.ts'

test('A stop waits for no limit although connections idle, streams are open, clients wait and answers stall', async () => {
  const t = harness()
  const { server, url } = await listen(createApp(t.emulator), { host: '127.0.0.1', port: 0 })
  const used = await fetch(`${url}/health`)
  await used.text()
  const stream = await fetch(`${url}/_emulator/stream`)
  const read = stream.text()
  const subscribe = vi.spyOn(t.world, 'subscribe')
  const waiting = fetch(`${url}/_emulator/webhooks/events?wait=60s`).then((response) => response.json())
  const stalled = fetch(`${url}/charges`, { headers: { 'x-scenario-key': 'network:stall' } }).then(
    () => 'answered',
    () => 'broken',
  )
  // The stalled request is in the journal once it stalls.
  while (subscribe.mock.calls.length === 0 || t.world.requests.total === 0) await new Promise(setImmediate)
  // The time limit that closes every connection is never reached.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  t.emulator.disconnectSubscribers()
  await drain(server)
  expect(await read).toContain('event: closing')
  await waiting
  expect(await stalled).toBe('broken')
})
