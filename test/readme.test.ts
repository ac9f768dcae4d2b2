import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../src/app.ts'
import { listen } from '../src/node/listen.ts'
import { harness } from './harness.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** What differs from run to run: ids, parts of tokens, instants. */
const steady = (text: string): string =>
  text
    .replace(/\b([a-z]{3})_[a-z0-9]{14}\b/g, '$1_…')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…Z')
    .replace(/"timestamp":\d+/g, '"timestamp":…')

let server: Server
let url: string

beforeAll(async () => {
  const { emulator } = harness({ clock: 'live', settings: { webhookUrl: undefined } })
  const listening = await listen(createApp(emulator), { host: '127.0.0.1', port: 0 })
  server = listening.server
  url = listening.url
})

afterAll(() => server.close())

it('prints what the README shows when its session is run', async () => {
  const session = (await import('../scripts/session.mjs' as string)) as {
    withOutput(text: string, url: string): Promise<string>
  }
  const again = await session.withOutput(readme, url)
  expect(steady(again)).toBe(steady(readme))
})
