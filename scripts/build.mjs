// Bundles the sources into dist/, and writes the checked scenarios and fixtures beside them so that a start parses no YAML.
//
// usage: node scripts/build.mjs [FOLDER] [--readable]   into FOLDER instead of dist/; names and lines as in the sources

import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { noHttp2 } from './fast/no-http2.mjs'
import { nodeModules } from './fast/node-modules.mjs'
import { oneLanguage } from './fast/one-language.mjs'

const [folder = 'dist'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const outdir = resolve(folder)
rmSync(outdir, { recursive: true, force: true })

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minify: !process.argv.includes('--readable'),
  legalComments: 'none',
  outdir,
  plugins: [oneLanguage, noHttp2, nodeModules],
}

/** Excludes imports that match `filter` from a bundle; they refer to the file `path` beside it. `by`: only imports by that file. */
const apart = (filter, path, by = /^/) => ({
  name: `apart ${path}`,
  setup: (b) =>
    b.onResolve({ filter }, ({ importer }) => (by.test(importer) ? { path, external: true } : undefined)),
})

await Promise.all([
  // One file for the command and the in-process emulator.
  build({
    ...common,
    stdin: {
      contents: "export * from './src/cli/cli.ts'; export * from './src/node/in-process.ts'",
      resolveDir: '.',
    },
    entryNames: 'cli',
    // The in-process emulator shares the client that users import, so that there is one class of errors.
    plugins: [
      ...common.plugins,
      apart(/^\.\.\/client\.ts$/, './client.js', /[\\/]in-process\.ts$/),
      apart(/\/populate\/populate\.ts$/, './populate.js'),
      apart(/\/examiner\/play\/run\.ts$/, './examine.js'),
      apart(/\/run\/run\.ts$/, './run.js'),
      apart(/\/certificates\/authority\.ts$/, './certificates.js'),
    ],
  }),
  // Names and addresses of many countries: half as large as everything else, and loaded on demand.
  build({ ...common, entryPoints: { populate: 'src/populate/populate.ts' } }),
  // The examiner starts an emulator in its process, as programs of users do.
  build({
    ...common,
    stdin: {
      contents: "export * from './src/examine.ts'; export * from './src/examiner/play/run.ts'",
      resolveDir: '.',
    },
    entryNames: 'examine',
    plugins: [...common.plugins, apart(/^(\.\.\/)+index\.ts$/, './index.js')],
  }),
  // It starts an emulator in its process, too; errors and tables are those of the command that loads it.
  build({
    ...common,
    entryPoints: { run: 'src/run/run.ts' },
    plugins: [
      ...common.plugins,
      apart(/^\.\.\/index\.ts$/, './index.js'),
      apart(/^\.\.\/client\.ts$/, './client.js'),
      apart(/\/certificates\/authority\.ts$/, './certificates.js'),
    ],
  }),
  // The library of certificates, loaded by those who make some. Its modules of ECMAScript are half as large as the others.
  build({
    ...common,
    mainFields: ['module', 'main'],
    entryPoints: { certificates: 'src/certificates/authority.ts' },
  }),
  build({ ...common, entryPoints: { 'built-in': 'src/node/built-in.ts' } }),
  build({
    ...common,
    entryPoints: { main: 'src/main.ts' },
    // The launcher turns on the compile cache before it loads the bundle.
    plugins: [apart(/^\.\/cli\/cli\.ts$/, './cli.js')],
  }),
  // For browsers, too.
  build({ ...common, platform: 'neutral', target: 'es2022', entryPoints: { client: 'src/client.ts' } }),
  build({
    ...common,
    entryPoints: { index: 'src/index.ts' },
    plugins: [apart(/^\.\/node\/in-process\.ts$/, './cli.js'), apart(/^\.\/client\.ts$/, './client.js')],
  }),
])

const { readBuiltIn } = await import(pathToFileURL(`${outdir}/built-in.js`).href)
const folders = { scenarios: resolve('scenarios'), fixtures: resolve('fixtures') }
writeFileSync(`${outdir}/data.json`, JSON.stringify(await readBuiltIn(folders)))
rmSync(`${outdir}/built-in.js`)
// Programs load it as it is, on any version of Node.
copyFileSync('src/run/preload.cjs', `${outdir}/preload.cjs`)
chmodSync(`${outdir}/main.js`, 0o755)
