import type { JournalEntry } from '../domain/kernel/journal.ts'
import { scenarioHeader } from '../domain/scenario/catalogue.ts'
import type { Call } from './call.ts'
import { headersOf } from './context.ts'
import type { Operation } from './operation.ts'
import { redactHeaders, redactText } from './redact.ts'
import type { Written } from './reply.ts'

/** A call, or a request that no endpoint fits: `op.path` is its path then. */
export type Recordable = Omit<Call, 'op'> & { op: Pick<Operation, 'path'> }

/** Writes a request and its answer into the world's journal, masked. */
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

/** What an entry takes, and what the request may have stored, besides their texts. */
const entryBytes = 2500

/** Characters of a body that are kept. */
const maxKept = 32_768

/** Characters beyond them that are looked at: what the end cuts in two must be known for what it is. */
const overlap = 1024

/** A text of its own: a part of a text keeps all of it in memory. */
const detached = (text: string): string => Buffer.from(text).toString()

/** The beginning of a body, as much of it as is looked at. */
const beginningOf = (text: string): string =>
  text.length <= maxKept ? text : detached(text.slice(0, maxKept + overlap))

/** The beginning of a body of so many characters as it may be kept. */
function redactBeginning(text: string, length: number): string {
  const safe = redactText(text)
  if (length > maxKept) return `${detached(safe.slice(0, -overlap))}… (${length} characters)`
  return safe === text ? text : detached(safe)
}

/** Headers of an answer as they may be kept; what it says of the emulator itself is masked already. */
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
  readonly #answer: string | (() => string)
  readonly #answerLength: number

  constructor(call: Recordable, written: Written) {
    const { c, emulator, world, started, text, plan, key, warnings } = call
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
    // A known key is made of known words.
    this.scenario = plan.key === '' || plan.unknown ? key && redactText(key) : plan.key
    this.traceId = this.responseHeaders['x-trace-id'] ?? ''
    this.warnings = warnings
    this.#answer = written.again ?? beginningOf(written.text)
    this.#answerLength = written.text.length
  }

  /**
   * An answer holds nothing that the world does not hold anyway, so it is masked when it is read: searching each one
   * for digits as it goes out would cost more than making it. For the same reason the answers that can be made again are: a
   * text that is kept is copied by the garbage collector, twice.
   */
  get responseBody(): string {
    const answer = typeof this.#answer === 'string' ? this.#answer : beginningOf(this.#answer())
    return redactBeginning(answer, this.#answerLength)
  }
}
