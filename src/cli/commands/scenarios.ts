import { readFile } from 'node:fs/promises'
import { EmulatorError, type Explanation, type Scenario } from '../../client.ts'
import { ConfigError, clientVariables, environmentName } from '../../config/config.ts'
import { options } from '../../config/options.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import { Catalogue } from '../../domain/scenario/catalogue.ts'
import { explain } from '../../domain/scenario/explain.ts'
import { builtIn, scenarioFiles } from '../../node/built-in.ts'
import { presentExplanation, presentScenario } from '../../wire/scenario.ts'
import { type Command, type FlagValues, Result } from '../flags.ts'
import { read } from './input.ts'

type Environment = Parameters<Command['run']>[3]

export const scenarioCommands: Record<string, Command> = {
  'scenarios list': {
    help: 'list keys from files, or with --url or --world from a running emulator',
    flags: ['scenarios'],
    run: async (e, _, flags, environment) => {
      const scenarios: Scenario[] = asksRunning(flags, environment)
        ? await e.scenarios.list()
        : Array.from((await catalogueOf(flags, environment)).fragments.values(), presentScenario)
      return new Result(scenarios, { people: twoColumns(scenarios) })
    },
  },
  'scenarios explain': {
    takes: 'KEY',
    help: 'explain a key, step by step',
    flags: ['scenarios'],
    run: async (e, [key = ''], flags, environment) => {
      const explanation = asksRunning(flags, environment)
        ? await e.scenarios.explain(key)
        : explainHere(await catalogueOf(flags, environment), key)
      return new Result(explanation, { people: explanationLines(explanation) })
    },
  },
  'scenarios validate': {
    takes: '[DIR,…]',
    help: 'check scenario files (those of --scenarios)',
    flags: ['scenarios'],
    run: async (e, [given], flags, environment) => {
      const folders = given === undefined ? overlay(flags, environment) : split(given)
      if (folders.length === 0)
        throw new ConfigError('scenarios validate needs a folder: scenarios validate DIR, or --scenarios DIR')
      const { fragments, problems } = await checkedFiles(folders)
      if (problems.length === 0)
        problems.push(
          ...(asksRunning(flags, environment)
            ? await problemsThere(() =>
                texts(folders).then((documents) => e.scenarios.add(documents, { dryRun: true })),
              )
            : (await catalogueOf(flags, environment)).with(fragments).problems()),
        )
      return new Result(
        { fragments: fragments.length, problems },
        {
          people: problems.length > 0 ? problems : `${fragments.length} scenario fragments, no problems`,
          failed: problems.length > 0,
        },
      )
    },
  },
  'scenarios add': {
    takes: 'FILE',
    help: 'add scenarios to a world',
    flags: ['all'],
    run: async (e, [file = ''], { all }) => e.scenarios.add(await read(file), { all }),
  },
  'scenarios reload': {
    help: 'reload the scenario files',
    run: async (e) => {
      const answer = await e.scenarios.reload()
      const { problems } = answer
      const failed = problems.length > 0
      const report = ['the current version stays, because the files are invalid:', ...problems]
      return new Result(answer, failed ? { people: report, failed } : {})
    },
  },
}

/** Whether the command is for a running emulator instead of local files. Throws a ConfigError if it is for both. */
function asksRunning(flags: FlagValues, environment: Environment): boolean {
  const there = flags.url ?? flags.world ?? flags['control-token']
  if (flags.scenarios === undefined)
    return there !== undefined || Object.values(clientVariables).some((name) => Boolean(environment[name]))
  if (there === undefined) return false
  throw new ConfigError(
    '--scenarios reads files, --url and --world ask a running emulator; use one of the two',
  )
}

const split = (folders: string): string[] => options.scenarios.parse(folders)

/** The folders that are merged over the built-in scenarios. */
function overlay(flags: FlagValues, environment: Environment): string[] {
  const folders = flags.scenarios ?? (environment[environmentName('scenarios')] || undefined)
  return folders === undefined ? [] : split(folders)
}

async function catalogueOf(flags: FlagValues, environment: Environment): Promise<Catalogue> {
  const { fragments, problems } = await scenarioFiles(overlay(flags, environment))
  if (problems.length > 0) throw new ConfigError(`the scenario files are invalid:\n${problems.join('\n')}`)
  return new Catalogue([...(await builtIn()).fragments, ...fragments])
}

function explainHere(catalogue: Catalogue, key: string): Explanation {
  try {
    return presentExplanation(explain(catalogue, key))
  } catch (error) {
    if (error instanceof Refusal) throw new EmulatorError(error.message)
    throw error
  }
}

const explanationLines = ({ key, uses, payment_methods, steps }: Explanation): string[] => [
  `X-Scenario-Key: ${key}`,
  ...uses.map((use) => `  ${use.key}: ${use.title}`),
  ...(payment_methods ? [`  payment methods: ${payment_methods.join(', ')}`] : []),
  ...steps.map((step, index) => `${index + 1}. ${step}`),
]

function twoColumns(scenarios: readonly Scenario[]): string[] {
  const width = Math.max(...scenarios.map(({ key }) => key.length))
  return scenarios.map(({ key, title }) => `${key.padEnd(width)}  ${title}`)
}

/** The fragments of folders and the problems of each folder. A folder without scenarios is a problem. */
async function checkedFiles(folders: readonly string[]) {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const { fragments, problems } = await scenarioFiles([folder])
      const empty = fragments.length + problems.length === 0
      return {
        fragments,
        problems: empty ? [`${folder}: contains no scenario; scenario files end in .yaml or .yml`] : problems,
      }
    }),
  )
  return {
    fragments: found.flatMap(({ fragments }) => fragments),
    problems: found.flatMap(({ problems }) => problems),
  }
}

/** Every scenario file below the folders, joined to one text of several documents. */
async function texts(folders: readonly string[]): Promise<string> {
  const { yamlFiles } = await import('../../node/yaml-files.ts')
  const files = (await Promise.all(folders.map(yamlFiles))).flat()
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n---\n')
}

/** The problems that a running emulator finds in documents. Rejects with an EmulatorError if it does not answer. */
async function problemsThere(check: () => Promise<unknown>): Promise<string[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.status !== 400) throw error
    const { error: report } = error.body as { error: { validation_errors: { message: string }[] } }
    return report.validation_errors.map(({ message }) => message)
  }
}
