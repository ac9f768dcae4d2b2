import * as z from 'zod'
import { didYouMean, nearest } from '../domain/kernel/nearest.ts'
import { maxProblems } from './yaml.ts'

/** A problem of a document: its path, and what is wrong there. */
export interface Issue {
  path: PropertyKey[]
  message: string
}

type Raw = Parameters<z.core.$ZodErrorMap>[0]
type Issues = readonly z.core.$ZodIssue[]

/** The problems that a schema finds in a value of a file; for a misspelt name or word, with a suggestion. */
export function issuesOf(schema: z.ZodType, value: unknown): Issue[] {
  const result = schema.safeParse(value, { error: messageOf })
  return result.success ? [] : flatten(result.error.issues, value, []).slice(0, maxProblems)
}

function messageOf(issue: Raw): string | undefined {
  if (issue.code === 'unrecognized_keys') return memberMessages(issue.keys, issue.inst)
  if (issue.code === 'invalid_value') return wordMessage(issue.input, issue.values)
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined && Array.isArray(issue.options))
    return wordMessage(inside(issue.input, [issue.discriminator]), issue.options)
  return undefined
}

/** One line for each unknown member, because zod reports all of them in one issue. */
function memberMessages(keys: readonly string[], schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return keys
    .slice(0, maxProblems)
    .map((key) => `is not a known field${didYouMean(key, known)}`)
    .join('\n')
}

function wordMessage(given: unknown, allowed: readonly unknown[]): string {
  const list = allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of: ${allowed.join(', ')}`
  if (given === undefined) return `is missing; ${list}`
  const words = allowed.filter((word) => typeof word === 'string')
  if (typeof given !== 'string' || words.length === 0) return list
  return `"${given.slice(0, 80)}" is not allowed${didYouMean(given, words)}; ${list}`
}

/** Issues with one path each. For a union, those of the branch that matches best. */
function flatten(issues: Issues, value: unknown, at: PropertyKey[]): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const path = [...at, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.message
        .split('\n')
        .map((message, index) => ({ path: [...path, issue.keys[index] ?? ''], message }))
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }]
    const inner = inside(value, issue.path)
    return unmarked(issue.errors, inner, path) ?? flatten(closest(issue.errors, inner), inner, path)
  })
}

const inside = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], value)

/** An object without any of the members that distinguish the branches of a union: `aks: requires_pin`. */
function unmarked(branches: readonly Issues[], value: unknown, path: PropertyKey[]): Issue[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const marks = branches.flatMap(
    (branch) =>
      branch.find((issue) => issue.path.length === 1 && inside(value, issue.path) === undefined)?.path ?? [],
  )
  if (marks.length < branches.length) return undefined
  const names = [...new Set(marks.map(String))]
  const near = Object.keys(value).find((key) => nearest(key, names).length > 0)
  return near === undefined
    ? [{ path, message: `must have ${names.join(' or ')}` }]
    : [{ path: [...path, near], message: `is not a known field${didYouMean(near, names)}` }]
}

/** The branch of a union that matches best: a wrong value is closer than an unknown member, and that than a missing one. */
function closest(branches: readonly Issues[], value: unknown): Issues {
  const distance = (issue: z.core.$ZodIssue): number => {
    if (issue.code === 'unrecognized_keys') return 10 * issue.keys.length
    if (issue.path.length === 0) return 1000
    return inside(value, issue.path) === undefined ? 100 : 1
  }
  const total = (branch: Issues): number => branch.reduce((sum, issue) => sum + distance(issue), 0)
  return [...branches].sort((a, b) => total(a) - total(b))[0] ?? []
}
