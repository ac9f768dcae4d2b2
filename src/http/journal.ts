import type { JournalEntry, Touch } from '../domain/kernel/journal.ts'
import { scenarioHeader } from '../domain/scenario/catalogue.ts'
import type { Call } from './call.ts'
import { headersOf } from './context.ts'
import type { Operation } from './operation.ts'
import { redactHeaders, redactText } from './redact.ts'
import type { Written } from './reply.ts'

/** A call, or a request that no endpoint matches: then `op.path` is its path. */
export type Recordable = Omit<Call, 'op'> & { op: Pick<Operation, 'path'> }

/** Adds a request and its answer to the world's journal, masked. */
export function record(call: Recordable, written: Written): void {
  const { c, world, op, refusal, plan, key, text } = call
  const unknown = plan.unknown ?? (refusal?.fields[0]?.field === scenarioHeader || undefined)
  const entry = new Recorded(call, written)
  const noted = {
    method: c.req.method,
    route: op.path,
    status: written.status,
    uses: plan.uses,
    unknownKey: unknown && key !== undefined ? redactText(key) : undefined,
    reason: refusal && redactText(refusal.message),
  }
  world.requests.record(entry, noted, entryBytes + text.length + written.text.length)
}

/** Bytes of an entry, and of what the request may have stored, without their texts. */
const entryBytes = 2500

/** Characters of a body that are stored. */
const maxKept = 32_768

/** Further characters that are searched, so that a secret that the end cuts in two is recognised. */
const overlap = 1024

/** A copy, because a slice keeps the whole text in memory. */
const detached = (text: string): string => Buffer.from(text).toString()

/** The beginning of a body, as far as it is searched. */
const beginningOf = (text: string): string =>
  text.length <= maxKept ? text : detached(text.slice(0, maxKept + overlap))

/** The masked beginning of a body; `length` is that of the whole body. */
function redactBeginning(text: string, length: number): string {
  const safe = redactText(text)
  if (length > maxKept) return `${detached(safe.slice(0, -overlap))}… (${length} characters)`
  return safe === text ? text : detached(safe)
}

/** Masks the headers of an answer. Only the trace id comes from outside; the rest is already masked. */
function redactAnswerHeaders(headers: Record<string, string>): Record<string, string> {
  const traceId = headers['x-trace-id']
  if (traceId === undefined) return headers
  const safe = redactText(traceId)
  return safe === traceId ? headers : { ...headers, 'x-trace-id': safe }
}

class Recorded implements JournalEntry {
  readonly id: number
  readonly at: number
  readonly durationMs: number
  readonly latencyMs: number | undefined
  readonly method: string
  readonly path: string
  readonly requestHeaders: Record<string, string>
  readonly requestBody: string
  readonly status: number
  readonly responseHeaders: Record<string, string>
  readonly scenario: string | undefined
  readonly traceId: string
  readonly warnings: readonly string[]
  readonly touched: readonly Touch[] | undefined
  readonly #answer: string | (() => string)
  readonly #answerLength: number

  constructor(call: Recordable, written: Written) {
    const { c, emulator, world, started, text, plan, key, warnings, touched } = call
    const url = c.req.raw.url
    this.id = world.requests.total + 1
    this.at = world.now()
    this.durationMs = emulator.ports.now() - started
    this.latencyMs = call.latencyMs || undefined
    this.method = c.req.method
    this.path = redactText(url.slice(url.indexOf('/', 8)))
    this.requestHeaders = redactHeaders(headersOf(c))
    this.requestBody = redactBeginning(beginningOf(text), text.length)
    this.status = written.status
    this.responseHeaders = redactAnswerHeaders(written.headers)
    // A known key consists of known words.
    this.scenario = plan.key === '' || plan.unknown ? key && redactText(key) : plan.key
    this.traceId = this.responseHeaders['x-trace-id'] ?? ''
    this.warnings = warnings
    this.touched = touched.length === 0 ? undefined : touched
    this.#answer = written.again ?? beginningOf(written.text)
    this.#answerLength = written.text.length
  }

  /**
   * Masked when it is read: an answer contains nothing that the world does not contain anyway, and searching each one
   * for digits while sending it would cost more than creating it. Answers that can be written again are not stored,
   * because the garbage collector would copy their text twice.
   */
  get responseBody(): string {
    return redactBeginning(this.#beginning(), this.#answerLength)
  }

  hasAnswer(test: (unmasked: string) => boolean): boolean {
    return test(this.#beginning())
  }

  #beginning(): string {
    return typeof this.#answer === 'string' ? this.#answer : beginningOf(this.#answer())
  }
}
