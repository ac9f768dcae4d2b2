import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { z } from 'zod'
import { FixtureDocument, type Fixtures, toFixtures } from '../domain/fixtures/fixtures.ts'
import { Fragment, type ScenarioFragment, toFragment } from '../domain/scenario/fragment.ts'
import { issuesOf } from './issues.ts'
import { maxProblems, readYaml } from './yaml.ts'

/** What is wrong with one file: path, line and column (from 1), and the rule with its allowed values. */
export interface FileProblem {
  file: string
  line: number
  column: number
  message: string
}

/** One document of a YAML file: its value, or nothing if it has a problem. */
interface Checked<T> {
  values: T[]
  problems: FileProblem[]
}

/** The YAML files below a folder, sorted by path; a path to a file is returned as it is. */
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
  const { documents, problems: broken, place } = await readYaml(text)
  const problems: FileProblem[] = []
  const values: z.output<S>[] = []
  const report = (offset: number, message: string): void =>
    void problems.push({ file, ...place(offset), message })
  for (const { offset, message } of broken) report(offset, message)
  for (const { document, value } of documents) {
    if (problems.length >= maxProblems) break
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

/** The position of a path in the text: that of its key, or of the nearest parent that exists. */
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

/** All fragments below a folder. A key that is defined twice is a problem. */
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
        problems.push({
          file,
          line: 1,
          column: 1,
          message: `key "${value.key}" is already defined in ${other}`,
        })
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
  const merged: Record<string, unknown> = {}
  const broken: string[] = []
  /** For each member, a function that locates a path below it: line and column in the last file that sets it. */
  const places = new Map<PropertyKey, (path: PropertyKey[]) => string>()
  for (const folder of folders)
    for (const path of await yamlFiles(folder)) {
      const file = relative(folder, path) || basename(path)
      const { documents, problems, place } = await readYaml(await readFile(path, 'utf8'))
      for (const { offset, message } of problems)
        broken.push(formatProblem({ file, ...place(offset), message }))
      for (const { document, value } of documents) {
        Object.assign(merged, value)
        const placeOf = (path: PropertyKey[]): string => {
          const { line, column } = place(nodeAt(document, path))
          return `${file}:${line}:${column}`
        }
        for (const name of Object.keys(Object(value))) places.set(name, placeOf)
      }
    }
  if (broken.length > 0) throw new Error(`the fixture files cannot be read:\n${broken.join('\n')}`)
  const place = (path: PropertyKey[]): string | undefined => places.get(path[0] ?? '')?.(path)
  const result = FixtureDocument.safeParse(merged)
  if (result.success) {
    const fixtures = toFixtures(result.data)
    const rules = fixtures.rules.map((rule, index) => ({ ...rule, source: place(['rules', index, 'key']) }))
    return { ...fixtures, rules }
  }
  const lines = issuesOf(FixtureDocument, merged).map(({ path, message }) =>
    [place(path), path.join('.'), message].filter((part) => part !== undefined).join(': '),
  )
  throw new Error(`the fixtures are invalid:\n${lines.join('\n')}`)
}

/** A problem as one line: `card/auth.yaml:12:5: steps.0.ask: …`. */
export const formatProblem = ({ file, line, column, message }: FileProblem): string =>
  `${file}:${line}:${column}: ${message}`
