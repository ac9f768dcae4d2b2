import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Marks modules that contain the text of a file, and hides their extensions from other plugins. */
const mark = '\0text:'

/** Resolves imports of the dashboard's style sheets, scripts and documents to their text, as the bundler does (`with { type: 'text' }`). */
export const textImports = (): Plugin => ({
  name: 'text-imports',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined &&
    ((/\/dashboard\/kit\/assets\.ts$/.test(importer) && /\.(css|js)$/.test(source)) || source.endsWith('.md'))
      ? `${mark}${resolve(dirname(importer), source)}.text`
      : null,
  load: (id) =>
    id.startsWith(mark)
      ? `export default ${JSON.stringify(readFileSync(id.slice(mark.length).replace(/\.text$/, ''), 'utf8'))}`
      : null,
})
