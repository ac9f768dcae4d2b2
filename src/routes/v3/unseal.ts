import { invalidField, must } from '../../domain/kernel/errors.ts'
import type { Request } from '../../http/operation.ts'

/** Decrypts `client`: the charge as JSON. Refuses a card if the business may not charge cards (403). */
export function unseal(
  body: unknown,
  { world, emulator, c }: Pick<Request<unknown, unknown>, 'world' | 'emulator' | 'c'>,
): unknown {
  const { cardCertificate, v3EncryptionKey: key } = world.fixtures.v3
  const isCard = c.req.query('type') === 'card'
  must(
    !isCard || cardCertificate,
    'forbidden',
    'direct card charges are enabled only for businesses that hold the payment-card-security compliance certificate; use POST /v3/payments, or set card_certificate: true in the fixtures',
  )
  const sealed = (body as { client?: unknown } | null)?.client
  if (typeof sealed !== 'string') {
    if (isCard && world.fixtures.encryption === 'strict')
      throw invalidField(
        'client',
        'must not be null: the fixtures accept encrypted cards only (encryption: strict)',
      )
    return body
  }
  const plain = emulator.ports.decryptTripleDes(key, sealed)
  try {
    return JSON.parse(plain ?? '')
  } catch {
    throw invalidField(
      'client',
      `${plain === undefined ? 'does not decrypt' : 'does not decrypt to JSON'}; check that it is base64 of the charge as JSON, encrypted with 3DES in ECB mode with PKCS #7 padding, and that the key is v3_encryption_key of the fixtures, whose 24 characters are the key as they stand`,
    )
  }
}
