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
  const url = c.req.raw.url
  const sent = op.bodyType === 'form' ? redactForm(progress.text) : redactText(progress.text)
  world.record({
    id: world.journal.total + 1,
    at: world.now(),
    durationMs: ports.now() - progress.started,
    method: c.req.method,
    path: redactText(url.slice(url.indexOf('/', 8))),
    requestHeaders: redactHeaders(headersOf(c)),
    requestBody: sent,
    status: written.status,
    responseHeaders: written.headers,
    responseBody: redactText(written.text),
    scenario: progress.plan.key === '' ? undefined : progress.plan.key,
    traceId: written.headers['x-trace-id'] ?? '',
    warnings: progress.warnings,
  })
}
