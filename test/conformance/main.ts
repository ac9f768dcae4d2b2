import { Mask } from './kit/mask.ts'
import { fixtureTarget, help, type Options, readOptions, readVocabulary, UsageError } from './kit/options.ts'
import { startEmulator } from './kit/own-emulator.ts'
import { report, resultText, summaryText, writeReport } from './kit/report.ts'
import type { Rule } from './kit/rule.ts'
import { type Outcome, type Result, run } from './kit/run.ts'
import { Session } from './kit/session.ts'
import type { Target } from './kit/target.ts'
import { Transport } from './kit/transport.ts'
import { rules as allRules } from './rules.ts'

const out = (text: string): void => void process.stdout.write(`${text}\n`)

/** Runs one command line; returns the exit code: 0, 1 for differences, 2 for a command line that cannot be executed. */
export async function conformance(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args)
    if (options.help) return say(help)
    const rules = chosen(options)
    if (options.list)
      return say(rules.map(({ id, basis, rule }) => `${basis.padEnd(8)}  ${id}: ${rule}`).join('\n'))
    if (options.target) return await look(rules, options.target, options)
    const translator = readVocabulary(options.vocabulary)
    const emulator = await startEmulator(options.main, options.vocabulary)
    try {
      return await look(rules, fixtureTarget(emulator.url, translator), options)
    } finally {
      await emulator.stop()
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`conformance: ${error.message}\n`)
    return 2
  }
}

function say(text: string): number {
  out(text)
  return 0
}

/** The selected rules. */
function chosen({ only, skip }: Pick<Options, 'only' | 'skip'>): Rule[] {
  const fits = ({ id, area }: Rule, names: readonly string[]): boolean =>
    names.includes(id) || names.includes(area)
  const unknown = [...(only ?? []), ...skip].find((name) => !allRules.some((rule) => fits(rule, [name])))
  if (unknown !== undefined) {
    const areas = [...new Set(allRules.map((rule) => rule.area))]
    throw new UsageError(
      `no rule and no area "${unknown}"; the areas are ${areas.join(', ')}; --list tells all rules`,
    )
  }
  return allRules.filter((rule) => (only === undefined || fits(rule, only)) && !fits(rule, skip))
}

async function look(rules: readonly Rule[], target: Target, options: Options): Promise<number> {
  const { baseUrl, v3BaseUrl, authUrl, emulator, clientId, clientSecret, secretKey } = target
  const mask = new Mask([clientId, clientSecret, secretKey, target.weakClientSecret, target.encryptionKey])
  const transport = new Transport({
    addresses: [baseUrl, v3BaseUrl, authUrl],
    control: emulator,
    rate: options.rate,
    maxRequests: options.maxRequests,
    timeoutMs: options.timeoutMs,
    translator: target.translator,
  })
  const pace = Number.isFinite(options.rate)
    ? `, ${options.rate} requests a second, ${options.maxRequests} at most; about ${minutes(rules, options.rate)}`
    : ''
  out(`${rules.length} rules at ${baseUrl}${pace}`)
  const results = await run(rules, new Session(target, transport, mask), (result) =>
    out(resultText(result, mask)),
  )
  out(summaryText(results, transport.count))
  if (options.json !== undefined) writeReport(options.json, report(results, target, mask, transport.count))
  return exitCode(results, options.target === undefined ? 'own' : emulator ? 'emulator' : 'foreign', options)
}

/** Average number of requests of a rule. */
const requestsOfRule = 3

const minutes = (rules: readonly Rule[], rate: number): string =>
  `${Math.ceil((rules.length * requestsOfRule) / rate / 60)} min`

/**
 * 0 or 1. At a foreign address, rules may be skipped: only a strict run fails then, or one that could check nothing. On
 * the emulator of this folder every rule applies: a rule that is no longer checked could hide a difference.
 */
export function exitCode(
  results: readonly Result[],
  whose: 'own' | 'emulator' | 'foreign',
  { strict }: { strict: boolean },
): number {
  const of = (outcome: Outcome): Result[] => results.filter((result) => result.outcome === outcome)
  const [agrees, differs] = [of('agrees'), of('differs')]
  if (whose === 'own') return agrees.length > 0 && agrees.length === results.length ? 0 : 1
  if (agrees.length + differs.length === 0) return 1
  const counts = whose === 'emulator' || (strict && differs.some(({ rule }) => rule.basis === 'stated'))
  return counts && differs.length > 0 ? 1 : 0
}
