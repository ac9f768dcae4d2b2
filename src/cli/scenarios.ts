import { builtIn, scenarioFiles } from '../built-in.ts'
import { ConfigError } from '../config.ts'
import { Catalogue } from '../domain/catalogue.ts'
import { Refusal } from '../domain/errors.ts'
import { explain } from '../domain/explain.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** `scenarios list | explain KEY | validate DIR`; the exit code. */
export async function scenarios(args: readonly string[]): Promise<number> {
  const [action, ...rest] = args.filter((arg) => !arg.startsWith('--'))
  const overlay = args.flatMap((arg) => (arg.startsWith('--scenarios=') ? arg.slice(12).split(',') : []))
  switch (action) {
    case 'list':
      return list(await catalogueOf(overlay))
    case 'explain':
      if (rest[0] === undefined)
        throw new ConfigError(
          'scenarios explain needs a key, such as "scenario:auth_pin&issuer:expired_card"',
        )
      return tell(await catalogueOf(overlay), rest[0])
    case 'validate':
      if (rest[0] === undefined) throw new ConfigError('scenarios validate needs a folder')
      return validate(rest[0])
    default:
      throw new ConfigError('use: scenarios list | explain KEY | validate DIR [--scenarios=DIR,…]')
  }
}

async function catalogueOf(folders: readonly string[]): Promise<Catalogue> {
  const overlay = await scenarioFiles(folders)
  if (overlay.problems.length > 0) throw new ConfigError(overlay.problems.join('\n'))
  return new Catalogue([...(await builtIn()).fragments, ...overlay.fragments])
}

function list(catalogue: Catalogue): number {
  const width = Math.max(...[...catalogue.fragments.keys()].map((key) => key.length))
  for (const { key, title } of catalogue.fragments.values()) say(`${key.padEnd(width)}  ${title}`)
  return 0
}

function tell(catalogue: Catalogue, key: string): number {
  try {
    for (const line of explain(catalogue, key).lines) say(line)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ConfigError(error.message)
  }
}

async function validate(folder: string): Promise<number> {
  const { fragments, problems } = await scenarioFiles([folder])
  const whole =
    problems.length > 0 ? [] : new Catalogue([...(await builtIn()).fragments, ...fragments]).problems()
  for (const problem of [...problems, ...whole]) say(problem)
  if (problems.length + whole.length > 0) return 1
  say(`${fragments.length} scenario fragments, no problems`)
  return 0
}
