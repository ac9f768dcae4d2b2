// Writes what editors know of the files: the JSON Schemas of scenario and examination files, from the schemas that these
// files are checked with, and src/client/built-in-keys.ts, from the built-in scenarios.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { parseAllDocuments } from 'yaml'

const { outputFiles } = await build({
  stdin: {
    contents:
      "export * from './src/openapi/scenario-schema.ts'; export * from './src/examiner/file/json-schema.ts'",
    resolveDir: '.',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
})
const { scenarioSchema, examinationSchema } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)
const write = (name, schema) => writeFileSync(`scenarios/${name}`, `${JSON.stringify(schema, null, 2)}\n`)
write('scenario.schema.json', scenarioSchema())
write('examine.schema.json', examinationSchema())

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
