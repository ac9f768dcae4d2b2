import { writeFileSync } from 'node:fs'
import type { Mask } from './mask.ts'
import { type Basis, bases } from './rule.ts'
import { type Outcome, outcomes, type Result } from './run.ts'
import type { Target } from './target.ts'
import type { Difference } from './trial.ts'

/** Characters of a body, and differences of a rule, that the text report shows; the JSON report contains more. */
const shown = { body: 400, differences: 3, bodyInJson: 4000 } as const

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`

/** A request on one line, masked. */
function request({ sent }: Difference, mask: Mask, length: number): string {
  if (sent === undefined) return 'nothing'
  const headers = Object.entries(mask.headers(sent.headers))
    .filter(([name]) => name === 'authorization' || name.startsWith('x-') || name === 'content-type')
    .map(([name, value]) => ` [${name}: ${cut(value, 80)}]`)
  const body = sent.body === '' ? '' : ` ${cut(mask.text(sent.body), length)}`
  return `${sent.method} ${mask.text(sent.url)}${headers.join('')}${body}`
}

const labels: Record<Outcome, string> = {
  agrees: 'agrees        ',
  differs: 'DIFFERS       ',
  'not applicable': 'not applicable',
  skipped: 'skipped       ',
}

/** The lines about one rule. */
export function resultText({ rule, outcome, differences, reason, notes }: Result, mask: Mask): string {
  const lines = [`${labels[outcome]}  ${rule.basis.padEnd(8)}  ${rule.id}: ${rule.rule}`]
  const indent = ' '.repeat(16)
  if (reason !== undefined) lines.push(`${indent}${mask.text(reason)}`)
  for (const note of notes) lines.push(`${indent}note      ${cut(mask.text(note), shown.body)}`)
  for (const difference of differences.slice(0, shown.differences))
    lines.push(
      `${indent}sent      ${request(difference, mask, shown.body)}`,
      `${indent}expected  ${mask.text(difference.expected)}`,
      `${indent}got       ${cut(mask.text(difference.got), shown.body)}`,
    )
  if (differences.length > shown.differences)
    lines.push(`${indent}and ${differences.length - shown.differences} more; --json has them all`)
  return lines.join('\n')
}

export type Summary = Record<Basis, Record<Outcome, number>>

export function summaryOf(results: readonly Result[]): Summary {
  const count = (basis: Basis, outcome: Outcome): number =>
    results.filter((result) => result.rule.basis === basis && result.outcome === outcome).length
  const row = (basis: Basis) =>
    Object.fromEntries(outcomes.map((outcome) => [outcome, count(basis, outcome)]))
  return Object.fromEntries(bases.map((basis) => [basis, row(basis)])) as Summary
}

/** Counts by origin, and the last line, which scripts parse. */
export function summaryText(results: readonly Result[], requests: number): string {
  const summary = summaryOf(results)
  const rows = bases.map((basis) => {
    const numbers = outcomes.map((outcome) => `${summary[basis][outcome]} ${outcome}`)
    return `${basis.padEnd(8)}  ${numbers.join(', ')}`
  })
  const of = (...wanted: Outcome[]): number =>
    results.filter(({ outcome }) => wanted.includes(outcome)).length
  const skipped = of('skipped', 'not applicable')
  const closing = `${of('agrees')} passed, ${of('differs')} failed, ${skipped} skipped`
  return ['', ...rows, `${requests} requests`, closing].join('\n')
}

/** The report as data, masked. */
export function report(results: readonly Result[], target: Target, mask: Mask, requests: number) {
  const { baseUrl, v3BaseUrl, authUrl, emulator } = target
  return {
    base_url: mask.text(baseUrl),
    v3_base_url: mask.text(v3BaseUrl),
    auth_url: mask.text(authUrl),
    emulator,
    finished_at: new Date().toISOString(),
    requests,
    summary: summaryOf(results),
    rules: results.map(({ rule, outcome, checks, differences, reason, notes }) => ({
      id: rule.id,
      area: rule.area,
      rule: rule.rule,
      basis: rule.basis,
      outcome,
      checks,
      ...(reason !== undefined && { reason: mask.text(reason) }),
      ...(notes.length > 0 && { notes: notes.map((note) => mask.text(note)) }),
      ...(differences.length > 0 && {
        differences: differences.map((difference) => ({
          sent: request(difference, mask, shown.bodyInJson),
          expected: mask.text(difference.expected),
          got: cut(mask.text(difference.got), shown.bodyInJson),
        })),
      }),
    })),
  }
}

export const writeReport = (file: string, content: ReturnType<typeof report>): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
