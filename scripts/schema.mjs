// Writes the JSON Schemas of scenario and examination files from the schemas that these files are checked with.
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'

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
