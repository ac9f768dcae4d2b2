import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createAuthority } from '../../src/certificates/authority.ts'
import { Emulated } from '../support/process.ts'

const built = inject('built')

async function serve(...args: string[]): Promise<{ url: string; secure: URL; server: Emulated }> {
  const server = new Emulated(built.main, ['--port', '0', '--tls', '--tls-port', '0', ...args], {})
  const { url, https_url } = (await server.line('ready')) as unknown as { url: string; https_url: string }
  return { url, secure: new URL(https_url), server }
}

/** The body of an answer over HTTPS, to a POST if JSON is sent; rejects if the certificate is not accepted. */
const read = ({ port }: URL, path: string, servername: string, ca: string, json?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { host: `${servername || '127.0.0.1'}:${port}`, 'content-type': 'application/json' }
    const method = json === undefined ? 'GET' : 'POST'
    request({ host: '127.0.0.1', port, path, method, servername, ca, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += String(chunk)
      })
      answer.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end(json)
  })

describe('the server with --tls', () => {
  test('serves HTTPS beside HTTP, with a certificate for every name of an authority that can be downloaded', async () => {
    const { url, secure, server } = await serve()
    const answer = await fetch(`${url}/_emulator/ca.pem`)
    expect(answer.headers.get('content-type')).toBe('application/x-x509-ca-cert')
    const ca = await answer.text()
    expect(await read(secure, '/health', '', ca)).toContain('"status":"ok"')
    expect(await read(secure, '/health', 'pay.shop.test', ca)).toContain('"status":"ok"')
    expect(await read(secure, '/realms/r/.well-known/openid-configuration', 'localhost', ca)).toContain(
      `"issuer":"https://localhost:${secure.port}/realms/r"`,
    )
    await expect(
      read(secure, '/health', 'localhost', (await createAuthority()).certificate),
    ).rejects.toThrow()
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  })

  test('shows in its dashboard what a connection did, over HTTPS too', async () => {
    const { url, secure } = await serve()
    const ca = await (await fetch(`${url}/_emulator/ca.pem`)).text()
    const call = JSON.stringify({ method: 'GET', path: '/charges' })
    const answer = await read(secure, '/_emulator/calls', 'localhost', ca, call)
    expect(JSON.parse(answer)).toMatchObject({ outcome: 'answered', status: 200 })
  })

  test('serves the certificate of files, and then has no authority to offer', async () => {
    const authority = await createAuthority()
    const { cert, key } = await authority.issue(['own.example'])
    const folder = mkdtempSync(join(tmpdir(), 'emulator-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const
    writeFileSync(files[0], cert)
    writeFileSync(files[1], key)
    const { url, secure } = await serve('--tls-cert', files[0], '--tls-key', files[1])
    expect(await read(secure, '/health', 'own.example', authority.certificate)).toContain('"status":"ok"')
    const refused = await fetch(`${url}/_emulator/ca.pem`)
    expect([refused.status, await refused.text()]).toEqual([
      404,
      expect.stringContaining('no authority was made: start the emulator with --tls'),
    ])
  })

  test('ends with what is wrong if the files cannot be used', async () => {
    const server = new Emulated(
      built.main,
      ['--port', '0', '--tls', '--tls-port', '0', '--tls-cert', built.main, '--tls-key', built.main],
      {},
    )
    expect(await server.ended()).toBe(2)
    expect(server.stderr).toContain('--tls-cert and --tls-key cannot be used')
  })
})
