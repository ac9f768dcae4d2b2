import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Marks modules that contain the text of a file, and hides their extensions from other plugins. */
const mark = '\0text:'

const isText = (source, importer) =>
  source.endsWith('.md') ||
  (/\.(css|js)$/.test(source) && /[\\/]dashboard[\\/]kit[\\/]assets\.ts$/.test(importer))

/**
 * Resolves the imports `with { type: 'text' }`, of the dashboard's style sheets and scripts and of documents, to the texts.
 * For the build and for tests.
 */
export const textImports = () => ({
  name: 'text-imports',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && isText(source, importer)
      ? `${mark}${resolve(dirname(importer), source)}.text`
      : null,
  load: (id) =>
    id.startsWith(mark)
      ? `export default ${JSON.stringify(readFileSync(id.slice(mark.length).replace(/\.text$/, ''), 'utf8'))}`
      : null,
})
