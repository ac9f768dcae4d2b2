import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startServer } from './process.mjs'

const example = fileURLToPath(new URL('../../examples/nginx', import.meta.url))
const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path))

/** The nginx of the example, with other ports. @param {number[]} ports Those of the emulators */
export async function startGateway(ports) {
  if (!program) throw new Error('nginx is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  const port = await freePort()
  const conf = readFileSync(join(example, 'nginx.conf'), 'utf8')
    .replace('listen 4290;', `listen 127.0.0.1:${port};`)
    .replace('/tmp/payment-emulator-nginx.pid', join(folder, 'nginx.pid'))
  const servers = readFileSync(join(example, 'emulators.conf'), 'utf8').replace(
    /( *server )\S+( max_fails=0;\n)(?: *server .*\n)*/,
    (_, before, after) => ports.map((port) => `${before}127.0.0.1:${port}${after}`).join(''),
  )
  writeFileSync(join(folder, 'nginx.conf'), conf)
  writeFileSync(join(folder, 'emulators.conf'), servers)
  const args = ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const server = await startServer({ command: program, args, probe: '/gateway-health' }, port)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
