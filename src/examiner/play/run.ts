import type { Examination } from '../../client.ts'
import type { Examination as ExaminationFile } from '../file/schema.ts'
import { jsonReport } from '../report/json.ts'
import type { Story } from '../story.ts'
import type { Moment } from '../trace.ts'
import { type Opened, openFile } from './open.ts'
import { type Progress, type Result, UnusableError } from './outcome.ts'
import { type Program, ProgramError } from './program.ts'
import { Search } from './search.ts'
import type { Service } from './service.ts'
import { sleep } from './stage.ts'

export interface RunOptions {
  file: ExaminationFile
  path: string
  seed: string
  budgetMs: number
  stories: number
  story: Story | undefined
  port: number
  onProgress: (progress: Progress) => void
  /** Shows the result; the emulator then runs on, and plays stories again, until the process is told to stop. */
  keep?: ((result: Result, dashboard: string) => void) | undefined
}

export type Outcome =
  | { result: Result & { timeline?: readonly Moment[] } }
  | { unusable: string; timeline: readonly Moment[] }

/** Examines the program of a file: starts it, searches, and ends it. */
export async function runExamination(options: RunOptions): Promise<Outcome> {
  let opened: Opened | undefined
  let program: Program | undefined
  const stop = new AbortController()
  const onSignal = (signal: NodeJS.Signals): void => {
    // Told twice, or before the search has begun: at once.
    if (stop.signal.aborted || opened === undefined) {
      program?.killNow()
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    stop.abort()
  }
  const onExit = (): void => program?.killNow()
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('exit', onExit)
  try {
    opened = await openFile(options.file, options.path, options, (started) => {
      program = started
    })
    const { stage, flows, hostedFlows } = opened
    const search = new Search(stage, {
      flows,
      hostedFlows,
      ...options.file.play,
      seed: options.seed,
      budgetMs: options.budgetMs,
      stories: options.stories,
      onProgress: options.onProgress,
      signal: stop.signal,
    })
    if (options.story === undefined) {
      const result = await search.run()
      if (options.keep) await keepShowing(stage.service, search, result, options, stop.signal)
      return { result }
    }
    const { played, ...result } = await search.replay(options.story)
    return { result: { ...result, timeline: played.timeline } }
  } catch (error) {
    if (error instanceof UnusableError)
      return { unusable: error.message, timeline: error.played?.timeline ?? [] }
    if (error instanceof ProgramError) return { unusable: error.message, timeline: [] }
    throw error
  } finally {
    await opened?.close()
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    process.off('exit', onExit)
  }
}

/** How often it is looked whether somebody wants a story played again. Milliseconds. */
const betweenWishesMs = 200

/** Shows the result in the dashboard, and plays what somebody wants to see again there. */
async function keepShowing(
  { emulator, url }: Service,
  search: Search,
  result: Result,
  { keep, seed }: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const save = (shown: Result) => emulator.examination.save(toPublic(jsonReport(shown, seed)))
  await save(result)
  keep?.(result, `${url}/_emulator/ui/examination`)
  while (!signal.aborted) {
    const { wanted } = await emulator.examination.show()
    if (wanted === null) await sleep(betweenWishesMs)
    else await save(await search.again(wanted))
  }
}

/** The report as the client takes it, whose lists can be changed. */
const toPublic = (report: ReturnType<typeof jsonReport>): Examination =>
  structuredClone(report) as Examination
