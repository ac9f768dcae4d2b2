import type { Credentials } from '../client.ts'
import { clientVariables, environmentName, programVariables } from '../config/variables.ts'
import type { RunFolder } from './folder.ts'
import { trustStorePassword } from './java-trust-store.ts'
import { phpScanFolders } from './php.ts'
import { pythonFolders } from './python.ts'

type Environment = Record<string, string | undefined>

/** What is on this machine is reached without the proxy. */
const direct = ['localhost', '127.0.0.1', '::1']

export interface ForProgram {
  folder: RunFolder
  proxy: { port: number; url: string }
  /** Where the emulator listens. */
  url: string
  world: string
  credentials: Credentials
  controlToken: string | undefined
}

/** The environment of the command: that of this process, and everything by which programs find proxy and authorities. */
export function environmentOf(parent: Environment, program: ForProgram): Environment {
  const { folder, proxy } = program
  const cleaned = { ...parent }
  for (const name of ['ALL_PROXY', 'all_proxy']) delete cleaned[name]
  const both = (name: string, value: string): Environment => ({ [name]: value, [name.toLowerCase()]: value })
  return {
    ...cleaned,
    ...both('HTTPS_PROXY', proxy.url),
    ...both('HTTP_PROXY', proxy.url),
    ...both('NO_PROXY', direct.join(',')),
    SSL_CERT_FILE: folder.authorities,
    REQUESTS_CA_BUNDLE: folder.authorities,
    CURL_CA_BUNDLE: folder.authorities,
    PHP_INI_SCAN_DIR: phpScanFolders(parent['PHP_INI_SCAN_DIR'], folder.php),
    PYTHONPATH: pythonFolders(parent['PYTHONPATH'], folder.python),
    JAVA_TOOL_OPTIONS: joined(parent['JAVA_TOOL_OPTIONS'], javaOptions(program)),
    NODE_EXTRA_CA_CERTS: folder.nodeAuthorities,
    NODE_USE_ENV_PROXY: '1',
    NODE_OPTIONS: joined(parent['NODE_OPTIONS'], [`--require=${JSON.stringify(folder.preload)}`]),
    ...emulatorVariables(program),
  }
}

const joined = (given: string | undefined, options: readonly string[]): string =>
  [...(given ? [given] : []), ...options].join(' ')

function javaOptions({ folder, proxy }: ForProgram): string[] {
  const properties = {
    'javax.net.ssl.trustStore': folder.javaTrustStore,
    'javax.net.ssl.trustStoreType': 'JKS',
    'javax.net.ssl.trustStorePassword': trustStorePassword,
    'http.proxyHost': '127.0.0.1',
    'http.proxyPort': String(proxy.port),
    'https.proxyHost': '127.0.0.1',
    'https.proxyPort': String(proxy.port),
    'http.nonProxyHosts': 'localhost|127.*|[::1]',
  }
  return Object.entries(properties).map(([name, value]) => {
    const option = `-D${name}=${value}`
    return /\s/.test(option) ? `"${option}"` : option
  })
}

/** Where the emulator is and what it accepts, for tests that control it. */
function emulatorVariables({ url, world, credentials, controlToken }: ForProgram): Environment {
  const client = credentials.clients.find(({ scopes }) => scopes.some((scope) => scope.endsWith(':write')))
  return {
    [clientVariables.url]: url,
    [clientVariables.world]: world,
    [programVariables.clientId]: client?.client_id,
    [programVariables.clientSecret]: client?.client_secret,
    [programVariables.secretKey]: credentials.secret_keys[0],
    [environmentName('webhook-secret')]: credentials.webhook_secret,
    [programVariables.encryptionKey]: credentials.encryption_key,
    [programVariables.v3EncryptionKey]: credentials.v3_encryption_key,
    ...(controlToken === undefined ? {} : { [environmentName('control-token')]: controlToken }),
  }
}
