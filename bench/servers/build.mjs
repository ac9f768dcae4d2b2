import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../scripts/bundle.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/** One file per server, and an entry point that enables the compile cache, as the emulator is shipped. */
export async function buildServers(directory, { minify = true } = {}) {
  mkdirSync(directory, { recursive: true })
  const built = {}
  for (const name of ['bare-hono', 'raw-http', 'delayed-http']) {
    const entryFileNames = `${name}.bundle.mjs`
    await bundle({
      entry: `${here}${name}.mjs`,
      output: { dir: directory, entryFileNames, codeSplitting: false, minify },
    })
    built[name] = `${directory}/${name}.mjs`
    writeFileSync(
      built[name],
      `import module from 'node:module'\nmodule.enableCompileCache?.('${directory}/compile-cache')\nawait import('./${name}.bundle.mjs')\n`,
    )
  }
  return built
}
