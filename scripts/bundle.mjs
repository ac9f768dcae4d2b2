import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { textImports } from './text-imports.mjs'

/** A module that is not in a file. */
const virtual = (code) => {
  const id = resolve('virtual-entry.js')
  return {
    name: 'virtual entry',
    resolveId: (source) => (source === id ? id : undefined),
    load: (source) => (source === id ? { code, moduleType: 'js' } : undefined),
    input: id,
  }
}

/**
 * Bundles sources and returns the chunks and their texts; without an `output.dir`, nothing is written.
 * @param {{ name?: string, entry?: string, code?: string, plugins?: import('rolldown').Plugin[],
 *           output?: import('rolldown').OutputOptions } & import('rolldown').InputOptions} options
 *   `entry` is the path of a source file. `code` is the text of an entry module instead; its imports are relative to
 *   the project. `name` is that of the file, without its extension.
 */
export async function bundle({ name = 'index', entry, code, plugins = [], output = {}, ...input }) {
  const module = code === undefined ? undefined : virtual(code)
  const build = await rolldown({
    input: { [name]: module?.input ?? resolve(entry) },
    platform: 'node',
    tsconfig: false,
    transform: { target: 'node20.19' },
    plugins: [...(module ? [module] : []), ...plugins, textImports()],
    ...input,
  })
  try {
    const how = { format: 'esm', comments: { legal: false, jsdoc: false }, ...output }
    return (await (how.dir === undefined ? build.generate(how) : build.write(how))).output
  } finally {
    await build.close()
  }
}

/** Imports TypeScript sources of the project, which Node 20 cannot load. `entry` and `code` are as for `bundle`. */
export async function importSource(source) {
  // Libraries of the bundle may require modules of Node, which needs the address of a file.
  const dir = mkdtempSync(join(tmpdir(), 'payment-emulator-source-'))
  try {
    const [{ fileName }] = await bundle({
      ...source,
      output: { dir, entryFileNames: '[name].mjs', codeSplitting: false },
    })
    return await import(pathToFileURL(join(dir, fileName)).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
