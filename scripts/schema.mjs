// Writes what editors know of scenarios: scenarios/scenario.schema.json, from the schema that scenario files are checked
// with, and src/client/built-in-keys.ts, from the built-in files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { parseAllDocuments } from 'yaml'

const { outputFiles } = await build({
  entryPoints: ['src/openapi/scenario-schema.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
})
const { scenarioSchema } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)
writeFileSync('scenarios/scenario.schema.json', `${JSON.stringify(scenarioSchema(), null, 2)}\n`)

const keys = readdirSync('scenarios', { recursive: true })
  .filter((path) => path.endsWith('.yaml'))
  .flatMap((path) => parseAllDocuments(readFileSync(`scenarios/${path}`, 'utf8')))
  .map((document) => document.get('key'))
  .sort()
writeFileSync(
  'src/client/built-in-keys.ts',
  [
    '// Written by `npm run schema`.',
    '',
    '/** A key of the built-in scenario files. */',
    'export type BuiltInScenarioKey =',
    ...keys.map((key) => `  | '${key}'`),
    '',
  ].join('\n'),
)
