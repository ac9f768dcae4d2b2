import type { FetchFunction } from './types.ts'
import type { Duration, Instant } from './units.ts'

/** The emulator refused a request or did not answer. The message says what was wrong and what to do. */
export class EmulatorError extends Error {
  /** Always `EmulatorError`. */
  override readonly name = 'EmulatorError'
  /** HTTP status of the answer; undefined if there was none. */
  readonly status: number | undefined
  /** Body of the answer: parsed JSON, or text if it is not JSON. */
  readonly body: unknown

  constructor(message: string, status?: number, body?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.body = body
  }
}

export type Query = Record<string, string | number | undefined>

/** Sends a request to the control interface of a world. Resolves to the JSON body; rejects with an EmulatorError. */
export type Ask = <T>(method: string, path: string, body?: unknown, query?: Query) => Promise<T>

/** Turns the text of an answer into a value; undefined if it is not what was asked for. */
type Read = (text: string) => unknown

/** Creates the `Ask` of a world; `url` returns its address without a trailing slash. Reads JSON unless told otherwise. */
export const asker =
  (url: () => string, fetch: FetchFunction, controlToken: string | undefined, read?: Read): Ask =>
  async <T>(method: string, path: string, body?: unknown, query: Query = {}): Promise<T> => {
    const headers: Record<string, string> = {}
    if (controlToken !== undefined) headers['authorization'] = `Bearer ${controlToken}`
    if (typeof body === 'string') headers['content-type'] = 'text/plain'
    else if (body !== undefined) headers['content-type'] = 'application/json'
    const init = {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    return request(fetch, `${url()}/_emulator${path}${queryText(query)}`, init, read)
  }

/** Sends a request and reads the answer, by default as JSON. Rejects with an EmulatorError unless the status is 2xx. */
export async function request<T>(
  fetch: FetchFunction,
  address: string,
  init: RequestInit,
  read: Read = parse,
): Promise<T> {
  const response = await answer(fetch, address, init)
  const text = await response.text()
  const value = response.ok ? read(text) : undefined
  if (value !== undefined) return value as T
  throw refused(response.status, address, init, text)
}

/** Sends a request. Rejects with an EmulatorError if there is no answer. */
export async function answer(fetch: FetchFunction, address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    throw new EmulatorError(
      `no answer from ${address}: ${reason(error)}. Is payment-emulator running there?`,
      undefined,
      undefined,
      { cause: error },
    )
  }
}

/** The error for an answer that is not what was asked for. */
export function refused(status: number, address: string, init: RequestInit, text: string): EmulatorError {
  const body = parse(text)
  return new EmulatorError(
    `${init.method ?? 'GET'} ${address} answered ${status}: ${complaint(body) ?? text.slice(0, 500)}`,
    status,
    body ?? text,
  )
}

/** The message of a failed `fetch`, with the code that it hides in the cause, such as ECONNREFUSED. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error ? (cause as Error & { code?: string }).code || cause.message : undefined
  return code ? `${error.message} (${code})` : error.message
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of an error body in any of the three formats, followed by the invalid fields. */
function complaint(body: unknown): string | undefined {
  const { error, message, error_description: description } = (body ?? {}) as Record<string, unknown>
  const { message: inner, validation_errors: fields } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as { message?: unknown; validation_errors?: { field_name: string; message: string }[] }
  const text = inner ?? description ?? message
  if (typeof text !== 'string') return undefined
  const named = (fields ?? []).filter((field) => !text.includes(field.message))
  return [text, ...named.map((field) => `${field.field_name}: ${field.message}`)].join('; ')
}

const queryText = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** Converts a duration to the text that the control interface expects. */
export const durationText = (value: Duration): string => (typeof value === 'number' ? `${value}ms` : value)

/** Converts an instant to the value that the control interface expects. Throws an EmulatorError for an invalid Date. */
export function instantValue(value: Instant): string | number {
  if (!(value instanceof Date)) return value
  if (Number.isNaN(value.getTime()))
    throw new EmulatorError(
      'the Date is invalid; pass a valid Date, an ISO 8601 text or milliseconds since 1970',
    )
  return value.toISOString()
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts a duration to milliseconds. Throws an EmulatorError for invalid text. */
export function milliseconds(value: Duration): number {
  const text = durationText(value)
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text))
    throw new EmulatorError(
      `"${value}" is not a duration; use milliseconds or a text such as "250ms", "5s" or "1m30s"`,
    )
  let total = 0
  for (const [, amount, unit = 'ms'] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    total += Number(amount) * (unitMs[unit] ?? 0)
  return total
}
