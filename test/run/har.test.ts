import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createEmulator } from '../../src/node/in-process.ts'
import { runLine } from '../cli/support.ts'

const NamedValue = z.object({ name: z.string(), value: z.string() })

/** What HAR 1.2 requires (http://www.softwareishard.com/blog/har-12-spec/), written down independently of the code. */
const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.object({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: z.array(z.unknown()),
          headers: z.array(NamedValue),
          queryString: z.array(NamedValue),
          postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
          headersSize: z.int(),
          bodySize: z.int(),
        }),
        response: z.object({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(z.unknown()),
          headers: z.array(NamedValue),
          content: z.object({ size: z.int(), mimeType: z.string(), text: z.string().optional() }),
          redirectURL: z.string(),
          headersSize: z.int(),
          bodySize: z.int(),
        }),
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
      }),
    ),
  }),
})

test('The journal as an HTTP archive has the structure of HAR 1.2, and nothing secret', async () => {
  const emulator = await createEmulator({ seed: 'har' })
  onTestFinished(() => emulator.close())
  const world = emulator.world('mine')
  const token = await world.token()
  await world.fetch('/customers?limit=2&search=a%20b', { headers: { authorization: `Bearer ${token}` } })
  await world.fetch('/charges', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ card: { number: '4000000000000051' } }),
  })
  const har = await world.requests.har()
  expect(JSON.stringify(har)).not.toMatch(/sandbox-secret|4000000000000051/)
  const { entries } = Har.parse(har).log
  expect(
    entries.map(({ request, response }) => [request.method, new URL(request.url).pathname, response.status]),
  ).toEqual([
    ['POST', '/w/mine/realms/emulator/protocol/openid-connect/token', 200],
    ['GET', '/w/mine/customers', expect.any(Number)],
    ['POST', '/w/mine/charges', 400],
  ])
  expect(entries[1]?.request.queryString).toEqual([
    { name: 'limit', value: '2' },
    { name: 'search', value: 'a b' },
  ])
  expect(entries[2]?.request.postData?.mimeType).toBe('application/json')
  const newest = Har.parse(await world.requests.har({ status: 400, limit: 1 })).log.entries
  expect(newest.map(({ response }) => response.status)).toEqual([400])
})

test('requests --har prints the archive', async () => {
  const emulator = await createEmulator()
  onTestFinished(() => emulator.close())
  const url = await emulator.listen()
  await emulator.token()
  const { code, out } = await runLine(`requests --har --url ${url}`)
  expect([code, Har.parse(JSON.parse(out)).log.entries.length]).toEqual([0, 1])
})
