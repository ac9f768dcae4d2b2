// Writes the published declarations into dist/types/: those reachable from the entry points.
// They must not need another package, because the package has no dependencies.
//
// usage: node scripts/types.mjs [FOLDER]   into FOLDER/types instead of dist/types

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const outdir = resolve(process.argv[2] ?? 'dist', 'types')
const entries = ['index', 'client', 'examine']

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
    files: entries.map((entry) => resolve(`src/${entry}.ts`)),
    include: [],
  }),
)
execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project], {
  stdio: 'inherit',
})

const folder = join(whole, 'src')
const reached = new Set(entries.map((entry) => join(folder, `${entry}.d.ts`)))
rmSync(outdir, { recursive: true, force: true })
for (const file of reached) {
  const text = readFileSync(file, 'utf8').replace(
    /(?<=\bfrom\s*|\bimport\s*\(?\s*)(['"])(.+?)\1/g,
    (_, quote, name) => {
      if (!name.startsWith('.')) throw new Error(`${relative(folder, file)} needs the package ${name}`)
      reached.add(resolve(dirname(file), name.replace(/\.ts$/, '.d.ts')))
      return `${quote}${name.replace(/\.ts$/, '.js')}${quote}`
    },
  )
  if (/\/\/\/ *<reference/.test(text)) throw new Error(`${relative(folder, file)} refers to another package`)
  const target = join(outdir, relative(folder, file))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
rmSync(whole, { recursive: true })
