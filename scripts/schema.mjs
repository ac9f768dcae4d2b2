// Writes scenarios/scenario.schema.json from the schema that the scenario files are checked with.
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'

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
