import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

/** A folder with the package installed as users install it, and the development tools of this repository. */
export interface Built {
  folder: string
  /** The built files. */
  dist: string
  /** The command's file. */
  main: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    built: Built
  }
}

/** Builds the package into a temporary folder's node_modules, once for all tests. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-user-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'payment-emulator')
  const dist = join(installed, 'dist')
  mkdirSync(installed, { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const path of ['package.json', 'scenarios', 'fixtures'])
    cpSync(path, join(installed, path), { recursive: true })
  const built = spawnSync(process.execPath, ['scripts/build.mjs', dist], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stderr}`)
  mkdirSync(join(modules, '.bin'))
  symlinkSync(join(dist, 'main.js'), join(modules, '.bin/payment-emulator'))
  project.provide('built', { folder, dist, main: join(dist, 'main.js') })
  return () => rmSync(folder, { recursive: true, force: true })
}
