import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { harness } from './harness.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** What differs from run to run: ids, tokens' parts, instants. */
const steady = (text: string): string =>
  text
    .replace(/\b([a-z]{3})_[a-z0-9]{14}\b/g, '$1_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…Z')
    .replace(/"timestamp":\d+/g, '"timestamp":…')

let server: Server
let url: string

beforeAll(async () => {
  const { emulator } = harness({ clock: 'live', settings: { webhookUrl: undefined } })
  server = createAdaptorServer({ fetch: createApp(emulator) as never }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

it('prints what the README shows when its session is run', async () => {
  const session = (await import('../scripts/session.mjs' as string)) as {
    withOutput(text: string, url: string): Promise<string>
  }
  const again = await session.withOutput(readme, url)
  expect(steady(again)).toBe(steady(readme))
})
