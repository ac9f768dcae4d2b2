// Checks whether the service at an address follows the contract; by default, the emulator of this folder.
// The suite is TypeScript: it is bundled into a temporary folder first.
//
// usage: npm run conformance -- --help

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-conformance-'))
try {
  const outfile = join(folder, 'suite.mjs')
  await build({
    entryPoints: ['test/conformance/main.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    outfile,
    // The YAML library is CommonJS and requires modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    logLevel: 'warning',
  })
  const { conformance } = await import(pathToFileURL(outfile).href)
  process.exitCode = await conformance(process.argv.slice(2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
