import { createHash, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority } from '../../src/certificates/authority.ts'
import { programVariables, unknownVariables } from '../../src/config/config.ts'
import { environmentOf } from '../../src/run/environment.ts'
import { createFolder } from '../../src/run/folder.ts'
import { MappedHosts } from '../../src/run/hosts.ts'

const proxy = { url: 'http://127.0.0.1:1234', port: 1234 }

async function folderOf(environment: Record<string, string> = {}) {
  const { certificate } = await createAuthority()
  const hosts = new MappedHosts(['api.example.com'])
  const folder = createFolder({ certificate, hosts, proxy, offline: false, environment })
  onTestFinished(() => folder.remove())
  return { folder, certificate }
}

const path = (preload: string): string => join(preload, '..')

test('The folder is for its user alone, has no key in it, and goes', async () => {
  const { folder } = await folderOf()
  const root = path(folder.preload)
  expect(statSync(root).mode & 0o777).toBe(0o700)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  expect(files.sort()).toEqual([
    'authorities.jks',
    'authorities.pem',
    'node-authorities.pem',
    'php',
    'php/payment-emulator.ini',
    'preload.cjs',
    'prepend.php',
    'python',
    'python/sitecustomize.py',
  ])
  for (const file of files.filter((name) => !['php', 'python'].includes(name))) {
    expect(statSync(join(root, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(root, file), 'latin1')).not.toContain('PRIVATE KEY')
  }
  folder.remove()
  expect(() => statSync(root)).toThrow('ENOENT')
})

test('The bundles are what was trusted before, by the system and by variables, and the new authority', async () => {
  const before = await folderOf()
  const count = (file: string): number => readFileSync(file, 'utf8').split('BEGIN CERTIFICATE').length - 1
  const { folder, certificate } = await folderOf({
    NODE_EXTRA_CA_CERTS: before.folder.nodeAuthorities,
    SSL_CERT_FILE: '/nowhere/at/all.pem',
  })
  expect(count(before.folder.nodeAuthorities)).toBe(1)
  expect(count(before.folder.authorities)).toBeGreaterThan(50)
  expect(count(folder.nodeAuthorities)).toBe(2)
  expect(count(folder.authorities)).toBe(count(before.folder.authorities) + 1)
  for (const file of [folder.authorities, folder.nodeAuthorities])
    expect(readFileSync(file, 'utf8')).toContain(certificate.trim())
})

test('The trust store for Java is a JKS file with a digest that its password opens', async () => {
  const { folder, certificate } = await folderOf()
  const bytes = readFileSync(folder.javaTrustStore)
  expect([bytes.readUInt32BE(0), bytes.readUInt32BE(4)]).toEqual([0xfeedfeed, 2])
  expect(bytes.readUInt32BE(8)).toBe(
    readFileSync(folder.authorities, 'utf8').split('BEGIN CERTIFICATE').length - 1,
  )
  expect(bytes.includes(new X509Certificate(certificate).raw)).toBe(true)
  const digest = createHash('sha1')
    .update(Buffer.from('changeit', 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(bytes.subarray(0, -20))
    .digest()
  expect(bytes.subarray(-20)).toEqual(digest)
})

test('The environment keeps what was there, and names proxy, authorities, emulator and credentials', async () => {
  const { folder } = await folderOf()
  const environment = environmentOf(
    {
      PATH: '/bin',
      NODE_OPTIONS: '--enable-source-maps',
      JAVA_TOOL_OPTIONS: '-Xmx1g',
      PHP_INI_SCAN_DIR: '/etc/mine',
      NO_PROXY: '*',
      all_proxy: 'http://other.example',
      PYTHONPATH: '/my/modules',
    },
    {
      ...{ folder, proxy, url: 'http://127.0.0.1:4290', world: 'mine', controlToken: 'token' },
      credentials: {
        clients: [
          { client_id: 'reader', client_secret: 'a', scopes: ['payments:read'] },
          { client_id: 'writer', client_secret: 'b', scopes: ['payments:read', 'payments:write'] },
        ],
        secret_keys: ['sk_one', 'sk_two'],
        webhook_secret: 'whsec',
        encryption_key: 'key',
        v3_encryption_key: 'key of v3',
      },
    },
  )
  expect(environment).toEqual({
    PATH: '/bin',
    ...{ HTTPS_PROXY: proxy.url, https_proxy: proxy.url, HTTP_PROXY: proxy.url, http_proxy: proxy.url },
    NO_PROXY: 'localhost,127.0.0.1,::1',
    no_proxy: 'localhost,127.0.0.1,::1',
    SSL_CERT_FILE: folder.authorities,
    REQUESTS_CA_BUNDLE: folder.authorities,
    CURL_CA_BUNDLE: folder.authorities,
    PHP_INI_SCAN_DIR: `/etc/mine:${folder.php}`,
    PYTHONPATH: `${folder.python}:/my/modules`,
    JAVA_TOOL_OPTIONS: `-Xmx1g -Djavax.net.ssl.trustStore=${folder.javaTrustStore} -Djavax.net.ssl.trustStoreType=JKS -Djavax.net.ssl.trustStorePassword=changeit -Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=1234 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=1234 -Dhttp.nonProxyHosts=localhost|127.*|[::1]`,
    NODE_EXTRA_CA_CERTS: folder.nodeAuthorities,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: `--enable-source-maps --require="${folder.preload}"`,
    EMULATOR_URL: 'http://127.0.0.1:4290',
    EMULATOR_WORLD: 'mine',
    EMULATOR_CLIENT_ID: 'writer',
    EMULATOR_CLIENT_SECRET: 'b',
    EMULATOR_SECRET_KEY: 'sk_one',
    EMULATOR_WEBHOOK_SECRET: 'whsec',
    EMULATOR_ENCRYPTION_KEY: 'key',
    EMULATOR_V3_ENCRYPTION_KEY: 'key of v3',
    EMULATOR_CONTROL_TOKEN: 'token',
  })
  // The commands that the program calls read them or know them.
  expect(unknownVariables(environment)).toEqual([])
  expect(Object.values(programVariables).every((name) => name in environment)).toBe(true)
})
