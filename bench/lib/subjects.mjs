import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildServers } from '../servers/build.mjs'
import { cache } from './install.mjs'

const project = fileURLToPath(new URL('../..', import.meta.url))
const probe = fileURLToPath(new URL('./gc-probe.mjs', import.meta.url))

/**
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} label
 * @property {string} [note] For the report
 * @property {string} kind Its request for "make a charge", of load/requests.mjs
 * @property {(port: number, options?: StartOptions) => object} how What startServer takes
 *
 * @typedef {{ args?: string[], nodeArgs?: string[], env?: Record<string, string>, gcProbe?: boolean,
 *             everywhere?: boolean }} StartOptions
 */

/** @returns {Subject} */
export function emulator(node, main = `${project}dist/main.js`) {
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build`)
  return {
    id: 'emulator',
    label: 'payment-emulator',
    kind: 'charge',
    how: (port, { args = [], nodeArgs = [], env, gcProbe = false, everywhere = false } = {}) => ({
      command: node,
      args: [
        ...nodeArgs,
        ...(gcProbe ? ['--expose-gc', '--import', probe] : []),
        main,
        '--port',
        String(port),
        ...args,
      ],
      env,
      ipc: gcProbe,
      everywhere,
      probe: '/health',
    }),
  }
}

/** The limits: the cost of the framework and of Node's server. @returns {Promise<Subject[]>} */
export async function bareServers(node) {
  const built = await buildServers(`${cache}/servers`)
  const subject = (id, label) => ({
    id,
    label,
    kind: 'charge',
    how: (port) => ({ command: node, args: [built[id], String(port)], probe: '/health' }),
  })
  return [subject('bare-hono', 'bare Hono + zod'), subject('raw-http', 'raw node:http')]
}
