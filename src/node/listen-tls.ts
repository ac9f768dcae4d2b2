import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { hostname, networkInterfaces } from 'node:os'
import { createSecureContext, type TlsOptions } from 'node:tls'
import type { Fetch } from '../app.ts'
import type { Config, TlsConfig } from '../config/config.ts'
import { ConfigError } from '../config/parse.ts'
import { type Listening, listen } from './listen.ts'

/** Serves HTTPS as `listen` serves HTTP. `authority` is the certificate of the authority that was made, if one was. */
export async function listenTls(
  fetch: Fetch,
  config: Config,
  { port, files }: TlsConfig,
): Promise<Listening & { authority: string | undefined }> {
  const { authority, ...secure } = files === undefined ? await made(config) : await given(files)
  const listening = await listen(
    fetch,
    { host: config.host, port, limits: config.limits },
    {
      scheme: 'https',
      portOption: '--tls-port',
      create: (options) => createServer({ ...options, ...secure, ALPNProtocols: ['http/1.1', 'http/1.0'] }),
    },
  )
  return { ...listening, authority }
}

type Secure = TlsOptions & { authority: string | undefined }

/** The certificate and the key of files. Throws a ConfigError if they cannot be read or do not belong together. */
async function given(files: { cert: string; key: string }): Promise<Secure> {
  const read = (name: 'cert' | 'key'): Promise<string> =>
    readFile(files[name], 'utf8').catch((error: Error) => {
      throw new ConfigError(`--tls-${name} is "${files[name]}", which cannot be read: ${error.message}`)
    })
  const [cert, key] = await Promise.all([read('cert'), read('key')])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new ConfigError(
      `--tls-cert and --tls-key cannot be used: ${(error as Error).message}; they must be a certificate and its key, PEM`,
    )
  }
  return { cert, key, authority: undefined }
}

/** A certificate for this machine, and one for each name that a client asks for. */
async function made(config: Config): Promise<Secure> {
  const { createAuthority } = await import('../certificates/authority.ts')
  const { certificate, issue, contextFor } = await createAuthority()
  return {
    ...(await issue(ownNames(config))),
    SNICallback: (name, done) => {
      // No certificate can contain such a name: the client refuses the default one, and says why.
      if (!/^[a-z0-9._-]{1,253}$/i.test(name)) done(null)
      else contextFor(name.toLowerCase()).then((context) => done(null, context), done)
    },
    authority: certificate,
  }
}

/** The names and addresses by which this machine may be reached, for clients that name none: those that use an address. */
function ownNames({ host, settings }: Config): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ address }) => !address.startsWith('fe80')).map(({ address }) => address),
  )
  const { allowHosts, publicUrl } = settings
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  return [
    ...new Set(['localhost', '127.0.0.1', '::1', hostname(), host, ...addresses, ...allowHosts, ...named]),
  ]
}
