import { invalidField, mustField } from './errors.ts'
import type { Context, DomainSettings } from './state.ts'

/** What reading encrypted fields needs. */
export type Decryption = Pick<Context, 'decrypt'> & {
  settings: Pick<DomainSettings, 'encryption' | 'standInCards'>
}

/** An encrypted value of a request. */
export interface EncryptedField {
  /** Its dotted name in the request. */
  field: string
  encrypted: string
  nonce: string
  /** The form of the value in it, and what a refusal says about another one. */
  rule: RegExp
  ruleText: string
}

/** Ciphertext of at least one byte and a tag of 16, as base64 or base64url: longer than any value that is encrypted. */
const ciphertext = /^[A-Za-z0-9+/_-]{23,}={0,2}$/

/**
 * The value in an encrypted field; undefined for ciphertext of another key, unless encryption is strict. Refuses (400) a
 * value of the wrong form. Chosen: unless encryption is strict, a value may also come plain.
 */
export function decrypted(
  { field, encrypted, nonce, rule, ruleText }: EncryptedField,
  { decrypt, settings }: Decryption,
): string | undefined {
  const value = decrypt(encrypted, nonce)
  if (value !== undefined) {
    mustField(rule.test(value), field, `decrypts to a value that ${ruleText}`)
    return value
  }
  if (settings.encryption === 'lenient') {
    if (rule.test(encrypted)) return encrypted
    if (ciphertext.test(encrypted)) return undefined
  }
  throw invalidField(
    field,
    `does not decrypt; send base64(AES-256-GCM ciphertext followed by its 16-byte tag), with the nonce as IV and the key of the fixtures${
      settings.encryption === 'lenient' ? `, or a plain value, which ${ruleText}` : ''
    }`,
  )
}
