import * as z from 'zod'

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A year and a day: no wait in a scenario, and no single advance of a clock, is longer. Milliseconds. */
export const maxDurationMs = 366 * unitMs.d

/** Milliseconds of a text such as `250ms`, `10m` or `1h30m`; undefined if it is not a duration or longer than 366 days. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g))
    total += Number(amount) * unitMs[unit as keyof typeof unitMs]
  return total <= maxDurationMs ? Math.round(total) : undefined
}

/** `90500` as `1m30.5s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms}ms`
  const parts: string[] = []
  let rest = ms
  for (const unit of ['d', 'h', 'm'] as const) {
    const count = Math.floor(rest / unitMs[unit])
    if (count > 0) parts.push(`${count}${unit}`)
    rest -= count * unitMs[unit]
  }
  if (rest > 0) parts.push(`${rest / 1000}s`)
  return parts.join('')
}

/** Whether a schema, optional or not, is that of a duration. */
export function isDuration(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isDuration(schema.unwrap())
  return schema instanceof z.ZodCodec && schema.def.out === Duration.def.out
}

const form = 'must be a duration such as "250ms", "30s", "10m" or "1h30m"'

/**
 * A duration: text on the wire and in files, milliseconds in code. It is a codec, so a schema converts in both directions.
 */
export const Duration = z.codec(
  z
    .string({ error: ({ input }) => (input === undefined ? undefined : form) })
    .regex(/^(\d+(\.\d+)?(ms|s|m|h|d))+$/, { error: form, abort: true })
    .refine((text) => parseDuration(text) !== undefined, 'must not be longer than 366 days'),
  z.int().min(0).max(maxDurationMs),
  { decode: (text) => parseDuration(text) ?? 0, encode: formatDuration },
)
