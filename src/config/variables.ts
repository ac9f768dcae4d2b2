/** The environment variable of an option: `webhook-url` is `EMULATOR_WEBHOOK_URL`. */
export const environmentName = (option: string): string =>
  `EMULATOR_${option.toUpperCase().replaceAll('-', '_')}`

/** Variables that only commands for a running emulator read. They also read those of the server's port and control token. */
export const clientVariables = { url: 'EMULATOR_URL', world: 'EMULATOR_WORLD' } as const

/** Variables that `run` sets for the programs that it starts, besides those that others read. */
export const programVariables = {
  clientId: 'EMULATOR_CLIENT_ID',
  clientSecret: 'EMULATOR_CLIENT_SECRET',
  secretKey: 'EMULATOR_SECRET_KEY',
  encryptionKey: 'EMULATOR_ENCRYPTION_KEY',
  v3EncryptionKey: 'EMULATOR_V3_ENCRYPTION_KEY',
} as const
