import { fileOf } from '../lib/install.mjs'

export const spec = 'oauth2-mock-server@9.3.0'

/** Tokens only. */
export function subject({ node, install }) {
  const main = fileOf(spec, 'dist/oauth2-mock-server.mjs', install)
  return {
    id: 'oauth2-mock-server',
    label: spec,
    kind: 'oauth2',
    how: (port) => ({ command: node, args: [main, '-a', '127.0.0.1', '-p', String(port)] }),
  }
}
