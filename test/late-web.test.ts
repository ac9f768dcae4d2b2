import { describe, expect, test } from 'vitest'
import { web } from '../src/node/late-web.ts'

/** As the bundle sees them. */
const { Request, Response, Headers } = web as unknown as typeof globalThis

describe('a class of the web that is looked up late', () => {
  test('makes what the global one makes', async () => {
    const response = new Response('body', { status: 201, headers: { 'x-name': 'value' } })
    expect(response).toBeInstanceOf(globalThis.Response)
    expect([response.status, response.headers.get('x-name'), await response.text()]).toEqual([
      201,
      'value',
      'body',
    ])
    expect(new Request('http://localhost/path', { method: 'PUT' }).method).toBe('PUT')
    expect(new Headers([['a', 'b']]).get('a')).toBe('b')
  })

  test('knows what the global one has made, and nothing else', () => {
    expect(new globalThis.Headers() instanceof Headers).toBe(true)
    expect(new globalThis.Response() instanceof Response).toBe(true)
    expect(new globalThis.Response() instanceof Request).toBe(false)
    for (const other of [{ 'content-type': 'text/plain' }, [], null, undefined, 'text', () => undefined])
      expect((other as unknown) instanceof Headers).toBe(false)
  })

  test('can be extended, as the library of the server does', async () => {
    class Mine extends Response {
      readonly extra = 1
    }
    const mine = new Mine('body')
    expect([mine.extra, mine instanceof Mine, mine instanceof Response, await mine.text()]).toEqual([
      1,
      true,
      true,
      'body',
    ])
    expect(new Response() instanceof Mine).toBe(false)
  })

  test('has the static functions of the global one once one was made', async () => {
    new Response()
    expect(await Response.json({ a: 1 }).json()).toEqual({ a: 1 })
  })
})
