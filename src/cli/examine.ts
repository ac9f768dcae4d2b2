import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError } from '../config/config.ts'
import { parseLine } from '../config/flags.ts'
import { duration, integer } from '../config/parse.ts'
import { didYouMean } from '../domain/kernel/nearest.ts'
import { type Examination, ExaminationFile, verdictNames } from '../examiner/file/schema.ts'
import { type Finding, type FindingGroup, grouped } from '../examiner/findings.ts'
import type { Progress } from '../examiner/play/outcome.ts'
import { findingLines, timelineLines } from '../examiner/report/text.ts'
import { parseStory, type Story, StoryError, storyText } from '../examiner/story.ts'
import { paintFor } from './colour.ts'
import { examineFlags } from './examine-flags.ts'
import type { CommandEnvironment } from './flags.ts'
import type { Paint } from './print.ts'

const usage =
  'use: payment-emulator examine FILE [--budget 60s] [--stories N] [--seed TEXT] [--story TEXT] [--json FILE] [--junit FILE] [--keep]'

/** Examines a program. The exit code: 0 nothing found, 1 findings, 2 the file, the program or the simplest story is not usable. */
export async function examine(args: readonly string[], around: CommandEnvironment): Promise<number> {
  const { values, positionals } = parseLine(args, examineFlags, usage)
  const flags = values as Partial<Record<keyof typeof examineFlags, string>>
  const [path, extra] = positionals
  if (path === undefined) throw new ConfigError(`FILE is missing; ${usage}`)
  if (extra !== undefined) throw new ConfigError(`"${extra}" is one argument too many; ${usage}`)
  const budgetMs = flagValue('budget', flags.budget ?? '60s', duration)
  const most =
    flags.stories === undefined
      ? Number.POSITIVE_INFINITY
      : flagValue('stories', flags.stories, integer(1, 10_000_000))
  const story = flags.story === undefined ? undefined : storyOf(flags.story)
  const seed = flags.seed ?? randomBytes(4).toString('hex')
  const file = await readExamination(path).catch(async (error: unknown) => {
    if (error instanceof ConfigError) await writeReports(flags, unusableResult(error.message), seed)
    throw error
  })
  const { runExamination } = await import('../examiner/play/run.ts')
  const paint = around.paint ?? paintFor(process.stdout, around.environment)
  const screen = screenOf(around, paint)
  const replay = `payment-emulator examine ${path} --seed ${seed}`
  const outcome = await runExamination({
    file,
    path,
    seed,
    budgetMs,
    stories: most,
    story,
    port: portOf(file, around.environment),
    onProgress: (progress) => screen.show(progress),
    keep:
      (values as { keep?: true }).keep &&
      ((result, dashboard) => {
        screen.clear()
        for (const line of summary(result, undefined, replay, paint)) around.out(line)
        around.out(`The result is shown on ${dashboard}; press Ctrl+C to end`)
      }),
  })
  screen.clear()
  if ('unusable' in outcome) {
    around.error(`payment-emulator: ${path}: ${outcome.unusable}`)
    for (const line of timelineLines(outcome.timeline, paint)) around.error(line)
    await writeReports(flags, unusableResult(outcome.unusable), seed)
    return 2
  }
  const { result } = outcome
  await writeReports(flags, result, seed)
  if (!('keep' in values) || story) for (const line of summary(result, story, replay, paint)) around.out(line)
  return result.findings.some(({ unsteady }) => !unsteady) ? 1 : 0
}

interface Shown {
  stories: number
  seconds: number
  findings: Finding[]
  notes: string[]
  timeline?: Parameters<typeof timelineLines>[0]
}

/** The result if nothing could be examined: it replaces that of an earlier examination. */
const unusableResult = (unusable: string) => ({
  stories: 0,
  seconds: 0,
  findings: [],
  notes: [unusable],
  unusable,
})

/** Writes the result into the files that the flags name. */
async function writeReports(
  { json, junit }: { json?: string; junit?: string },
  result: Shown & { unusable?: string },
  seed: string,
): Promise<void> {
  const { jsonReport } = await import('../examiner/report/json.ts')
  const { junitReport } = await import('../examiner/report/junit.ts')
  if (json !== undefined) await writeFile(json, `${JSON.stringify(jsonReport(result, seed), null, 2)}\n`)
  if (junit !== undefined)
    await writeFile(junit, junitReport(result.findings, result.seconds, result.unusable))
}

