import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A folder with the package installed as users install it, and the development tools of this repository. */
export interface PackageFolder {
  folder: string
  /** The command's file. */
  main: string
  remove(): void
}

/** Builds the package into a temporary folder's node_modules. Takes about a second. */
export function packageFolder(): PackageFolder {
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
  return {
    folder,
    main: join(installed, 'dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
