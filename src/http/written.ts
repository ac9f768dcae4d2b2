import type { AppContext } from './context.ts'

/** A written answer, as it would go out. */
export interface Written {
  status: number
  headers: Record<string, string>
  text: string
}

/**
 * An answer on its way to a socket. It passes the router in the place of a `Response`, which takes several times as long
 * to make and to read again, and the first of which makes Node load all of `fetch`.
 */
export class SocketAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array

  constructor(body: string | Uint8Array, status: number, headers: Record<string, string>) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

/** What the router gets: a whole `Response` where the caller is in this process and reads it as one. */
export const toResponse = (
  c: Pick<AppContext, 'env'>,
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: Pick<Written, 'status' | 'headers'>,
): Response =>
  c.env.outgoing === undefined
    ? new Response(body, { status, headers })
    : asResponse(new SocketAnswer(body, status, headers))

/** The server sends nothing for this answer: the socket was dealt with already. */
export const alreadySent = new SocketAnswer('', 0, {})

/** The router looks at no member of an answer, so it takes one of ours for a `Response`. */
export const asResponse = (answer: SocketAnswer): Response => answer as unknown as Response
