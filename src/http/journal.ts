import type { JournalEntry } from '../journal.ts'
import type { Ports } from '../ports.ts'
import type { World } from '../world.ts'
import { type AppContext, headersOf } from './context.ts'
import type { Written } from './faults.ts'
import type { Operation } from './operation.ts'
import type { Progress } from './progress.ts'
import { redactForm, redactHeaders, redactText } from './redact.ts'

/** Writes a request and its answer into the world's journal, masked. */
export function record(
  c: AppContext,
  ports: Pick<Ports, 'now'>,
  world: World,
  op: Operation,
  progress: Progress,
  written: Written,
): void {
  world.record(new Recorded(c, ports.now() - progress.started, world, op, progress, written))
}

class Recorded implements JournalEntry {
  readonly id: number
  readonly at: number
  readonly durationMs: number
  readonly method: string
  readonly path: string
  readonly requestHeaders: Record<string, string>
  readonly requestBody: string
  readonly status: number
  readonly responseHeaders: Record<string, string>
  readonly scenario: string | undefined
  readonly traceId: string
  readonly warnings: readonly string[]
  readonly #responseText: string

  constructor(
    c: AppContext,
    durationMs: number,
    world: World,
    op: Operation,
    { text, plan, warnings }: Progress,
    written: Written,
  ) {
    const url = c.req.raw.url
    this.id = world.journal.total + 1
    this.at = world.now()
    this.durationMs = durationMs
    this.method = c.req.method
    this.path = redactText(url.slice(url.indexOf('/', 8)))
    this.requestHeaders = redactHeaders(headersOf(c))
    this.requestBody = op.bodyType === 'form' ? redactForm(text) : redactText(text)
    this.status = written.status
    this.responseHeaders = written.headers
    this.scenario = plan.key === '' ? undefined : plan.key
    this.traceId = written.headers['x-trace-id'] ?? ''
    this.warnings = warnings
    this.#responseText = written.text
  }

  /**
   * An answer holds nothing that the world does not hold anyway, so it is masked when it is read: searching each one
   * for digits as it goes out would cost more than making it.
   */
  get responseBody(): string {
    return redactText(this.#responseText)
  }
}
