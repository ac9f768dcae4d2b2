import { type FieldError, Refusal } from '../domain/kernel/errors.ts'
import { type AppContext, headerOf } from './context.ts'
import { jsonMistake } from './json-mistake.ts'
import { redactText } from './redact.ts'

/** Maximum nesting depth: far deeper than any field of the contract, far below a stack overflow. */
const maxDepth = 32

/** The text of a body, synchronously if it was read in advance. Refuses one that is too long (413) or not UTF-8 (400). */
export function readText(c: AppContext, maxBytes: number): string | Promise<string> {
  const length = headerOf(c, 'content-length')
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  const { incoming } = c.env
  if (incoming?.rawBody !== undefined) return decode(incoming.rawBody)
  // Keep the connection open when a body is rejected early, because the refusal is sent on it.
  const chunks = incoming?.iterator({ destroyOnReturn: false }) ?? c.req.raw.body
  return chunks === null ? '' : readLimited(chunks as AsyncIterable<Uint8Array>, maxBytes).then(decode)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid_request', 'the body is not valid UTF-8; send JSON encoded as UTF-8')
  }
}

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('too_large', `the body is over the limit of ${maxBytes} bytes; send less`)

/** Reads a body as it arrives, and stops when it exceeds the limit. Refuses an incomplete one (400). */
async function readLimited(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Refusal(
      'invalid_request',
      'the request ended before its body was complete; send the whole body, in less time than --request-timeout',
    )
  }
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  return Buffer.concat(chunks)
}

/** The value of a JSON body. Refuses another content type, malformed JSON, dangerous keys and deep nesting (400). */
export function parseJson(c: AppContext, text: string, depth = maxDepth): unknown {
  const type = headerOf(c, 'content-type')
  if (type === undefined || !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw bodyError(
      'Content-Type',
      type === undefined
        ? 'must be application/json, but is missing'
        : `must be application/json, not "${redactText(type).slice(0, 100)}"`,
    )
  if (text.trim() === '') throw bodyError('body', 'must not be empty; send a JSON object')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw bodyError('body', `is not valid JSON: ${jsonMistake(text, error)}`)
  }
  if (!isPlain(text, depth)) inspect(value, '', depth)
  return value
}

/** Whether a text cannot contain what `inspect` looks for. True for nearly every body. */
function isPlain(text: string, depth: number): boolean {
  // Names can contain escapes too.
  if (text.includes('__proto__') || text.includes('\\u')) return false
  let left = depth
  for (const opening of ['{', '['])
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1))
      if (--left < 0) return false
  return true
}

const bodyError = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', `${field} ${message}`, [{ field, message }])

function inspect(value: unknown, path: string, left: number, max = left): void {
  if (typeof value !== 'object' || value === null) return
  if (left <= 0) throw bodyError('body', `is nested deeper than ${max} levels`)
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw bodyError(`${path}__proto__`, 'is not allowed as a name')
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null) inspect(inner, `${path}${key}.`, left - 1, max)
  }
}

/** Adds the dotted names of unknown members to `names`. `known` is the schema's output for `sent`. */
export function unknownFields(sent: unknown, known: unknown, path = '', names: string[] = []): string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return names
  for (const key in sent) {
    const inner = (sent as Record<string, unknown>)[key]
    if (!Object.hasOwn(known, key)) names.push(path + key)
    else if (typeof inner === 'object')
      unknownFields(inner, (known as Record<string, unknown>)[key], `${path}${key}.`, names)
  }
  return names
}

/** One refusal for several invalid fields. */
export const invalidFields = (fields: readonly FieldError[]): Refusal =>
  new Refusal(
    'invalid_request',
    fields.map(({ field, message }) => `${field}: ${message}`).join('; '),
    fields,
  )
