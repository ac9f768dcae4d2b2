import { defaultSettings } from '../emulator/settings.ts'
import { builtIn } from '../node/built-in.ts'
import { presentCredentials, type WireCredentials } from '../wire/credentials.ts'

/** Credentials for display: the purpose and the value of each. */
export const credentialLines = (credentials: WireCredentials): [name: string, value: string][] => [
  ...credentials.clients.map(({ client_id, client_secret, scopes }): [string, string] => [
    scopes.some((scope) => scope.endsWith(':write')) ? 'OAuth client' : 'OAuth client, read-only',
    `${client_id} / ${client_secret}`,
  ]),
  ...credentials.secret_keys.map((key): [string, string] => ['Secret key of v3', key]),
  ['Webhook secret', credentials.webhook_secret],
  ['Encryption key (AES-256, base64)', credentials.encryption_key],
  ['Encryption key of v3 (3DES)', credentials.v3_encryption_key],
]

/** The credentials of an emulator that is started without fixtures and options. */
export const builtInCredentials = async (): Promise<[name: string, value: string][]> =>
  credentialLines(presentCredentials((await builtIn()).fixtures, defaultSettings))
