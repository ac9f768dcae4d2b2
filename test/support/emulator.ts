import { inject } from 'vitest'
import type { Fixtures } from '../../src/domain/fixtures/fixtures.ts'
import type { HeapUse } from '../../src/domain/kernel/heap.ts'
import { defaultWorld, Emulator } from '../../src/emulator/emulator.ts'
import { defaultSettings, type Settings } from '../../src/emulator/settings.ts'
import type { IncomingResponse, OutgoingRequest, Ports, ScenarioFiles } from '../../src/engine/ports.ts'
import { nodePorts } from '../../src/node/ports.ts'
import type { FakeTime } from './time.ts'

/** One request to a receiver of webhooks. `at` is the world's time in milliseconds. */
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
  /** When the test begins, in milliseconds, if not at `start`. */
  startAt?: number
  fixtures?: Partial<Fixtures>
  loadScenarios?: () => Promise<ScenarioFiles>
  /** How full the heap is, and is after what is not in use any more was dropped. */
  heap?: HeapUse & { afterCollection?: number }
  /** Answers that a scenario holds back come at once. */
  instantLatency?: boolean
}

/** What lies outside of the emulator, in the test's hands. */
export interface Outside {
  time: FakeTime
  /** What the receivers of webhooks got, from all worlds, in order. */
  webhooks: Received[]
  /** Errors of the emulator that nobody foresaw. */
  faults: unknown[]
  /** How a receiver of webhooks answers; a thrown Error is a broken connection. */
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

/** A heap that is as full as the test says. */
const heapPorts = (
  heap: HeapUse & { afterCollection?: number },
): Pick<Ports, 'heapUse' | 'collectGarbage'> => ({
  heapUse: () => heap,
  collectGarbage: () => {
    heap.used = Math.min(heap.used, heap.afterCollection ?? heap.used)
  },
})
