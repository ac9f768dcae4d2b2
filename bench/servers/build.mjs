import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

/** One file per server, and an entry point that enables the compile cache, as the emulator is shipped. */
export async function buildServers(directory, { minify = true } = {}) {
  mkdirSync(directory, { recursive: true })
  const built = {}
  for (const name of ['bare-hono', 'raw-http']) {
    await build({
      entryPoints: [`${here}${name}.mjs`],
      outfile: `${directory}/${name}.bundle.mjs`,
      bundle: true,
      minify,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
      banner: {
        js: "import { createRequire } from 'node:module';const require=createRequire(import.meta.url);",
      },
    })
    built[name] = `${directory}/${name}.mjs`
    writeFileSync(
      built[name],
      `import module from 'node:module'\nmodule.enableCompileCache?.('${directory}/compile-cache')\nawait import('./${name}.bundle.mjs')\n`,
    )
  }
  return built
}
