import type { AppContext } from '../context.ts'

/**
 * Returned when the answer was already written to the socket, so that the server library does nothing: a thenable that
 * stays pending. It is not a `Promise`, which would retain everything that ever awaited it.
 */
// biome-ignore lint/suspicious/noThenProperty: whoever waits for it is to wait
export const alreadySent = { then: () => {} } as unknown as Response

/**
 * Writes a complete body to the socket if there is one, without a Response. Saves 40 % of the processor time
 * of `POST /charges`.
 */
export function respond(
  c: Pick<AppContext, 'env'>,
  body: string | Uint8Array<ArrayBuffer>,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const { outgoing, end } = c.env
  if (outgoing === undefined) return new Response(body, { status, headers })
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  outgoing.writeHead(status, { ...headers, 'content-length': length })
  // As many bytes as characters: ASCII. Gains 3 % of the processor time of `POST /charges`.
  const encoding = typeof body === 'string' && length === body.length ? 'latin1' : 'utf8'
  if (end === undefined) outgoing.end(body, encoding)
  else end({ outgoing, body, encoding })
  return alreadySent
}
