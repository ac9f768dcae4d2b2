import { defaultSettings } from '../emulator/settings.ts'
import { builtIn } from '../node/built-in.ts'
import { presentCredentials, type WireCredentials } from '../wire/credentials.ts'

/** Credentials for people: what each is for, and its value. */
export const credentialLines = (credentials: WireCredentials): [name: string, value: string][] => [
  ...credentials.clients.map(({ client_id, client_secret, scopes }): [string, string] => [
    scopes.some((scope) => scope.endsWith(':write')) ? 'OAuth client' : 'OAuth client that may only read',
    `${client_id} / ${client_secret}`,
  ]),
  ...credentials.secret_keys.map((key): [string, string] => ['Secret key of v3', key]),
  ['Webhook secret', credentials.webhook_secret],
  ['Encryption key (AES-256, base64)', credentials.encryption_key],
]

/** Those of an emulator that is started without further fixtures and options. */
export const builtInCredentials = async (): Promise<[name: string, value: string][]> =>
  credentialLines(presentCredentials((await builtIn()).fixtures, defaultSettings))
