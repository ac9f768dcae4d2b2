import { afterEach, expect, test, vi } from 'vitest'
import type { Ending } from '../../src/http/context.ts'
import { gather } from '../../src/http/fast/gather.ts'
import { createEmulator } from '../../src/index.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A gatherer whose requests are served when `served` is called, and the bodies that were sent. */
function gathering() {
  const sent: unknown[] = []
  const turns: (() => void)[] = []
  const end = gather((send) => turns.push(send))
  return {
    sent,
    turns,
    answer: (body: string) => {
      const outgoing: Ending['outgoing'] = { end: (body, encoding) => sent.push(`${body} as ${encoding}`) }
      end({ outgoing, body, encoding: 'utf8' })
    },
    served: () => {
      for (const send of turns.splice(0)) send()
    },
  }
}

test('Answers are sent in order, when the requests that have arrived are served', () => {
  const { sent, turns, answer, served } = gathering()
  answer('one')
  answer('two')
  expect(sent).toEqual([])
  expect(turns).toHaveLength(1)
  served()
  expect(sent).toEqual(['one as utf8', 'two as utf8'])
  answer('three')
  served()
  expect(sent.slice(2)).toEqual(['three as utf8'])
})

test('At most sixteen answers wait for each other, and none is sent twice', () => {
  const { sent, answer, served } = gathering()
  const bodies = Array.from({ length: 20 }, (_, index) => `${index}`)
  for (const body of bodies) answer(body)
  expect(sent).toHaveLength(16)
  served()
  expect(sent).toEqual(bodies.map((body) => `${body} as utf8`))
})

test('A program that fakes the timers of its process still gets answers', async () => {
  const emulator = await createEmulator()
  try {
    const url = await emulator.listen()
    vi.useFakeTimers({ toFake: ['setImmediate'] })
    const answer = await fetch(`${url}/_emulator/clock`)
    expect(answer.status).toBe(200)
  } finally {
    vi.useRealTimers()
    await emulator.close()
  }
})
