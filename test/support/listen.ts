import { onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { listen as listenAt } from '../../src/node/listen.ts'
import type { Harness } from '../harness.ts'

/** Lets the harness's emulator listen on a socket until the test ends; returns the origin. */
export async function listen({ emulator }: Pick<Harness, 'emulator'>): Promise<string> {
  const { server, url } = await listenAt(createApp(emulator), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return url
}
