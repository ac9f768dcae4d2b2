import type { Context } from 'hono'
import type { Emulator } from '../emulator/emulator.ts'
import { oneText } from './fast/one-text.ts'

/** What accompanies a request: Node's own objects if there is a socket, and the world of its address. */
export interface Bindings {
  incoming?: {
    /** The request target as it was sent. */
    url?: string | undefined
    headers: Record<string, string | string[] | undefined>
    socket: {
      destroyed: boolean
      localAddress?: string | undefined
      localPort?: number | undefined
      /** Set by TLS. */
      encrypted?: boolean
    }
    iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
    /** The whole body, if it was read before the request was passed on. */
    rawBody?: Buffer
  }
  outgoing?: NodeResponse
  /** Sends the body of an answer whose head is written; without it, `outgoing` does so at once. */
  end?: (ending: Ending) => void
  world?: string
}

/** An answer whose head is written, and its body. */
export interface Ending {
  outgoing: Pick<NodeResponse, 'end'>
  body: string | Uint8Array
  /** Latin-1 for ASCII, which needs no conversion; otherwise UTF-8. */
  encoding: 'latin1' | 'utf8'
}

interface NodeResponse {
  socket: NodeSocket | null
  writableEnded: boolean
  destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  writeHead(status: number, headers: Record<string, string | number>): unknown
  end(body: string | Uint8Array, encoding: 'latin1' | 'utf8'): unknown
  write(text: string, done: () => void): unknown
}

export interface NodeSocket {
  destroy(): void
  resetAndDestroy(): void
  /** Closes the connection after everything that was written has been sent. */
  destroySoon(): void
}

/** The part of Hono's context that endpoints and pages have in common. */
export type AppContext = Pick<Context<{ Bindings: Bindings }>, 'env' | 'req'>

/** One header by name; read from the headers that Node has parsed if there are any, which is much cheaper. */
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

/** Origin and world prefix that the request was sent to, or those of `--public-url`, which payers use. */
export function baseUrlOf(c: AppContext, emulator: Emulator): string {
  const prefix = c.env.world === undefined ? '' : `/w/${c.env.world}`
  const url = c.req.raw.url
  return oneText(`${emulator.settings.publicUrl ?? url.slice(0, url.indexOf('/', 8))}${prefix}`)
}
