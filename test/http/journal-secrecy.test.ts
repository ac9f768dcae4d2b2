import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'
import {
  bare,
  cardNumber,
  disguisedCard,
  formWith,
  jsonWith,
  saysAll,
  secretNames,
} from '../support/disguise.ts'

/** Everything that shows requests: the journal, the report in both forms, and the pages of the dashboard. */
async function shown(t: Harness): Promise<string> {
  const paths = ['requests', 'report', 'report?format=junit', 'ui/requests', 'ui/requests/1']
  const texts = await Promise.all(paths.map(async (path) => (await t.fetch(`/_emulator/${path}`)).text()))
  const kept = Array.from(t.world.requests, (entry) =>
    JSON.stringify({ ...entry, answer: entry.responseBody }),
  )
  return [...kept, ...texts].join('\n')
}

/** Whether a text contains any of the words; returns the surrounding text. */
function found(words: readonly string[], text: string): string[] {
  const said = bare(saysAll(text))
  const places = words.map((word) => said.indexOf(word)).filter((at) => at >= 0)
  return places.map((at) => said.slice(Math.max(0, at - 60), at + 40))
}

/** The stream events sent while `act` ran. */
async function told(t: Harness, act: () => Promise<unknown>): Promise<string> {
  const stop = new AbortController()
  const { body } = await t.fetch('/_emulator/stream', { signal: stop.signal })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  try {
    await act()
  } finally {
    await t.post('/_emulator/reset')
  }
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    text += Buffer.from(chunk.value).toString()
  return text
}

const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'nonsense',
)
const routes = fc.constantFrom(
  '/charges',
  '/payment-methods',
  '/v3/transfers',
  '/realms/r/protocol/openid-connect/token',
  '/nowhere',
)

/** How a text is sent, by its place in the request. */
const places = {
  body: (text: string) => ({ body: text }),
  query: (text: string) => ({ query: `?${inUrl(text)}` }),
  path: (text: string) => ({ query: `/${inUrl(text)}` }),
  header: (text: string) => ({ headers: { 'x-note': asBytes(text) } }),
  'trace id': (text: string) => ({ headers: { 'x-trace-id': asBytes(text) } }),
  'scenario key': (text: string) => ({ headers: { 'x-scenario-key': asBytes(text) } }),
}

const inUrl = (text: string): string => encodeURI(text).replace(/[?#/]/g, encodeURIComponent)

/** UTF-8 with each byte as a separate character, as in headers. */
const asBytes = (text: string): string => Buffer.from(text.replace(/\s/g, ' ')).toString('latin1')

type Sent = { path: string; init: RequestInit }

/** A request that contains a text somewhere. */
const requestWith = (texts: Record<keyof typeof places, string>): fc.Arbitrary<Sent> =>
  fc
    .tuple(fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[])), routes, types)
    .map(([place, route, type]) => {
      const sent: { body?: string; query?: string; headers?: Record<string, string> } = places[place](
        texts[place],
      )
      const authorization = `Bearer ${route.startsWith('/v3') ? 'sk_sandbox' : 'none'}`
      return {
        path: `${route}${sent.query ?? ''}`,
        init: {
          method: 'POST',
          headers: { 'content-type': type, authorization, ...sent.headers },
          body: sent.body ?? '{}',
        },
      }
    })

/** Sends a request that contains any of the words, and searches for them everywhere. */
async function mustHide(t: Harness, words: readonly string[], { path, init }: Sent): Promise<void> {
  const stream = await told(t, async () => {
    await t.fetch(path, init)
    expect(t.world.requests.total).toBe(1)
    expect(found(words, await shown(t))).toEqual([])
  })
  expect(found(words, stream)).toEqual([])
}

test('No credential is shown anywhere, whatever its name and place in a request', async () => {
  const t = harness()
  const request = fc
    .tuple(fc.constantFrom(...secretNames), fc.stringMatching(/^Q[A-Za-z0-9]{11,19}$/))
    .chain(([name, secret]) => fc.tuple(fc.constant(secret), jsonWith(name, secret), formWith(name, secret)))
    .chain(([secret, json, form]) =>
      fc.tuple(
        fc.constant([secret]),
        fc.constantFrom(json, form).chain((body) =>
          requestWith({
            body,
            query: form,
            path: form,
            header: body,
            'trace id': form,
            'scenario key': form,
          }),
        ),
      ),
    )
  await fc.assert(
    fc.asyncProperty(request, ([words, sent]) => mustHide(t, words, sent)),
    { numRuns: 40 },
  )
})

test('No card number is shown anywhere, whatever its form and place in a request', async () => {
  const t = harness()
  const request = cardNumber
    .chain((number) => fc.tuple(fc.constant(number), disguisedCard(number)))
    .chain(([number, text]) =>
      fc.tuple(
        // Six consecutive digits may be shown, seven may not.
        fc.constant(Array.from(number.slice(6), (_, at) => number.slice(at, at + 7))),
        requestWith({
          body: `{"note":"${text}"}`,
          query: `a=${text}`,
          path: text,
          header: text,
          'trace id': text,
          'scenario key': text,
        }),
      ),
    )
  await fc.assert(
    fc.asyncProperty(request, ([words, sent]) => mustHide(t, words, sent)),
    { numRuns: 40 },
  )
})

test('A credential cut off at the end of a long body is masked', async () => {
  const t = harness()
  const number = '4187427415564246'
  for (let length = 32_740; length <= 32_780; length++)
    await t.post('/charges', `{"note":"${'x'.repeat(length)} ${number}", "more":"${'x'.repeat(2000)}"}`)
  const journal = Array.from(t.world.requests, ({ requestBody }) => requestBody)
  expect(journal.filter((text) => text.includes('4187427'))).toEqual([])
  expect(Math.max(...journal.map(({ length }) => length))).toBeLessThan(32_850)
})

test('A body that is malformed is refused without a part of it in the message', async () => {
  const t = harness()
  const { text } = await t.post('/charges', '{"authorization":{"pin":{"encrypted_pin":"secret"}},"x":secret}')
  expect(text).toContain('is not valid JSON')
  expect(text).not.toContain('secret')
})

test('Of a thousand unknown fields the first are named, and the others counted', async () => {
  const t = harness()
  const fields = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`field${n}${'x'.repeat(300)}`, n]),
  )
  await t.charge(fields)
  const [entry] = Array.from(t.world.requests).slice(-1)
  expect(entry?.warnings).toHaveLength(51)
  expect(entry?.warnings.at(-1)).toBe('950 more unknown fields were ignored')
  expect(Math.max(...(entry?.warnings ?? []).map(({ length }) => length))).toBeLessThan(250)
})
