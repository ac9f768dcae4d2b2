import { editDistance } from '../domain/kernel/nearest.ts'
import { scenarioHeader } from '../domain/scenario/catalogue.ts'
import type { Call } from './call.ts'
import { memo } from './fast/memo.ts'
import { idempotencyHeader } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { redactText } from './redact.ts'

export const traceHeader = 'X-Trace-Id'

/**
 * Headers that are easily misspelt without notice, because an unknown header is not an error, and the names that count
 * as misspelt: only the words of the name, without hyphens and a leading X. Tracing tools send many headers with names
 * similar to the last one (`traceparent`, `x-b3-traceid`), so its test is strict.
 */
const wanted = [
  {
    header: scenarioHeader,
    matches: (words: string) => words.includes('scenario') || editDistance(words, 'scenariokey') <= 2,
  },
  {
    header: idempotencyHeader,
    matches: (words: string) => words.includes('idempot') || editDistance(words, 'idempotencykey') <= 2,
  },
  {
    header: traceHeader,
    matches: (words: string) => words === 'trace' || editDistance(words, 'traceid') <= 1,
  },
] as const

/** Longer names are not compared. Characters. */
const longest = 60

/** The header that a name probably stands for; null if it is correct or unrelated. */
function meantBy(name: string): string | null {
  if (name.length > longest) return null
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^x/, '')
    .replace(/^emulator/, '')
  const found = wanted.find(({ matches }) => matches(words))
  return found === undefined || found.header.toLowerCase() === name ? null : found.header
}

/** Clients send the same headers each time, and there are few clients. */
const meant = memo(meantBy, 1000)

/** Warns about headers that are ignored but resemble one that is read. */
export function warnOfNearHeaders({ c, op, warnings }: Call): void {
  const incoming = c.env.incoming?.headers
  if (incoming === undefined) for (const name of c.req.raw.headers.keys()) warn(name, op, warnings)
  else for (const name in incoming) warn(name, op, warnings)
}

function warn(name: string, op: Operation, warnings: string[]): void {
  const header = meant(name)
  // This endpoint ignores the correct header as well.
  if (header === null || (header === idempotencyHeader && !op.idempotent)) return
  warnings.push(redactText(`header ${name} was ignored; did you mean ${header}?`))
}
