import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { z } from 'zod'
import { FixtureDocument, type Fixtures, toFixtures } from './domain/fixtures.ts'
import { Fragment, type ScenarioFragment, toFragment } from './domain/scenario.ts'
import { issuesOf } from './node/issues.ts'

/** What is wrong with one file: path, line and column (from 1), and the rule with its allowed values. */
export interface FileProblem {
  file: string
  line: number
  column: number
  message: string
}

/** One document of a YAML file: its value, or nothing where it has a problem. */
interface Checked<T> {
  values: T[]
  problems: FileProblem[]
}

/** The YAML files below a folder, in the order of their paths; a file stands for itself. */
export async function yamlFiles(folder: string): Promise<string[]> {
  if ((await stat(folder)).isFile()) return [folder]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Checks the documents of a YAML text against a schema. `file` is what problems call it. */
export async function checkYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
): Promise<Checked<z.output<S>>> {
  // Loaded here because a start from the built bundle with the built-in scenarios needs no YAML at all.
  const { LineCounter, parseAllDocuments } = await import('yaml')
  const lines = new LineCounter()
  const problems: FileProblem[] = []
  const values: z.output<S>[] = []
  const report = (offset: number, message: string): void => {
    const { line, col } = lines.linePos(offset)
    problems.push({ file, line: Math.max(line, 1), column: Math.max(col, 1), message })
  }
  for (const document of parseAllDocuments(text, { lineCounter: lines, merge: false })) {
    if (!('errors' in document)) continue
    for (const error of document.errors)
      report(error.pos[0], error.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? '')
    if (document.errors.length > 0 || document.contents === null) continue
    let value: unknown
    try {
      value = document.toJS({ maxAliasCount: 100 })
    } catch (error) {
      report(document.range?.[0] ?? 0, error instanceof Error ? error.message : String(error))
      continue
    }
    const result = schema.safeParse(value)
    if (result.success) values.push(result.data)
    else
      for (const issue of issuesOf(schema, value)) {
        const node = nodeAt(document, issue.path)
        report(node, `${issue.path.join('.') || 'document'}: ${issue.message}`)
      }
  }
  return { values, problems }
}

/** Where in the text a path stands: its key, or the nearest thing around it. */
function nodeAt(
  document: { getIn(path: unknown[], keep: boolean): unknown; range?: unknown },
  path: PropertyKey[],
): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) as
      | { items?: { key?: { value?: unknown; range?: number[] } }[] }
      | undefined
    const pair = parent?.items?.find((item) => item.key?.value === path[length - 1])
    if (pair?.key?.range?.[0] !== undefined) return pair.key.range[0]
    const node = document.getIn(path.slice(0, length), true) as { range?: number[] } | undefined
    if (node?.range?.[0] !== undefined) return node.range[0]
  }
  return (document.range as number[] | undefined)?.[0] ?? 0
}

/** All fragments below a folder. A key that stands twice is a problem. */
export async function readScenarios(folder: string): Promise<Checked<ScenarioFragment>> {
  const values: ScenarioFragment[] = []
  const problems: FileProblem[] = []
  const seen = new Map<string, string>()
  for (const path of await yamlFiles(folder)) {
    const file = relative(folder, path) || basename(path)
    const checked = await checkYaml(await readFile(path, 'utf8'), file, Fragment)
    problems.push(...checked.problems)
    for (const value of checked.values) {
      const other = seen.get(value.key)
      if (other)
        problems.push({ file, line: 1, column: 1, message: `key "${value.key}" stands in ${other} too` })
      seen.set(value.key, file)
      values.push({ ...toFragment(value), source: file })
    }
  }
  return { values, problems }
}

/** The fragments of one posted text, YAML or JSON, one document each. */
export async function parseScenarios(text: string): Promise<Checked<ScenarioFragment>> {
  const { values, problems } = await checkYaml(text, 'posted', Fragment)
  return { values: values.map((value) => ({ ...toFragment(value), source: 'posted' })), problems }
}

/** The fixtures of one or more folders; a member of a later file replaces that of an earlier one. Throws on a problem. */
export async function readFixtures(folders: readonly string[]): Promise<Fixtures> {
  const { parse } = await import('yaml')
  const merged: Record<string, unknown> = {}
  for (const folder of folders)
    for (const path of await yamlFiles(folder))
      Object.assign(merged, parse(await readFile(path, 'utf8'), { maxAliasCount: 100 }))
  const result = FixtureDocument.safeParse(merged)
  if (result.success) return toFixtures(result.data)
  const lines = issuesOf(FixtureDocument, merged).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`fixtures do not fit:\n${lines.join('\n')}`)
}

/** A problem as one line: `card/auth.yaml:12:5: steps.0.ask: …`. */
export const formatProblem = ({ file, line, column, message }: FileProblem): string =>
  `${file}:${line}:${column}: ${message}`
