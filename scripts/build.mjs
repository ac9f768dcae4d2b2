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

/** For `require`. Jest loads nothing else, so these files load what they need later by `require`, too. */
const commonJs = {
  ...common,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: `'use strict';const moduleUrl=require('node:url').pathToFileURL(__filename).href;` },
}

/** The entry points for test runners use the runner that is there. */
const forRunner = {
  external: ['@playwright/test', 'vitest'],
  plugins: [apart(/^\.\/testing\/index\.ts$/, './testing.cjs')],
}

/** Writes an ES module that exports what a CommonJS file beside it exports: for node there is one copy of each class. */
const reexport = async (name, from, entry) => {
  const { metafile } = await build({
    ...common,
    entryPoints: [entry],
    write: false,
    metafile: true,
    packages: 'external',
  })
  const [{ exports }] = Object.values(metafile.outputs)
  writeFileSync(`${outdir}/${name}.js`, `export { ${exports.sort().join(', ')} } from './${from}.cjs'\n`)
}

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
      apart(/^\.\.\/client\.ts$/, './client.cjs', /[\\/]in-process\.ts$/),
      apart(/\/populate\/populate\.ts$/, './populate.cjs'),
      apart(/\/examiner\/play\/run\.ts$/, './examine.js'),
      apart(/\/run\/run\.ts$/, './run.js'),
      apart(/\/certificates\/authority\.ts$/, './certificates.js'),
    ],
  }),
  // Names and addresses of many countries: half as large as everything else, and loaded on demand.
  build({ ...commonJs, entryPoints: { populate: 'src/populate/populate.ts' } }),
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
      apart(/^\.\.\/client\.ts$/, './client-node.js'),
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
  // For browsers.
  build({ ...common, platform: 'neutral', target: 'es2022', entryPoints: { client: 'src/client.ts' } }),
  build({ ...commonJs, entryPoints: { client: 'src/client.ts' } }),
  reexport('client-node', 'client', 'src/client.ts'),
  build({
    ...common,
    entryPoints: { index: 'src/index.ts' },
    plugins: [apart(/^\.\/node\/in-process\.ts$/, './cli.js'), apart(/^\.\/client\.ts$/, './client-node.js')],
  }),
  build({
    ...commonJs,
    entryPoints: { index: 'src/index.ts' },
    plugins: [
      apart(/^\.\/node\/in-process\.ts$/, './emulator.cjs'),
      apart(/^\.\/client\.ts$/, './client.cjs'),
    ],
  }),
  build({
    ...commonJs,
    entryPoints: { emulator: 'src/node/in-process.ts' },
    plugins: [
      ...common.plugins,
      apart(/^\.\.\/client\.ts$/, './client.cjs'),
      apart(/\/populate\/populate\.ts$/, './populate.cjs'),
    ],
  }),
  // What the entry points for test runners share.
  build({
    ...commonJs,
    entryPoints: { testing: 'src/client/testing/index.ts' },
    plugins: [...common.plugins, apart(/^(\.\.\/)+index\.ts$/, './index.cjs')],
  }),
  ...['jest', 'playwright'].flatMap((runner) => [
    build({ ...commonJs, ...forRunner, entryPoints: { [runner]: `src/client/${runner}.ts` } }),
    reexport(runner, runner, `src/client/${runner}.ts`),
  ]),
  // Vitest is an ES module, which its own file for `require` says to those who try.
  build({ ...common, ...forRunner, entryPoints: { vitest: 'src/client/vitest.ts' } }),
  build({ ...commonJs, ...forRunner, entryPoints: { vitest: 'src/client/vitest.ts' } }),
  build({
    ...commonJs,
    entryPoints: { examine: 'src/examine.ts' },
    plugins: [...common.plugins, apart(/^(\.\.\/)+index\.ts$/, './index.cjs')],
  }),
])

const { readBuiltIn } = await import(pathToFileURL(`${outdir}/built-in.js`).href)
const folders = { scenarios: resolve('scenarios'), fixtures: resolve('fixtures') }
writeFileSync(`${outdir}/data.json`, JSON.stringify(await readBuiltIn(folders)))
rmSync(`${outdir}/built-in.js`)
// Programs load it as it is, on any version of Node.
copyFileSync('src/run/preload.cjs', `${outdir}/preload.cjs`)
chmodSync(`${outdir}/main.js`, 0o755)
