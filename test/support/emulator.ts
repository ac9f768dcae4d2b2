import { inject } from 'vitest'
import type { Fixtures } from '../../src/domain/fixtures/fixtures.ts'
import type { HeapUse } from '../../src/domain/kernel/heap.ts'
import { defaultWorld, Emulator } from '../../src/emulator/emulator.ts'
import { defaultSettings, type Settings } from '../../src/emulator/settings.ts'
import type { IncomingResponse, OutgoingRequest, Ports, ScenarioFiles } from '../../src/engine/ports.ts'
import { nodePorts } from '../../src/node/ports.ts'
import type { FakeTime } from './time.ts'

/** One request to a webhook endpoint. `at` is the world's time in milliseconds. */
export interface Received {
  url: string
  headers: Record<string, string>
  text: string
  at: number
}

export interface HarnessOptions {
  settings?: Partial<Settings>
  /** `live` follows `t.time`, which moves only by `t.time.pass`. */
  clock?: 'frozen' | 'live'
  /** When the test starts, in milliseconds, if not at `start`. */
  startAt?: number
  fixtures?: Partial<Fixtures>
  loadScenarios?: () => Promise<ScenarioFiles>
  /** The size of the heap, before and after a garbage collection. */
  heap?: HeapUse & { afterCollection?: number }
  /** Answers that a scenario delays are sent at once. */
  instantLatency?: boolean
}

/** The environment of the emulator, controlled by the test. */
export interface Outside {
  time: FakeTime
  /** The requests to webhook endpoints of all worlds, in order. */
  webhooks: Received[]
  /** Unexpected errors of the emulator. */
  faults: unknown[]
  /** How webhook endpoints answer; a thrown Error is a broken connection. */
  receiver: { answer: (request: OutgoingRequest) => IncomingResponse | Promise<IncomingResponse> }
}

/** An emulator with real ports, except for time, the network and the seed. */
export function testEmulator(options: HarnessOptions, outside: Outside): Emulator {
  const { time, webhooks, faults, receiver } = outside
  const { fragments, fixtures } = inject('builtIn')
  const emulator: Emulator = new Emulator(
    {
      ...nodePorts(),
      now: time.now,
      setTimer: time.setTimer,
      clearTimer: time.clearTimer,
      report: (error) => void faults.push(error),
      instance: () => 'test/1',
      ...(options.heap && heapPorts(options.heap)),
      randomSeed: () => 'a seed of its own',
      send: async (request) => {
        const world = request.headers['x-emulator-world'] ?? defaultWorld
        const at = emulator.has(world) ? emulator.world(world).now() : 0
        webhooks.push({ url: request.url, headers: request.headers, text: request.body, at })
        return receiver.answer(request)
      },
    },
    {
      ...defaultSettings,
      seed: 'test',
      clock: options.clock === 'live' ? undefined : time.now(),
      webhookUrl: 'http://merchant.test/hook',
      ...options.settings,
    },
    { ...fixtures, ...options.fixtures },
    fragments,
    options.loadScenarios ?? (async () => ({ fragments, problems: [] })),
  )
  return emulator
}

/** A heap whose size the test sets. */
const heapPorts = (
  heap: HeapUse & { afterCollection?: number },
): Pick<Ports, 'heapUse' | 'collectGarbage'> => ({
  heapUse: () => heap,
  collectGarbage: () => {
    heap.used = Math.min(heap.used, heap.afterCollection ?? heap.used)
  },
})
