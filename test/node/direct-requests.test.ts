import { afterEach, describe, expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'
import { chargeBody } from '../support/charge.ts'
import { httpRequest, type Wire, wire } from '../support/wire.ts'

const open: Wire[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** The answer to a request over a socket, in a separate world with a common seed. */
async function answer(
  host: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  const t: Harness = harness()
  const w = await wire(t)
  open.push(w)
  const all = { authorization: `Bearer ${await t.token()}`, ...headers }
  const { text } = await w.raw(
    httpRequest(method, path, all, body).replace('host: localhost', `host: ${host}`),
  )
  return text.replace(/\r\ndate: [^\r]*/i, '')
}

/** A host name in capitals is left to the server library. */
const bothWays = async (...request: [string, string, Record<string, string>, string]) => [
  await answer('localhost', ...request),
  await answer('LOCALHOST', ...request),
]

const json = { 'content-type': 'application/json', 'x-trace-id': 'trace-of-this-test' }
const charge = JSON.stringify(chargeBody({ reference: 'the-same-both-ways' }))

describe('A plain request is answered as the server library answers it', () => {
  test.each<[what: string, status: number, method: string, path: string, headers: object, body: string]>([
    ['a charge', 201, 'POST', '/charges', {}, charge],
    ['a charge with a body that is no JSON', 400, 'POST', '/charges', {}, '{'],
    [
      'a charge with an unknown scenario key',
      400,
      'POST',
      '/charges',
      { 'x-scenario-key': 'no:key' },
      charge,
    ],
    ['a charge that the network loses', 429, 'POST', '/charges', { 'x-scenario-key': 'network:429' }, charge],
    ['an endpoint that is loaded later', 400, 'POST', '/customers', {}, '{}'],
    ['a path that is not there', 404, 'POST', '/nothing/here', {}, '{}'],
    ['a method that is not there', 405, 'POST', '/health', {}, '{}'],
    ['two slashes', 201, 'POST', '//charges', {}, charge],
  ])('%s: %i', async (_, status, method, path, headers, body) => {
    const [direct, usual] = await bothWays(method, path, { ...json, ...headers }, body)
    expect(direct).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(direct).toBe(usual)
  })
})
