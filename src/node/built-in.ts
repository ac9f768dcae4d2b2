import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import { Catalogue } from '../domain/scenario/catalogue.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import { StandingRules } from '../domain/scenario/standing.ts'
import type { ScenarioFiles } from '../engine/ports.ts'
import { builtData, packageRoot } from '../package-root.ts'

/** What the build has parsed, checked and stored beside the bundle, so that a start parses no YAML. */
export interface BuiltIn {
  fragments: ScenarioFragment[]
  fixtures: Fixtures
}

const inPackage = (path: string): string => fileURLToPath(new URL(path, packageRoot))

/** The built-in YAML folders. */
export const builtInFolders = { scenarios: inPackage('scenarios'), fixtures: inPackage('fixtures') }

let read: Promise<BuiltIn> | undefined

/**
 * The built-in scenarios and fixtures: as built, or from their folders if nothing was built (in tests). Read once per
 * process, because they are never modified.
 */
export function builtIn(): Promise<BuiltIn> {
  read ??= readOnce()
  return read
}

async function readOnce(): Promise<BuiltIn> {
  let text: string
  try {
    text = readFileSync(builtData, 'utf8')
  } catch {
    return readBuiltIn()
  }
  return JSON.parse(text) as BuiltIn
}

/** The same from YAML folders. Throws an Error that lists every problem. */
export async function readBuiltIn(folders = builtInFolders): Promise<BuiltIn> {
  const { fragments, problems } = await scenarioFiles([folders.scenarios])
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { readFixtures } = await import('./yaml-files.ts')
  const fixtures = await readFixtures([folders.fixtures])
  const unknown = new StandingRules(fixtures.rules).problems(new Catalogue(fragments))
  if (unknown.length > 0) throw new Error(unknown.join('\n'))
  return { fragments: [...fragments], fixtures }
}

/** The fragments of several folders, where later folders override earlier ones, and one line for each problem. */
export async function scenarioFiles(folders: readonly string[]): Promise<ScenarioFiles> {
  const fragments: ScenarioFragment[] = []
  const problems: string[] = []
  if (folders.length === 0) return { fragments, problems }
  // The schemas are needed only to read files: a start from the built data reads none.
  const { formatProblem, readScenarios } = await import('./yaml-files.ts')
  for (const folder of folders) {
    try {
      const read = await readScenarios(folder)
      fragments.push(...read.values)
      problems.push(...read.problems.map(formatProblem))
    } catch (error) {
      problems.push(`${folder}: cannot be read: ${error instanceof Error ? error.message : error}`)
    }
  }
  return { fragments, problems }
}
