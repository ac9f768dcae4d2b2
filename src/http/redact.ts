import { hasManyDigits, maskCardNumbers } from './redact/card-numbers.ts'
import { fromUrl, maxLayers } from './redact/decode.ts'
import { mask } from './redact/mask.ts'
import { maskMembers } from './redact/members.ts'
import { meaningOf } from './redact/secret-names.ts'
import { hasTraces } from './redact/traces.ts'

export { mask }

/** Masks a text for storage: credentials entirely, card numbers except for their first six and last four digits. */
export function redactText(text: string): string {
  if (Buffer.byteLength(text) === text.length || /[^\0-\xff]/.test(text)) return redactCharacters(text)
  // Node reads headers and paths as Latin-1: each character is a byte of what may be UTF-8.
  const meant = Buffer.from(text, 'latin1').toString()
  const safe = redactCharacters(meant)
  return redactCharacters(safe === meant ? text : safe)
}

function redactCharacters(text: string): string {
  // UTF-16 that was read as single bytes.
  if (text.includes('\0')) return redactCharacters(text.replaceAll('\0', ''))
  // Numbers first: other text between their digits does not matter to them.
  if (hasTraces(text)) return maskSecrets(maskCardNumbers(text), maxLayers)
  return hasManyDigits(text) ? maskCardNumbers(text) : text
}

/** `layers` is how many documents may be nested; deeper ones are masked entirely. */
function maskSecrets(text: string, layers: number): string {
  if (!hasTraces(text)) return text
  if (layers === 0) return mask
  const inner = (part: string): string => maskSecrets(part, layers - 1)
  const safe = maskCredentials(maskMembers(maskParts(text), inner))
  if (!safe.includes('%')) return safe
  const plain = fromUrl(safe)
  const hidden = plain === safe ? plain : inner(plain)
  return hidden === plain ? safe : hidden
}

/** Credentials by their form, regardless of names. */
const maskCredentials = (text: string): string =>
  text
    .replace(/\b(bearer|basic)([\s+]+)[\w.~+/=-]{8,}/gi, `$1$2${mask}`)
    .replace(/:\/\/[^/?#\s@"']+@/g, `://${mask}@`)

/** A multipart form (multipart/form-data): the name of each part is in its headers. */
function maskParts(text: string): string {
  if (!text.includes('form-data')) return text
  return text
    .split(/((?:^|\r?\n)--)/)
    .map((part) => {
      const headers = /\r?\n\r?\n/.exec(part)
      if (headers === null) return part
      const name = /name="?([^";\r\n]*)/i.exec(part.slice(0, headers.index))?.[1] ?? ''
      return meaningOf(name) === 'secret' ? part.slice(0, headers.index) + headers[0] + mask : part
    })
    .join('')
}

/** Headers of which only the scheme of the credential is stored. */
const schemeHeaders = ['authorization', 'proxy-authorization']

/**
 * Masks headers for storage: of credentials only the scheme remains, of cookies nothing; others are masked like any
 * text.
 */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const name in headers) safe[name] = redactHeader(name, headers[name] ?? '')
  return safe
}

function redactHeader(name: string, value: string): string {
  if (schemeHeaders.includes(name)) return (/^[A-Za-z]{1,20} /.exec(value)?.[0] ?? '') + mask
  const meaning = meaningOf(name)
  return name.endsWith('cookie') || meaning === 'secret' || meaning === 'credential'
    ? mask
    : redactText(value)
}
