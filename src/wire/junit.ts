import type { Report } from './report.ts'

interface Case {
  name: string
  failure?: string
  /** Neither passed nor failed: reported for information. */
  skipped?: string
}

/** A report as JUnit XML: unknown keys and undelivered webhooks fail; refused requests and unused names are skipped. */
export function junit(report: Report): string {
  const host = report.instance
  const suites: [name: string, cases: Case[]][] = [
    ['scenario keys', scenarioKeys(report)],
    ['webhooks', webhooks(report)],
    ['requests', requests(report)],
    ['scenarios', coverage(report.scenarios)],
    ['processor responses', coverage(report.processor_responses)],
  ]
  const all = suites.flatMap(([, cases]) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="payment-emulator" ${numbers(all)}>`,
    ...suites.map(([name, cases]) => suite(name, host, cases)),
    '</testsuites>',
    '',
  ].join('\n')
}

const scenarioKeys = ({ unknown_scenarios: unknown }: Report): Case[] =>
  unknown.length === 0
    ? [{ name: 'every scenario key is known' }]
    : unknown.map(({ name, count }) => ({
        name: `scenario key ${name}`,
        failure: `not a known scenario key; sent ${times(count)}`,
      }))

const webhooks = ({ webhooks: { delivered, undelivered, more } }: Report): Case[] => [
  ...(undelivered.length === 0 ? [{ name: `every webhook was delivered (${delivered})` }] : []),
  ...undelivered.map((one) => ({
    name: `${one.type} ${one.reference ?? ''} to ${one.url} (${one.world}/${one.delivery_id})`,
    failure: `not confirmed after ${times(one.attempts)}: ${one.error}`,
  })),
  ...(more > 0 ? [{ name: `${more} further webhooks`, failure: 'not confirmed' }] : []),
]

const requests = ({ requests: { total }, rejected }: Report): Case[] => [
  { name: `requests were answered (${total})` },
  ...rejected.requests.map(({ method, path, status, reason, count }) => ({
    name: `${method} ${path}: ${status} ${reason}`,
    skipped: `refused ${times(count)}`,
  })),
  ...(rejected.more > 0 ? [{ name: 'further refusals', skipped: `refused ${times(rejected.more)}` }] : []),
]

const coverage = ({ used, unused }: Report['scenarios']): Case[] => [
  ...used.map(({ name, count }) => ({ name: `${name} (${times(count)})` })),
  ...unused.map((name) => ({ name, skipped: 'not used' })),
]

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const numbers = (cases: readonly Case[]): string => {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`
}

const suite = (name: string, host: string, cases: readonly Case[]): string =>
  [
    `  <testsuite name="${escaped(name)}" hostname="${escaped(host)}" ${numbers(cases)}>`,
    ...cases.map((one) => testcase(name, one)),
    '  </testsuite>',
  ].join('\n')

function testcase(suiteName: string, { name, failure, skipped }: Case): string {
  const head = `    <testcase classname="payment-emulator.${escaped(suiteName)}" name="${escaped(name)}" time="0"`
  if (failure !== undefined) return `${head}><failure message="${escaped(failure)}"/></testcase>`
  if (skipped !== undefined) return `${head}><skipped message="${escaped(skipped)}"/></testcase>`
  return `${head}/>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As an attribute's value; characters that XML 1.0 does not allow become question marks. */
const escaped = (text: string): string =>
  text
    .replace(/[\n\r\t]/g, ' ')
    .replace(/[\p{Cs}\p{Cc}\ufffe\uffff]/gu, '?')
    .replace(/[&<>"]/g, (found) => entities[found] ?? found)
