import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Where the package is after it was packed. */
export interface Installed {
  folder: string
  tarball: string
  /** What npm publishes, unpacked. */
  published: string
  /** A user's project of ES modules in which the tarball is installed, and nothing else. */
  user: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    installed: Installed
  }
}

export const repository = resolve(import.meta.dirname ?? '.', '../..')

/** The programs that only these tests need, as test/package/tools/ lists them. Installed where nothing looks for sources. */
export const tools = join(repository, 'node_modules/.cache/package-tools')

export const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Creates a project of a user in which the tarball is installed, beside packages from other folders by their names. */
export function newProject(
  { folder, tarball }: Pick<Installed, 'folder' | 'tarball'>,
  name: string,
  settings: object,
  packages: Record<string, string> = {},
): string {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name, private: true, ...settings }))
  run(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
  for (const [each, from] of Object.entries(packages)) {
    const link = join(project, 'node_modules', each)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(from, 'node_modules', each), link)
  }
  return project
}

/** Installs the tools as their lock file says, unless that has been done. */
function installTools(): void {
  const manifest = join(repository, 'test/package/tools')
  const wanted = readFileSync(join(manifest, 'package-lock.json'), 'utf8')
  const done = join(tools, 'installed.json')
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return
  mkdirSync(tools, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(manifest, name), join(tools, name))
  // Not `npm ci`: it refuses lock files without the packages of other platforms, which not every registry has.
  run(tools, 'npm', 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund')
  writeFileSync(done, wanted)
}

/** Packs the package once for all tests, and installs the tools. */
export default function setup(project: TestProject): () => void {
  installTools()
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-package-'))
  // In a copy, so that dist/ does not change for other processes that use it.
  const source = join(folder, 'source')
  mkdirSync(source)
  for (const name of readdirSync(repository))
    if (!['node_modules', 'dist', 'bench', '.git', 'test', 'kits', 'examples'].includes(name))
      cpSync(join(repository, name), join(source, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(source, 'node_modules'))
  run(source, 'npm', 'pack', '--pack-destination', folder)
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  run(folder, 'tar', '-xzf', tarball)
  const user = newProject({ folder, tarball }, 'user', { type: 'module' })
  project.provide('installed', { folder, tarball, published: join(folder, 'package'), user })
  return () => rmSync(folder, { recursive: true, force: true })
}
