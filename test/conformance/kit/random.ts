import { createCipheriv, randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Lower-case letters and digits that are unique in practice. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** A nonce as the contract requires: exactly 12 letters and digits. */
export const newNonce = (): string => randomText(12)

/**
 * base64(AES-256-GCM ciphertext
 * tag), the nonce as IV; the value itself if there is no key.
 */
export function encrypt(value: string, nonce: string, key: string | undefined): string {
  if (key === undefined) return value
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(nonce))
  return Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()]).toString('base64')
}
