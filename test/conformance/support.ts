import { createApp } from '../../src/app.ts'
import { harness } from '../harness.ts'
import { valueAt, withMember } from './kit/answer.ts'
import { Mask } from './kit/mask.ts'
import { fixtureTarget } from './kit/options.ts'
import type { Rule } from './kit/rule.ts'
import { type Result, run } from './kit/run.ts'
import { Session } from './kit/session.ts'
import type { Target } from './kit/target.ts'
import { Transport, type TransportOptions } from './kit/transport.ts'
import { rules } from './rules.ts'

/** A proxy between the suite and the emulator, which may change requests and answers. */
export interface Between {
  request?(request: { url: string; method: string; headers: Headers; body: string }): void
  answer?(answer: { url: string; method: string; status: number; headers: Headers; text: string }): void
}

/** Turns one status into another. */
export const status = (path: RegExp, from: number, to: number): Between => ({
  answer: (answer) => {
    if (path.test(answer.url) && answer.status === from) answer.status = to
  },
})

/** Changes one member, by its dotted name, of successful answers; undefined removes it. */
export const answered = (path: RegExp, member: string, value: unknown): Between => ({
  answer: (answer) => {
    if (!path.test(answer.url) || answer.status >= 300) return
    answer.text = JSON.stringify(withMember(JSON.parse(answer.text) as object, member, value))
  },
})

/** Changes the text of answers. */
export const reworded = (path: RegExp, from: string, to: string): Between => ({
  answer: (answer) => {
    if (path.test(answer.url)) answer.text = answer.text.replaceAll(from, to)
  },
})

/** Changes one member of requests, if present, before the emulator receives them. */
export const sent = (path: RegExp, member: string, change: (value: unknown) => unknown): Between => ({
  request: (request) => {
    if (!path.test(request.url) || !/^\{.*\}$/s.test(request.body)) return
    const body = JSON.parse(request.body) as object
    const value = valueAt(body, member)
    if (value !== undefined) request.body = JSON.stringify(withMember(body, member, change(value)))
  },
})

/** Changes one header of requests, if present; undefined removes it. */
export const header = (
  path: RegExp,
  name: string,
  change: (value: string) => string | undefined,
): Between => ({
  request: ({ url, headers }) => {
    if (!path.test(url)) return
    const value = headers.get(name)
    const next = value === null ? undefined : change(value)
    headers.delete(name)
    if (next !== undefined) headers.set(name, next)
  },
})

type Fetch = NonNullable<TransportOptions['fetch']>

/** An emulator in this process behind a proxy. */
export function behind(proxy: Between = {}): Fetch {
  const app = createApp(harness({ clock: 'live' }).emulator)
  return async (url, init) => {
    const { body, method = 'GET' } = init
    const request = { url, method, headers: new Headers(init.headers), body: String(body ?? '') }
    proxy.request?.(request)
    const response = await app(
      new Request(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body !== '' && { body: request.body }),
      }),
    )
    const headers = new Headers(response.headers)
    const answer = { url, method, status: response.status, headers, text: await response.text() }
    proxy.answer?.(answer)
    return new Response(answer.text, { status: answer.status, headers })
  }
}

export const address = 'http://sandbox.example'

/** Rules by the beginning of their ids. */
export const rulesOf = (...starts: string[]): Rule[] =>
  rules.filter(({ id }) => starts.length === 0 || starts.some((start) => id.startsWith(start)))

/** Runs the suite against an address; a foreign one unless said otherwise. */
export async function look(
  chosen: readonly Rule[],
  fetch: Fetch,
  more: { target?: Partial<Target>; transport?: Partial<TransportOptions> } = {},
): Promise<{ results: Result[]; of(id: string): Result; transport: Transport; mask: Mask; target: Target }> {
  const target = { ...fixtureTarget(address), emulator: false, full: false, ...more.target }
  const mask = new Mask([target.clientId, target.clientSecret, target.secretKey])
  const transport = new Transport({
    addresses: [address],
    control: target.emulator,
    rate: Number.POSITIVE_INFINITY,
    maxRequests: 5000,
    timeoutMs: 60_000,
    fetch,
    ...more.transport,
  })
  const results = await run(chosen, new Session(target, transport, mask))
  const of = (id: string): Result => {
    const found = results.find(({ rule }) => rule.id === id)
    if (found === undefined) throw new Error(`no result of ${id}`)
    return found
  }
  return { results, of, transport, mask, target }
}
