import { scenarioHeader } from '../domain/catalogue.ts'
import type { JournalEntry } from '../journal.ts'
import type { Ports } from '../ports.ts'
import type { World } from '../world.ts'
import { type AppContext, headersOf } from './context.ts'
import type { Operation } from './operation.ts'
import type { Progress } from './progress.ts'
import { redactForm, redactHeaders, redactText } from './redact.ts'
import type { Written } from './written.ts'

/** Writes a request and its answer into the world's journal, masked. */
export function record(
  c: AppContext,
  ports: Pick<Ports, 'now'>,
  world: World,
  op: Pick<Operation, 'path' | 'bodyType'>,
  progress: Progress,
  written: Written,
): void {
  const { refusal, plan, key } = progress
  const unknown = plan.unknown ?? (refusal?.fields[0]?.field === scenarioHeader || undefined)
  world.record(new Recorded(c, ports.now() - progress.started, world, op, progress, written), {
    method: c.req.method,
    route: op.path,
    status: written.status,
    uses: plan.uses,
    unknownKey: unknown && key !== undefined ? redactText(key) : undefined,
    reason: refusal && redactText(refusal.message),
  })
}

/** Characters of a body that are kept. */
const maxKept = 32_768

/** The beginning of a long body, as a text of its own: a part of a text keeps all of it in memory. */
const cut = (text: string): string =>
  text.length <= maxKept
    ? text
    : `${Buffer.from(text.slice(0, maxKept)).toString()}… (${text.length} characters)`

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
    op: Pick<Operation, 'bodyType'>,
    { text, plan, key, warnings }: Progress,
    written: Written,
  ) {
    const url = c.req.raw.url
    this.id = world.journal.total + 1
    this.at = world.now()
    this.durationMs = durationMs
    this.method = c.req.method
    this.path = redactText(url.slice(url.indexOf('/', 8)))
    this.requestHeaders = redactHeaders(headersOf(c))
    this.requestBody = op.bodyType === 'form' ? redactForm(cut(text)) : redactText(cut(text))
    this.status = written.status
    this.responseHeaders = written.headers
    this.scenario = plan.key === '' ? key && redactText(key) : plan.key
    this.traceId = written.headers['x-trace-id'] ?? ''
    this.warnings = warnings
    this.#responseText = cut(written.text)
  }

  /**
   * An answer holds nothing that the world does not hold anyway, so it is masked when it is read: searching each one
   * for digits as it goes out would cost more than making it.
   */
  get responseBody(): string {
    return redactText(this.#responseText)
  }
}
