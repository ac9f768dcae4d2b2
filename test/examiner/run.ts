import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'vitest'
import { parse, stringify } from 'yaml'
import { freePort } from '../support/free-port.ts'

export interface Finding {
  law: string
  flow: string
  issuer: string
  deviations: string[]
  story: string
  unsteady: boolean
}

export interface Examined {
  code: number | null
  output: string
  stories: number
  seconds: number
  seed: string
  findings: Finding[]
  notes: string[]
}

/** The parsed file of an examination. */
export type ExamineFile = {
  program: { start: string; cwd?: string; env: Record<string, string>; ready: string }
} & Record<string, unknown>

export const main = resolve('dist/main.js')

/** With how many seeds a right shop is examined, if not with all: EXAMINER_SEEDS, which CI sets to keep within its time. */
export const rounds =
  process.env['EXAMINER_SEEDS'] === undefined ? undefined : Number(process.env['EXAMINER_SEEDS'])

/** The file of an example, as its reader has it. */
export function fileOf(example: string): ExamineFile {
  const path = `examples/examiner/${example}/examine.yaml`
  const file = parse(readFileSync(path, 'utf8')) as ExamineFile
  return { ...file, program: { ...file.program, cwd: resolve(dirname(path), file.program.cwd ?? '.') } }
}

/**
 * Runs the command as a user would. Port 3000 of the file becomes a free one and orders are kept in a folder of this run, so that
 * examinations may run beside each other. `mistake` is the one that the program is to make; `until` are laws of which one
 * is enough: the search is then interrupted.
 */
export async function examine(
  file: ExamineFile,
  args: readonly string[],
  mistake = '',
  until: readonly string[] = [],
): Promise<Examined> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-examined-'))
  try {
    const port = String(await freePort())
    const { program, ...rest } = file
    const env = { ...program.env, MISTAKE: mistake, DATA: join(folder, 'orders') }
    const text = stringify({ program: { ...program, env }, ...rest }).replaceAll('3000', port)
    const path = join(folder, 'examine.yaml')
    writeFileSync(path, text)
    const result = join(folder, 'result.json')
    const child = spawn(process.execPath, [main, 'examine', path, '--json', result, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (until.some((law) => output.includes(`found: ${law} in`)) && !child.killed) child.kill('SIGINT')
      })
    const [code] = (await once(child, 'close')) as [number | null]
    const read = (): Omit<Examined, 'code' | 'output'> => JSON.parse(readFileSync(result, 'utf8'))
    const nothing = { stories: 0, seconds: 0, seed: '', findings: [], notes: [] }
    return { code, output, ...(code === 0 || code === 1 ? read() : nothing) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Expects that a right program is not accused, whatever the seed. */
export async function expectRight(file: ExamineFile, seeds: readonly string[]): Promise<void> {
  for (const seed of seeds) {
    const { code, output } = await examine(file, ['--seed', seed, '--stories', '20'])
    expect(code, output).toBe(0)
  }
}

/** Expects that the mistake is found, by a story of at most two deviations that breaks the same law when played alone. */
export async function expectFound(
  file: ExamineFile,
  mistake: string,
  laws: readonly string[],
): Promise<void> {
  const args = ['--seed', 'mistakes', '--budget', '100s']
  const { code, output, findings } = await examine(file, args, mistake, laws)
  expect(code, output).toBe(1)
  const found = findings.find(({ law, unsteady }) => laws.includes(law) && !unsteady)
  if (!found) throw new Error(`none of ${laws} was found to be broken:\n${output}`)
  expect(found.deviations.length, output).toBeLessThanOrEqual(2)
  const again = await examine(file, ['--seed', 'mistakes', '--story', found.story], mistake)
  expect(again.code, again.output).toBe(1)
  expect(again.findings).toContainEqual(expect.objectContaining({ law: found.law, unsteady: false }))
}
