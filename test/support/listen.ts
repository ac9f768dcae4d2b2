import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Harness } from '../harness.ts'

/** Puts the harness's emulator behind a real socket for the length of one test; the origin. */
export async function listen({ emulator }: Pick<Harness, 'emulator'>): Promise<string> {
  const server = createAdaptorServer({ fetch: createApp(emulator) as never }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
