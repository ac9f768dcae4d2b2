import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from './child.ts'
import type { MappedHosts } from './hosts.ts'
import { javaTrustStore } from './java-trust-store.ts'
import { phpIni, phpPrepend } from './php.ts'
import { pythonStart } from './python.ts'
import { certificatesOf, trustedAuthorities } from './system-authorities.ts'

/** The preload stands beside this module, in the sources and in the package. */
const preload = fileURLToPath(new URL('preload.cjs', import.meta.url))

/** Files that programs under `run` read. None of them is secret: keys stay in memory. */
export interface RunFolder {
  /** The authorities of the system and ours, in PEM. */
  authorities: string
  /** Ours and those that Node was told of, in PEM: Node adds them to its own. */
  nodeAuthorities: string
  /** All of them as Java reads them. */
  javaTrustStore: string
  /** A folder of ini files. */
  php: string
  /** A folder with the module that Python loads before a program. */
  python: string
  /** What Node loads before a program and its worker threads. */
  preload: string
  remove(): void
}

export interface FolderContent {
  /** The certificate of our authority in PEM. */
  certificate: string
  hosts: MappedHosts
  proxy: { url: string; port: number }
  offline: boolean
  environment: Record<string, string | undefined>
}

/**
 * Creates a temporary folder that only this user can read. The caller removes it. Throws a CommandError if it cannot be
 * created.
 */
export function createFolder({ certificate, hosts, proxy, offline, environment }: FolderContent): RunFolder {
  const folder = temporaryFolder()
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const write = (name: string, content: string | Buffer): string => {
      const file = join(folder, name)
      writeFileSync(file, content, { mode: 0o600 })
      return file
    }
    const trusted = [...trustedAuthorities(environment), new X509Certificate(certificate)]
    const authorities = write('authorities.pem', trusted.map(String).join(''))
    const php = join(folder, 'php')
    mkdirSync(php, { mode: 0o700 })
    write('php/payment-emulator.ini', phpIni(authorities, write('prepend.php', phpPrepend(proxy.url))))
    const python = join(folder, 'python')
    mkdirSync(python, { mode: 0o700 })
    write('python/sitecustomize.py', pythonStart(hosts.names, proxy.port, certificate))
    const settings = { hosts: hosts.names, port: proxy.port, authority: certificate, offline }
    return {
      authorities,
      nodeAuthorities: write(
        'node-authorities.pem',
        [certificate, ...certificatesOf(environment['NODE_EXTRA_CA_CERTS'])].join('\n'),
      ),
      javaTrustStore: write('authorities.jks', javaTrustStore(trusted, Date.now())),
      php,
      python,
      preload: write(
        'preload.cjs',
        `require(${JSON.stringify(preload)}).mapHosts(${JSON.stringify(settings)})\n`,
      ),
      remove,
    }
  } catch (error) {
    remove()
    throw error
  }
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'payment-emulator-run-'))
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(
      `there is no place for certificates (${message}); set TMPDIR to a folder that can be written`,
      1,
    )
  }
}
