import type { EmulatorOptions } from '../options.ts'
import type { EmulatorClient, World } from '../types.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

/** An emulator for the tests of one worker. */
export interface TestEmulator {
  readonly client: EmulatorClient
  /** Stops it, if it was started here. */
  close(): Promise<void>
}

/** Connects to the emulator at EMULATOR_URL, or starts one in this process that listens on loopback. */
export async function openEmulator(options: EmulatorOptions = {}): Promise<TestEmulator> {
  const { connect, createEmulator } = await import('../../index.ts')
  const url = process.env['EMULATOR_URL']
  if (url) {
    const controlToken = options.controlToken ?? process.env['EMULATOR_CONTROL_TOKEN']
    return { client: connect(url, { controlToken: controlToken || undefined }), close: async () => {} }
  }
  const emulator = await createEmulator(options)
  await emulator.listen()
  return { client: emulator, close: () => emulator.close() }
}

/** What a test gets. */
export interface TestFixtures {
  /** The world of this test, which no other test sees. It ends with the test. */
  world: World
  /** The webhook receiver of this test, registered as a webhook endpoint of its world. */
  webhooks: WebhookReceiver
}

/** Opens a world for a test, with the receiver of its webhooks. */
export async function openWorld(emulator: EmulatorClient, test: string): Promise<TestFixtures> {
  const world = emulator.newWorld(test)
  return { world, webhooks: await WebhookReceiver.open(world) }
}

/** The timeline of a world, to be printed beneath a failure. Never rejects, so that the failure itself is seen. */
export async function timelineOf(world: World): Promise<string> {
  try {
    return (await world.timeline()).trimEnd()
  } catch (error) {
    return `(the timeline of world "${world.name}" could not be read: ${String(error)})`
  }
}

/** Ends the world of a test. */
export const endWorld = (world: World): Promise<void> =>
  // It is gone already if the test has ended it, or has stopped its emulator.
  world.end().catch(() => undefined)

/** What is known of an error; test runners have classes of their own. */
interface Failure {
  message?: string | undefined
  stack?: string | undefined
}

/** Prints a text beneath the message of an error, wherever the test runner takes that message from. */
export function printBeneath(error: Failure, text: string): void {
  const { message = '', stack } = error
  const longer = `${message}\n\n${text}\n`
  error.message = longer
  if (stack !== undefined) error.stack = stack.replace(message, () => longer)
}
