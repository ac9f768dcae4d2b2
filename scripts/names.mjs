// Writes fixtures/names.yaml: the names of people for account and meter numbers without a fixture.
import { writeFileSync } from 'node:fs'
import { fakerEN, fakerEN_GH, fakerEN_NG } from '@faker-js/faker'

const count = 500
const sources = [fakerEN_NG, fakerEN_GH, fakerEN]
for (const source of sources) source.seed(4290)

const names = new Set()
for (let turn = 0; names.size < count; turn++) {
  const { person } = sources[turn % sources.length]
  const name = `${person.firstName()} ${person.lastName()}`
  if (/^[A-Z][a-z]+ [A-Z][a-z]+(-[A-Z][a-z]+)?$/.test(name)) names.add(name)
}

const head = `# Names of account holders, made by scripts/names.mjs: run \`node scripts/names.mjs\` to regenerate them.
# An identifier without a fixture always maps to the same name.
names:
`
writeFileSync('fixtures/names.yaml', head + [...names].map((name) => `  - ${name}\n`).join(''))
