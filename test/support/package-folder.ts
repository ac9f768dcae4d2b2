import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A folder in which the package is installed as users have it, beside the development tools of this repository. */
export interface PackageFolder {
  folder: string
  /** The command's file. */
  main: string
  remove(): void
}

/** Builds the package into a temporary folder's node_modules, and copies `project` there. Takes about a second. */
export function packageFolder(project?: string): PackageFolder {
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-user-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'payment-emulator')
  mkdirSync(installed, { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const path of ['package.json', 'scenarios', 'fixtures'])
    cpSync(path, join(installed, path), { recursive: true })
  const built = spawnSync(process.execPath, ['scripts/build.mjs', join(installed, 'dist')], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stderr}`)
  mkdirSync(join(modules, '.bin'))
  symlinkSync(join(installed, 'dist/main.js'), join(modules, '.bin/payment-emulator'))
  if (project !== undefined) cpSync(project, folder, { recursive: true })
  return {
    folder,
    main: join(installed, 'dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs a program to its end; what it wrote, and its exit code. */
export async function runIn(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    // Vitest's own variables would tell an inner run that it is a worker.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}
