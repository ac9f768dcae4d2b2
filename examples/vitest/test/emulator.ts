import { createEmulator } from 'payment-emulator'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    emulatorUrl: string
  }
}

/**
 * One emulator for all test files, or that of EMULATOR_URL (a container that CI has started). Vitest calls the returned
 * function after the last test. It closes the emulator, whose socket would otherwise keep the process alive; an
 * emulator that was already running is left running.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['EMULATOR_URL']
  if (running) {
    project.provide('emulatorUrl', running)
    return undefined
  }
  const emulator = await createEmulator()
  project.provide('emulatorUrl', await emulator.listen())
  return () => emulator.close()
}
