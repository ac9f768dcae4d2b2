/** Entry point of the package: worlds, webhook receivers and matchers for Jest, which has no fixtures. */
import type { EmulatorOptions } from './options.ts'
import {
  endWorld,
  matchers,
  openEmulator,
  openWorld,
  printBeneath,
  type TestEmulator,
  type TestFixtures,
  timelineOf,
} from './testing/index.ts'
import type { EmulatorClient } from './types.ts'

export type {
  PaymentMatchers,
  ReceivedWebhook,
  TestFixtures,
  Times,
  WebhookReceiver,
} from './testing/index.ts'

/** What a test gets, and what it shares with the others of its file. */
export interface Fixtures extends TestFixtures {
  /** The emulator of this test file: that at EMULATOR_URL, or one that is started and stopped with the file. */
  emulator: EmulatorClient
}

/** The body of a test. `row` is a row of `test.each`. */
type Body<A extends unknown[]> = (fixtures: Fixtures, ...row: A) => unknown

type Define = (name: string, body: Body<[]>, timeout?: number) => void

/** The globals of Jest that are used. */
interface JestGlobals {
  test: JestTest & { only: JestTest; skip: JestTest }
  afterAll(run: () => unknown): void
  expect: { extend(added: object): void; getState(): { currentTestName?: string } }
}

type JestTest = (name: string, body: () => Promise<void>, timeout?: number) => void

const jest = globalThis as unknown as JestGlobals
if (typeof jest.test !== 'function' || typeof jest.afterAll !== 'function')
  throw new Error(
    'payment-emulator/jest needs the globals of Jest; import it in a test file, with injectGlobals as by default',
  )

let options: EmulatorOptions = {}
let opening: Promise<TestEmulator> | undefined

/** Sets options of the emulator that is started if EMULATOR_URL is not set. Call it before the first test. */
export function setEmulatorOptions(wanted: EmulatorOptions): void {
  options = wanted
}

jest.expect.extend(matchers)
jest.afterAll(async () => {
  const opened = await opening
  opening = undefined
  await opened?.close()
})

/** Wraps the body of a test: it gets a world, and its failure is followed by the timeline of that world. For `test.each`. */
export const withWorld =
  <A extends unknown[]>(body: Body<A>): ((...row: A) => Promise<void>) =>
  async (...row) => {
    opening ??= openEmulator(options)
    const emulator = (await opening).client
    const opened = await openWorld(emulator, jest.expect.getState().currentTestName ?? 'test')
    try {
      await body({ ...opened, emulator }, ...row)
    } catch (error) {
      if (error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error))
        printBeneath(error as Error, await timelineOf(opened.world))
      throw error
    } finally {
      opened.webhooks.close()
      await endWorld(opened.world)
    }
  }

const define =
  (as: JestTest): Define =>
  (name, body, timeout) =>
    as(name, withWorld(body), timeout)

/** `test` of Jest, whose body gets a world and a webhook receiver. A failure is followed by the timeline of its world. */
export const test: Define & { only: Define; skip: Define } = Object.assign(define(jest.test), {
  only: define(jest.test.only),
  skip: define(jest.test.skip),
})

export const it = test
