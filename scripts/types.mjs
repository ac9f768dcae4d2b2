// Writes the published declarations into dist/types/: those reachable from the entry points, as the types of CommonJS
// modules, and for each entry point the types of the ES module that exports the same.
// They must not need another package, because the package has no dependencies. Only an entry point for a test runner may
// need that runner, which its users have.
//
// usage: node scripts/types.mjs [FOLDER]   into FOLDER/types instead of dist/types

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'

const outdir = resolve(process.argv[2] ?? 'dist', 'types')
/** The entry points, with the packages that each may need. */
const entries = {
  index: [],
  client: [],
  examine: [],
  'client/jest': [],
  'client/playwright': ['@playwright/test'],
  'client/vitest': ['vitest'],
}

/** What is added to an entry point. Vitest declares the same with other names, so both cannot stand in one project. */
const additions = {
  'client/jest': `import type { PaymentMatchers } from './testing/index.ts';
declare global {
    namespace jest {
        interface Matchers<R, T = {}> extends PaymentMatchers<Promise<void>> {
        }
    }
}
`,
}

const whole = mkdtempSync(join(tmpdir(), 'payment-emulator-types-'))
const project = join(whole, 'tsconfig.json')
writeFileSync(
  project,
  JSON.stringify({
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true, // `npm run types` checks
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: resolve('src'),
      outDir: join(whole, 'src'),
      typeRoots: [resolve('node_modules/@types')],
    },
    files: Object.keys(entries).map((entry) => resolve(`src/${entry}.ts`)),
    include: [],
  }),
)
execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project], {
  stdio: 'inherit',
})

const folder = join(whole, 'src')
const entryOf = new Map(Object.keys(entries).map((entry) => [join(folder, `${entry}.d.ts`), entry]))
const reached = new Set(entryOf.keys())
rmSync(outdir, { recursive: true, force: true })
for (const file of reached) {
  const entry = entryOf.get(file)
  const allowed = entries[entry] ?? []
  const text = `${readFileSync(file, 'utf8')}${additions[entry] ?? ''}`.replace(
    /(?<=\bfrom\s*|\bimport\s*\(?\s*)(['"])(.+?)\1/g,
    (found, quote, name) => {
      if (allowed.includes(name)) return found
      if (!name.startsWith('.')) throw new Error(`${relative(folder, file)} needs the package ${name}`)
      reached.add(resolve(dirname(file), name.replace(/\.ts$/, '.d.ts')))
      return `${quote}${name.replace(/\.ts$/, '.cjs')}${quote}`
    },
  )
  if (/\/\/\/ *<reference/.test(text)) throw new Error(`${relative(folder, file)} refers to another package`)
  const target = join(outdir, relative(folder, file).replace(/\.d\.ts$/, ''))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.d.cts`, text)
  // What extends the types of an ES module must be one itself.
  if (entry !== undefined)
    writeFileSync(`${target}.d.ts`, allowed.length > 0 ? text : `export * from './${basename(target)}.cjs'\n`)
}
rmSync(whole, { recursive: true })
