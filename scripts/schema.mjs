// Writes what editors know of the files: the JSON Schemas of scenario and examination files, from the schemas that these
// files are checked with, and src/client/built-in-keys.ts, from the built-in scenarios.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { importSource } from './bundle.mjs'

const { scenarioSchema, examinationSchema } = await importSource({
  code: "export * from './src/openapi/scenario-schema.ts'; export * from './src/examiner/file/json-schema.ts'",
})
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
