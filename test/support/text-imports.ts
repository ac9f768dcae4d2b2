import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Marks the modules that are a file's text, and hides their names' endings from other plugins. */
const mark = '\0text:'

/** Imports of the dashboard's style sheets and scripts give their text, as the bundler does (`with { type: 'text' }`). */
export const textImports = (): Plugin => ({
  name: 'text-imports',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && /\/dashboard\/kit\/assets\.ts$/.test(importer) && /\.(css|js)$/.test(source)
      ? `${mark}${resolve(dirname(importer), source)}.text`
      : null,
  load: (id) =>
    id.startsWith(mark)
      ? `export default ${JSON.stringify(readFileSync(id.slice(mark.length).replace(/\.text$/, ''), 'utf8'))}`
      : null,
})
