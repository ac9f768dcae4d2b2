import { editDistance } from '../domain/kernel/nearest.ts'
import { scenarioHeader } from '../domain/scenario/catalogue.ts'
import type { Call } from './call.ts'
import { memo } from './fast/memo.ts'
import { idempotencyHeader } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { redactText } from './redact.ts'

export const traceHeader = 'X-Trace-Id'

/**
 * The headers that somebody misspells without noticing, because an unknown header is no error, and what is taken for one of
 * them: words of the name alone, without hyphens and a leading X. Tracing tools send many headers of similar names
 * (`traceparent`, `x-b3-traceid`), so that one is taken narrowly.
 */
const wanted = [
  {
    header: scenarioHeader,
    isMeant: (words: string) => words.includes('scenario') || editDistance(words, 'scenariokey') <= 2,
  },
  {
    header: idempotencyHeader,
    isMeant: (words: string) => words.includes('idempot') || editDistance(words, 'idempotencykey') <= 2,
  },
  {
    header: traceHeader,
    isMeant: (words: string) => words === 'trace' || editDistance(words, 'traceid') <= 1,
  },
] as const

/** The longest name that is looked at closely. Characters. */
const longest = 60

/** Which header a name was meant to be; null where it is right, or nothing of that kind. */
function meantBy(name: string): string | null {
  if (name.length > longest) return null
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^x/, '')
    .replace(/^emulator/, '')
  const found = wanted.find(({ isMeant }) => isMeant(words))
  return found === undefined || found.header.toLowerCase() === name ? null : found.header
}

/** A client sends the same headers each time, and there are few clients. */
const meant = memo(meantBy, 1000)

/** Warns of headers that are not read, but named nearly like one that is. */
export function warnOfNearHeaders({ c, op, warnings }: Call): void {
  const incoming = c.env.incoming?.headers
  if (incoming === undefined) for (const name of c.req.raw.headers.keys()) warn(name, op, warnings)
  else for (const name in incoming) warn(name, op, warnings)
}

function warn(name: string, op: Operation, warnings: string[]): void {
  const header = meant(name)
  // Where it would mean nothing either, nothing is lost.
  if (header === null || (header === idempotencyHeader && !op.idempotent)) return
  warnings.push(redactText(`header ${name} was ignored; did you mean ${header}?`))
}
