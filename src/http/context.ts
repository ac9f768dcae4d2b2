import type { Context } from 'hono'
import type { Emulator } from '../emulator/emulator.ts'
import { oneText } from './fast/one-text.ts'

/** What comes with a request besides itself: Node's own objects where there is a socket, and the world of its address. */
export interface Bindings {
  incoming?: {
    /** The request's target as it was sent. */
    url?: string | undefined
    headers: Record<string, string | string[] | undefined>
    socket: { destroyed: boolean }
    iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
    /** The whole body, where it was read before the request was handed on. */
    rawBody?: Buffer
  }
  outgoing?: NodeResponse
  world?: string
}

interface NodeResponse {
  socket: NodeSocket | null
  writableEnded: boolean
  destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  writeHead(
    status: number,
    headers: Record<string, string | number>,
  ): { end(body: string | Uint8Array): unknown; end(body: string, encoding: 'latin1'): unknown }
  write(text: string, done: () => void): unknown
}

export interface NodeSocket {
  destroy(): void
  resetAndDestroy(): void
  /** Closes the connection once everything that was written has gone out. */
  destroySoon(): void
}

/** As much of Hono's context as endpoints and pages have in common. */
export type AppContext = Pick<Context<{ Bindings: Bindings }>, 'env' | 'req'>

/** One header by name; read from Node's own parsed headers where there are any, which is much cheaper. */
export function headerOf(c: AppContext, name: string): string | undefined {
  const incoming = c.env.incoming
  if (!incoming) return c.req.header(name)
  const value = incoming.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

/** All headers, names in lower case. */
export function headersOf(c: AppContext): Record<string, string> {
  if (!c.env.incoming) return c.req.header()
  return c.env.incoming.headers as Record<string, string>
}

/** Origin and world prefix under which the request came in, or under which payers come in. */
export function baseUrlOf(c: AppContext, emulator: Emulator): string {
  const prefix = c.env.world === undefined ? '' : `/w/${c.env.world}`
  const url = c.req.raw.url
  return oneText(`${emulator.settings.publicUrl ?? url.slice(0, url.indexOf('/', 8))}${prefix}`)
}
