// Bundles the sources into dist/, and writes the checked scenarios and fixtures beside them so that a start parses no YAML.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })

/** Some bundled packages are CommonJS and ask for node's own modules by `require`. */
const banner = {
  js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
}
const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minify: true,
  legalComments: 'none',
}

await Promise.all([
  build({ ...common, banner, entryPoints: { cli: 'src/cli.ts' }, outdir: 'dist' }),
  build({ ...common, entryPoints: { 'built-in': 'src/built-in.ts' }, banner, outdir: 'dist' }),
  build({
    ...common,
    entryPoints: { main: 'src/main.ts' },
    outdir: 'dist',
    // The launcher turns on the compile cache before it loads the bundle.
    plugins: [
      {
        name: 'bundle-apart',
        setup: (b) => b.onResolve({ filter: /^\.\/cli\.ts$/ }, () => ({ path: './cli.js', external: true })),
      },
    ],
  }),
])

const { readBuiltIn } = await import('../dist/built-in.js')
writeFileSync('dist/data.json', JSON.stringify(await readBuiltIn()))
rmSync('dist/built-in.js')
chmodSync('dist/main.js', 0o755)