function summary(result: Shown, story: Story | undefined, replay: string, paint: Paint): string[] {
  const groups = grouped(result.findings)
  const steady = groups.filter(({ finding }) => !finding.unsteady)
  const unsteady = groups.filter(({ finding }) => finding.unsteady)
  const length = ({ finding }: FindingGroup): number => finding.story.deviations.length
  const shown = [...steady].sort((a, b) => length(a) - length(b))
  const lines = shown.flatMap((finding, index) => ['', ...findingLines(finding, index + 1, replay, paint)])
  if (unsteady.length > 0)
    lines.push('', paint('Unsteady: these broke, but not each time they were played', 'waiting'), '')
  lines.push(...unsteady.flatMap((finding, index) => findingLines(finding, index + 1, replay, paint)))
  if (story && result.findings.length === 0 && result.timeline)
    lines.push(
      '',
      `No law was broken in "${storyText(story)}":`,
      '',
      ...timelineLines(result.timeline, paint),
    )
  const rate = result.seconds > 0 ? ` (${Math.round(result.stories / result.seconds)} a second)` : ''
  const count =
    steady.length === 0
      ? paint(
          `no law was broken${unsteady.length > 0 ? ' each time' : ''}`,
          unsteady.length > 0 ? 'waiting' : 'good',
        )
      : paint(`${steady.length} ${steady.length === 1 ? 'finding' : 'findings'}`, 'bad')
  lines.push('', `${result.stories} stories in ${result.seconds} s${rate}: ${count}`)
  for (const note of result.notes) lines.push(`  ${note}`)
  lines.push(`  the same again: ${replay}`)
  return lines
}

/** A progress bar on a terminal; elsewhere a line for each finding, and one from time to time. */
function screenOf(
  { out }: CommandEnvironment,
  paint: Paint,
): { show(progress: Progress): void; clear(): void } {
  let lastTenth = 0
  const isTerminal = process.stderr.isTTY === true
  return {
    show: ({ stories, share, story, findings, found }) => {
      if (isTerminal) {
        const width = 24
        const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
        const text = `${bar} ${stories} stories, ${findings} found  ${story}`
        process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`)
        return
      }
      if (found) out(paint(`found: ${found.law} in ${storyText(found.story)}`, 'bad'))
      const tenth = Math.floor(share * 10)
      if (tenth > lastTenth) out(`${tenth * 10} %: ${stories} stories, ${findings} found`)
      lastTenth = Math.max(tenth, lastTenth)
    },
    clear: () => {
      if (isTerminal) process.stderr.write('\r\x1b[2K')
    },
  }
}

/** Reads and checks an examination file. Throws a ConfigError with every problem. */
async function readExamination(path: string): Promise<Examination> {
  const { checkYaml, formatProblem } = await import('../node/yaml-files.ts')
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`cannot read ${path}: ${error instanceof Error ? error.message : error}`)
  }
  const { values, problems } = await checkYaml(text, path, ExaminationFile)
  const [file] = values
  if (problems.length > 0)
    throw new ConfigError(`the file is invalid:\n${problems.map(formatProblem).join('\n')}`)
  if (file === undefined) throw new ConfigError(`${path} is empty; it needs at least webhook, pay and look`)
  return file
}

/** A program that runs already knows the address of the service, so that the port must be the usual one. */
function portOf(file: Examination, environment: CommandEnvironment['environment']): number {
  const named = environment['EMULATOR_PORT']
  if (named) return integer(0, 65_535)(named)
  return file.program.start === undefined ? 4290 : 0
}

function storyOf(text: string): Story {
  try {
    const story = parseStory(text)
    if (!verdictNames.includes(story.issuer))
      throw new StoryError(
        `"${story.issuer}" is not a processor response${didYouMean(story.issuer, verdictNames)}`,
      )
    return story
  } catch (error) {
    if (error instanceof StoryError) throw new ConfigError(`--story: ${error.message}`)
    throw error
  }
}

function flagValue<T>(name: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`--${name} is "${text}", but ${error.message}`)
    throw error
  }
}
