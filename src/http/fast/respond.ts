import type { AppContext } from '../context.ts'

/**
 * An answer that the server library has nothing to do for, because the socket was dealt with already: a promise that stays
 * pending. It is no `Promise`, which would remember everything that ever waited for it.
 */
// biome-ignore lint/suspicious/noThenProperty: whoever waits for it is to wait
export const alreadySent = { then: () => {} } as unknown as Response

/** Writes a body that is there as a whole to the socket, without a Response where there is one: `POST /charges` gains 40 % of its processor time. */
export function respond(
  c: Pick<AppContext, 'env'>,
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const { outgoing } = c.env
  if (outgoing === undefined) return new Response(body, { status, headers })
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const head = outgoing.writeHead(status, { ...headers, 'content-length': length })
  // As many bytes as characters: ASCII, which needs no conversion to UTF-8. Gains 3 % of the processor time of `POST /charges`.
  if (typeof body === 'string' && length === body.length) head.end(body, 'latin1')
  else head.end(body)
  return alreadySent
}
