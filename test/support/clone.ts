import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The commands of examples/README.md that run once in the root of a clone. */
export const prepared = 'npm ci && npm pack'

/** A clone in which they were run. */
export interface Clone {
  root: string
  /** The command's file. */
  main: string
  /** The folder of an example, where `npm install` finds the development tools of this repository. */
  example(name: string): string
  remove(): void
}

/** Creates one in a temporary folder, with the files of an earlier build if their folder is named. A build takes a second. */
export function clone(dist?: string): Clone {
  const root = mkdtempSync(join(tmpdir(), 'payment-emulator-clone-'))
  for (const path of ['package.json', 'scenarios', 'fixtures'])
    cpSync(path, join(root, path), { recursive: true })
  // Without installed packages.
  cpSync('examples', join(root, 'examples'), {
    recursive: true,
    filter: (path) => !/node_modules|package-lock\.json/.test(path),
  })
  if (dist !== undefined) cpSync(dist, join(root, 'dist'), { recursive: true })
  else {
    const built = spawnSync(process.execPath, ['scripts/build.mjs', join(root, 'dist')], { encoding: 'utf8' })
    if (built.status !== 0) throw new Error(`the build failed:\n${built.stderr}`)
  }
  return {
    root,
    main: join(root, 'dist/main.js'),
    example(name) {
      const folder = join(root, 'examples', name)
      if (existsSync(join(folder, 'package.json'))) linkTools(folder)
      return folder
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Replaces a registry: `npm install` refuses an installed version outside the requested range, as usual. */
function linkTools(folder: string): void {
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(devDependencies)) {
    const place = join(folder, 'node_modules', name)
    if (version.startsWith('file:') || existsSync(place)) continue
    const own = join('test/examples/stand-ins/node', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(resolve(existsSync(own) ? own : join('node_modules', name)), place)
  }
}

/** The first shell command of an example's README.md. */
export function lineOf(example: string): string {
  const [, line] = /^```sh\n(.*?)\n```$/ms.exec(readFileSync(`examples/${example}/README.md`, 'utf8')) ?? []
  if (line === undefined) throw new Error(`examples/${example}/README.md has no shell command`)
  return line
}

/** Runs a shell command without a registry; returns its output and exit code. */
export async function runLine(
  cwd: string,
  line: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', line], { cwd, env: { ...environment(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}

/** Without vitest's variables, which make an inner run believe that it is a worker, and without the emulator's. */
export const environment = (): Record<string, string> => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: process.env['HOME'] ?? '',
  NO_COLOR: '1',
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
})
