import * as z from 'zod'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'

/** The credentials that callers need: the same in every world, and public by design. */
export const WireCredentials = z
  .strictObject({
    clients: z.array(
      z.strictObject({ client_id: z.string(), client_secret: z.string(), scopes: z.array(z.string()) }),
    ),
    secret_keys: z.array(z.string()).describe('Keys of v3'),
    webhook_secret: z.string().describe('Signs deliveries to endpoints without a secret'),
    encryption_key: z.string().describe('Encrypts card fields and PINs: AES-256, base64'),
    v3_encryption_key: z
      .string()
      .describe('Encrypts the bodies of v3 charges: 3DES in ECB mode, 24 characters'),
  })
  .meta({
    id: 'Credentials',
    examples: [
      {
        clients: [
          {
            client_id: 'sandbox-client',
            client_secret: 'sandbox-secret',
            scopes: ['payments:read', 'payments:write'],
          },
        ],
        secret_keys: ['sk_sandbox'],
        webhook_secret: 'whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=',
        encryption_key: 'cGF5bWVudC1lbXVsYXRvci1hZXMtMjU2LWtleS0zMmI=',
        v3_encryption_key: 'sandbox-3des-key-24bytes',
      },
    ],
  })
export type WireCredentials = z.output<typeof WireCredentials>

export const presentCredentials = (
  { clients, secretKeys, encryptionKey, v3 }: Fixtures,
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
  v3_encryption_key: v3.v3EncryptionKey,
})
