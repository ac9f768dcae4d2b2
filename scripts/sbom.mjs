// Prints a software bill of materials (CycloneDX, JSON) of the packages in the bundle. Every package is a
// development dependency here, because the bundle contains the code it needs. npm's own list would name the compiler
// and the test runner, which no image contains, and `--omit dev` would leave nothing. So the bundler names the packages in
// the bundle, npm adds their data, and the licence texts are included, as the licences require for distribution.
//
// usage: node scripts/sbom.mjs >dist/sbom.cdx.json

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { bundle } from './bundle.mjs'

// Minified, so that what is never called is dropped, and does not count.
const chunks = await bundle({ name: 'main', entry: 'src/main.ts', output: { minify: true } })

const folders = new Set()
for (const { modules = {} } of chunks) {
  for (const [path, { renderedLength }] of Object.entries(modules)) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
    if (folder !== undefined && renderedLength > 0) folders.add(folder)
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Licence text by "name@version", the name that npm's list has for a package. */
const bundled = new Map(
  [...folders].map((folder) => {
    const { name, version } = readJson(`${folder}/package.json`)
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry))
    return [`${name}@${version}`, file && readFileSync(`${folder}/${file}`, 'utf8')]
  }),
)

const sbom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  }),
)

sbom.metadata.component.name = readJson('package.json').name // npm takes the folder's name
const root = sbom.metadata.component['bom-ref']

sbom.components = sbom.components
  .filter((component) => bundled.has(component['bom-ref']))
  .map(({ properties = [], ...component }) => ({
    ...component,
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    licenses: component.licenses?.map((entry) => {
      const content = bundled.get(component['bom-ref'])
      return content && entry.license ? { license: { ...entry.license, text: { content } } } : entry
    }),
  }))

const kept = new Set(sbom.components.map((component) => component['bom-ref']))
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => ref === root || kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => kept.has(on)) }))

const unlisted = [...bundled.keys()].filter((name) => !kept.has(name))
if (unlisted.length > 0) throw new Error(`in the bundle, but not in npm's list: ${unlisted.join(', ')}`)

console.log(JSON.stringify(sbom, null, 2))
