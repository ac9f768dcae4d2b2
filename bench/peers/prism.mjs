import { writeFileSync } from 'node:fs'
import { cache, fileOf } from '../lib/install.mjs'

export const spec = '@stoplight/prism-cli@5.16.0'

/** Serves our own OpenAPI document without request logs, which would cost more than the answers. */
export function subject({ node, install, openapi }) {
  if (!openapi) throw new Error('the emulator serves no /_emulator/openapi.json yet')
  const main = fileOf(spec, 'dist/index.js', install)
  const document = `${cache}/peers/openapi.json`
  writeFileSync(document, JSON.stringify(openapi))
  return {
    id: 'prism',
    label: spec,
    kind: 'chargeAnyToken',
    how: (port) => ({
      command: node,
      args: [
        main,
        'mock',
        document,
        '--port',
        String(port),
        '--host',
        '127.0.0.1',
        '--verboseLevel',
        'error',
      ],
    }),
  }
}
