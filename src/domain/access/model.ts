import * as z from 'zod'
import { Identifier } from '../kernel/values.ts'
import { later, type Stored, time } from '../stored/parts.ts'

/** What a client of the charge interface may do. */
export const scopes = ['payments:read', 'payments:write'] as const
export type Scope = (typeof scopes)[number]

/** An OAuth client of the fixtures. */
export interface Client {
  id: string
  secret: string
  scopes: Scope[]
}

/** An issued access token as it is stored: `id` is the token itself. Milliseconds of the program clock. */
export const storedToken = () =>
  z.strictObject({
    id: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a JSON Web Token'),
    clientId: Identifier,
    scopes: z.array(z.enum(scopes)),
    expiresAt: later(),
  })
export type Token = Stored<typeof storedToken>

/** The first response to an idempotency key as it is stored: `id` is client, method, path and key. */
export const storedIdempotencyRecord = () =>
  z
    .strictObject({
      id: z.string().regex(/^.+ .+$/s, 'must be a client and a key'),
      /** Digest of method, path and body of the first request. */
      request: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be a SHA-256 digest, base64'),
      status: z.union([z.literal([200, 201]), z.int().min(400).max(599)], {
        error: 'must be 200, 201, or 400 to 599',
      }),
      body: z.string(),
      at: time(),
    })
    .refine(({ status, body }) => isAnswer(status, body), {
      path: ['body'],
      error: 'must be the JSON of an answer with that status',
    })
export type IdempotencyRecord = Stored<typeof storedIdempotencyRecord>

/** Whether a text is a possible response of the service with this status. */
function isAnswer(code: number, body: string): boolean {
  try {
    const { status, message, data, error } = Object(JSON.parse(body)) as Record<string, unknown>
    return code < 400
      ? status === 'success' && typeof message === 'string' && isObject(data)
      : status === 'failed' && isObject(error)
  } catch {
    return false
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
