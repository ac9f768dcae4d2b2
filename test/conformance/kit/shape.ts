import type { z } from 'zod'

import { valueAt } from './answer.ts'

/** What violates a schema, and what the contract allows although the emulator would write it differently. */
export interface Misfit {
  wrong: string[]
  notes: string[]
}

/**
 * Checks a body against a schema of the emulator's own answers. If `loose`, choices of the schema beyond the contract
 * are not required: additional members, another precision of date-times, another kind of image.
 */
export function misfit(schema: z.ZodType, body: unknown, loose: boolean): Misfit {
  const result = schema.safeParse(body)
  const additional = result.success ? unknownMembers(body, result.data) : []
  const wrong: string[] = []
  const notes: string[] = []
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.map(String).join('.')
    const value = valueAt(body, path)
    if (issue.code === 'unrecognized_keys')
      additional.push(...issue.keys.map((key) => [...issue.path.map(String), key].join('.')))
    else if (loose && withinContract(path, value))
      notes.push(`${path} is written otherwise: ${JSON.stringify(value)}`)
    else wrong.push(`${path || 'the body'}: ${value === undefined ? 'is absent' : issue.message}`)
  }
  if (additional.length > 0)
    (loose ? notes : wrong).push(`additional members: ${[...new Set(additional)].join(', ')}`)
  return { wrong, notes }
}

/** RFC 3339, with any precision and offset. */
const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/

function withinContract(path: string, value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (/(_datetime|created_at)$/.test(path)) return dateTime.test(value)
  if (path.endsWith('qr_code.image')) return /^data:image\//.test(value)
  return path.endsWith('requires_bank_transfer.account_type')
}

/** Members of a body that its schema removes: dotted names. */
function unknownMembers(body: unknown, kept: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null || typeof kept !== 'object' || kept === null) return []
  return Object.entries(body).flatMap(([name, inner]) =>
    Object.hasOwn(kept, name)
      ? unknownMembers(inner, (kept as Record<string, unknown>)[name], `${path}${name}.`)
      : [path + name],
  )
}
