// Bundles the sources into dist/, and writes the checked scenarios and fixtures beside them so that a start parses no YAML.
//
// usage: node scripts/build.mjs [FOLDER]   into FOLDER instead of dist/

import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const outdir = resolve(process.argv[2] ?? 'dist')
rmSync(outdir, { recursive: true, force: true })

/** Some bundled packages are CommonJS and ask for node's own modules by `require`. */
const banner = {
  js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
}
/** zod brings its error texts in some fifty languages; the bundle needs one, and starts sooner without the rest. */
const oneLanguage = {
  name: 'one language',
  setup: (b) =>
    b.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    })),
}

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  outdir,
  plugins: [oneLanguage],
}

/** Leaves an import out of a bundle: what `filter` names is found in the file `path` beside it. */
const apart = (filter, path) => ({
  name: `apart ${path}`,
  setup: (b) => b.onResolve({ filter }, () => ({ path, external: true })),
})

await Promise.all([
  // Everything there is, in one file: the command and the emulator in one's own process.
  build({
    ...common,
    banner,
    stdin: { contents: "export * from './src/cli.ts'; export * from './src/in-process.ts'", resolveDir: '.' },
    entryNames: 'cli',
  }),
  build({ ...common, banner, entryPoints: { 'built-in': 'src/built-in.ts' } }),
  build({
    ...common,
    entryPoints: { main: 'src/main.ts' },
    // The launcher turns on the compile cache before it loads the bundle.
    plugins: [apart(/^\.\/cli\.ts$/, './cli.js')],
  }),
  // For browsers, too.
  build({ ...common, platform: 'neutral', target: 'es2022', entryPoints: { client: 'src/client.ts' } }),
  build({
    ...common,
    entryPoints: { index: 'src/index.ts' },
    plugins: [apart(/^\.\/in-process\.ts$/, './cli.js'), apart(/^\.\/client\.ts$/, './client.js')],
  }),
])

const { readBuiltIn } = await import(pathToFileURL(`${outdir}/built-in.js`).href)
const folders = { scenarios: resolve('scenarios'), fixtures: resolve('fixtures') }
writeFileSync(`${outdir}/data.json`, JSON.stringify(await readBuiltIn(folders)))
rmSync(`${outdir}/built-in.js`)
chmodSync(`${outdir}/main.js`, 0o755)
