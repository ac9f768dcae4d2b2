import type { Fixtures } from '../domain/fixtures/fixtures.ts'

/** The credentials that callers need: the same in every world, and public by design. */
export interface WireCredentials {
  clients: { client_id: string; client_secret: string; scopes: string[] }[]
  secret_keys: string[]
  webhook_secret: string
  encryption_key: string
}

export const presentCredentials = (
  { clients, secretKeys, encryptionKey }: Fixtures,
  { webhookSecret }: { webhookSecret: string },
): WireCredentials => ({
  clients: clients.map(({ id, secret, scopes }) => ({
    client_id: id,
    client_secret: secret,
    scopes: [...scopes],
  })),
  secret_keys: secretKeys,
  webhook_secret: webhookSecret,
  encryption_key: encryptionKey,
})
