import type { z } from 'zod'
import type { FieldError } from '../domain/kernel/errors.ts'
import { oneOf } from '../domain/kernel/nearest.ts'

/** Most invalid fields that one answer lists: enough for any request written by hand. */
const toldFields = 1000

/** Most allowed values that a message lists. */
type Listed = (path: readonly PropertyKey[], values: readonly unknown[]) => readonly unknown[]

/**
 * One entry for each invalid field of `sent`, by its dotted name; only the first violated rule of a field is reported.
 */
export function fieldErrors(
  error: z.core.$ZodError,
  sent: unknown,
  whole: string,
  listed: Listed = (_, values) => values,
): FieldError[] {
  const fields = new Map<string, string>()
  for (const issue of flatten(error.issues)) {
    const field = issue.path.map(String).join('.') || whole
    if (fields.size >= toldFields) break
    if (!fields.has(field)) fields.set(field, describe(issue, valueAt(sent, issue.path), listed))
  }
  return Array.from(fields, ([field, message]) => ({ field, message }))
}

/** Each unrecognised key becomes a separate issue. */
function flatten(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue): z.core.$ZodIssue[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key], keys: [key] }))
      : [issue],
  )
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  let value = sent
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return value
}

/** The violated rule with the allowed values; a missing value is reported as in the contract's example. */
function describe(issue: z.core.$ZodIssue, value: unknown, listed: Listed): string {
  const rule = ruleOf(issue, value, listed)
  return value === undefined || value === null ? `must not be null; it ${rule}` : rule
}

function ruleOf(issue: z.core.$ZodIssue, value: unknown, listed: Listed): string {
  if (!/^(Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return 'received' in issue && issue.received === 'Infinity'
        ? 'must be a finite number'
        : `must be ${article(issue.expected)}`
    case 'invalid_union':
      return oneOf(value, listed(issue.path, (issue as { options?: unknown[] }).options ?? []))
    case 'invalid_value':
      return oneOf(value, listed(issue.path, issue.values))
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unit(issue.origin)}`
    case 'unrecognized_keys':
      return 'must not be sent: it is not a known field'
    default:
      return issue.message
  }
}

const measure = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be')
const unit = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' items' : ''

function article(expected: string): string {
  const name = expected === 'record' ? 'object' : expected === 'int' ? 'integer' : expected
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
}
