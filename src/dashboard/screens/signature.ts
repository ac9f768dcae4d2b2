import type { WebhookEndpoint } from '../../domain/webhook/events.ts'
import type { World } from '../../emulator/world.ts'

type Hmac = (key: string | Uint8Array, text: string) => string

/** The result of verifying the signature of one attempt. */
export interface SignatureCheck {
  verdict: 'valid' | 'invalid' | 'missing'
  /** How the signature is computed. */
  how: string
}

/** Verifies a request as a webhook endpoint does, from its headers, its body and the secret alone. */
export function checkSignature(
  hmacSha256: Hmac,
  { signature, header, secret }: WebhookEndpoint,
  { headers, body }: ReturnType<World['requestOf']>,
): SignatureCheck {
  const sent = (name: string): string | undefined =>
    Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  const compare = (name: string, expected: string, how: string): SignatureCheck => {
    const value = sent(name)
    return { verdict: value === undefined ? 'missing' : value === expected ? 'valid' : 'invalid', how }
  }
  switch (signature) {
    case 'hmac-sha256':
      return compare(header, hmacSha256(secret, body), `${header} = base64(HMAC-SHA256(secret, body))`)
    case 'secret':
      return compare(header, secret, `${header} = the secret itself`)
    case 'standard-webhooks': {
      const content = `${sent('webhook-id')}.${sent('webhook-timestamp')}.${body}`
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return compare(
        'webhook-signature',
        `v1,${hmacSha256(key, content)}`,
        'webhook-signature = v1,base64(HMAC-SHA256(secret, id.timestamp.body))',
      )
    }
  }
}
