// Bundles the sources into dist/, and writes the checked scenarios and fixtures beside them so that a start parses no YAML.
//
// usage: node scripts/build.mjs [FOLDER] [--readable]   into FOLDER instead of dist/; names and lines as in the sources

import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundle, importSource } from './bundle.mjs'
import { noHttp2 } from './fast/no-http2.mjs'
import { nodeModules } from './fast/node-modules.mjs'

const [folder = 'dist'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const dir = resolve(folder)
rmSync(dir, { recursive: true, force: true })

const minify = !process.argv.includes('--readable')

/** Excludes imports that match `filter` from a bundle; they refer to the file `path` beside it. `by`: only imports by that file. */
const apart = (filter, path, by = /^/) => ({
  name: `apart ${path}`,
  resolveId: (source, importer) =>
    filter.test(source) && by.test(importer ?? '') ? { id: path, external: true } : undefined,
})

/** One file, an ES module. */
const esModule = ({ plugins = [], ...options }) =>
  bundle({
    ...options,
    plugins: [...plugins, noHttp2, nodeModules],
    output: { dir, minify, entryFileNames: '[name].js', codeSplitting: false, ...options.output },
  })

/** One file for `require`. Jest loads nothing else, so these files load what they need later by `require`, too. */
const commonJs = (options) =>
  esModule({
    ...options,
    output: {
      format: 'cjs',
      strict: true,
      entryFileNames: '[name].cjs',
      dynamicImportInCjs: false,
      exports: 'named',
    },
  })

/** The entry points for test runners use the runner that is there. */
const forRunner = {
  external: ['@playwright/test', 'vitest'],
  plugins: [apart(/^\.\/testing\/index\.ts$/, './testing.cjs')],
}

/** Builds a CommonJS file, and an ES module that exports what it exports: for node there is one copy of each class. */
async function both(name, reexport, options) {
  const [{ exports }] = await commonJs({ ...options, name })
  writeFileSync(`${dir}/${reexport}.js`, `export { ${exports.sort().join(', ')} } from './${name}.cjs'\n`)
}

await Promise.all([
  // The command and the in-process emulator. What is loaded before the first answer is one file; the rest is loaded from
  // late/ when it is needed.
  esModule({
    name: 'cli',
    code: "export * from './src/cli/cli.ts'; export * from './src/node/in-process.ts'",
    output: {
      chunkFileNames: ({ name }) => (name === 'first' ? '[name].js' : 'late/[name].js'),
      codeSplitting: {
        groups: [
          { name: 'first', tags: ['$initial'] },
          { name: 'yaml', test: /[\\/]node_modules[\\/]yaml[\\/]/ },
        ],
      },
    },
    plugins: [
      // The in-process emulator shares the client that users import, so that there is one class of errors.
      apart(/^\.\.\/client\.ts$/, './client.cjs', /[\\/]in-process\.ts$/),
      apart(/\/populate\/populate\.ts$/, '../populate.cjs'),
      apart(/\/examiner\/play\/run\.ts$/, '../examine.js'),
      apart(/\/run\/run\.ts$/, '../run.js'),
      apart(/\/certificates\/authority\.ts$/, '../certificates.js'),
    ],
  }),
  // Names and addresses of many countries: half as large as everything else, and loaded on demand.
  commonJs({ name: 'populate', entry: 'src/populate/populate.ts' }),
  // The examiner starts an emulator in its process, as programs of users do.
  esModule({
    name: 'examine',
    code: "export * from './src/examine.ts'; export * from './src/examiner/play/run.ts'",
    plugins: [apart(/^(\.\.\/)+index\.ts$/, './index.js')],
  }),
  // It starts an emulator in its process, too; errors and tables are those of the command that loads it.
  esModule({
    name: 'run',
    entry: 'src/run/run.ts',
    plugins: [
      apart(/^\.\.\/index\.ts$/, './index.js'),
      apart(/^\.\.\/client\.ts$/, './client-node.js'),
      apart(/\/certificates\/authority\.ts$/, './certificates.js'),
    ],
  }),
  // The library of certificates, loaded by those who make some.
  esModule({
    name: 'certificates',
    entry: 'src/certificates/authority.ts',
    // Its modules of ECMAScript are half as large as the others.
    resolve: { mainFields: ['module', 'main'] },
  }),
  esModule({
    name: 'main',
    entry: 'src/main.ts',
    // The launcher turns on the compile cache before it loads the bundle.
    plugins: [apart(/^\.\/cli\/cli\.ts$/, './cli.js')],
  }),
  // For browsers.
  esModule({ name: 'client', entry: 'src/client.ts', platform: 'neutral', transform: { target: 'es2022' } }),
  both('client', 'client-node', { entry: 'src/client.ts' }),
  esModule({
    name: 'index',
    entry: 'src/index.ts',
    plugins: [apart(/^\.\/node\/in-process\.ts$/, './cli.js'), apart(/^\.\/client\.ts$/, './client-node.js')],
  }),
  commonJs({
    name: 'index',
    entry: 'src/index.ts',
    plugins: [
      apart(/^\.\/node\/in-process\.ts$/, './emulator.cjs'),
      apart(/^\.\/client\.ts$/, './client.cjs'),
    ],
  }),
  commonJs({
    name: 'emulator',
    entry: 'src/node/in-process.ts',
    plugins: [
      apart(/^\.\.\/client\.ts$/, './client.cjs'),
      apart(/\/populate\/populate\.ts$/, './populate.cjs'),
    ],
  }),
  // What the entry points for test runners share.
  commonJs({
    name: 'testing',
    entry: 'src/client/testing/index.ts',
    plugins: [apart(/^(\.\.\/)+index\.ts$/, './index.cjs')],
  }),
  both('jest', 'jest', { ...forRunner, entry: 'src/client/jest.ts' }),
  both('playwright', 'playwright', { ...forRunner, entry: 'src/client/playwright.ts' }),
  // Vitest is an ES module, which its own file for `require` says to those who try.
  esModule({ ...forRunner, name: 'vitest', entry: 'src/client/vitest.ts' }),
  commonJs({ ...forRunner, name: 'vitest', entry: 'src/client/vitest.ts' }),
  commonJs({
    name: 'examine',
    entry: 'src/examine.ts',
    plugins: [apart(/^(\.\.\/)+index\.ts$/, './index.cjs')],
  }),
])

const { readBuiltIn } = await importSource({ entry: 'src/node/built-in.ts' })
const folders = { scenarios: resolve('scenarios'), fixtures: resolve('fixtures') }
writeFileSync(`${dir}/data.json`, JSON.stringify(await readBuiltIn(folders)))
// Programs load it as it is, on any version of Node.
copyFileSync('src/run/preload.cjs', `${dir}/preload.cjs`)
chmodSync(`${dir}/main.js`, 0o755)
