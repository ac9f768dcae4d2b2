import { passesLuhn } from '../domain/card.ts'

/** Stands where a credential was. */
export const mask = '***'

/** Members whose values are never kept: credentials, and everything of a card but what the contract shows. */
const secretNames = ['client_secret', 'access_token', 'secret', 'pin', 'cvv', 'cvc', 'card_number']
const secretMembers = new RegExp(
  `("(?:${secretNames.join('|')}|encrypted_[a-z0-9_]+)"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|[0-9]+)`,
  'gi',
)

/** Digits of a card number's length or more, perhaps in groups, but no decimals; times in milliseconds have 13 digits and pass unless they are a card. */
const cardNumber = /(?<!\d\.?)\d(?:[ -]?\d){11,}(?!\.?\d)/g

/** The number of a card or of a phone, which is shorter, in whatever form somebody wrote it. */
const numberMember = /("number"\s*:\s*")([^"]{12,})"/gi

/** A digit as JSON may also write it. */
const escapedDigit = /\\u003([0-9])/g

/** What stands in every text that has something to mask, apart from digits: the end of a name, or an escape. */
const namesToMask = new RegExp(`(?:${secretNames.join('|')}|number)"|encrypted_|\\\\u003`, 'i')

/** Whether there may be something to mask: nearly every text holds nothing, and is told so at a fraction of the cost. */
const isSuspicious = (text: string): boolean => hasManyDigits(text) || namesToMask.test(text)

/** The fewest digits of a card number. */
const fewest = 12

/** Whether so many digits stand in a row, or in groups. Looks at each twelfth character, and around it where it is one. */
function hasManyDigits(text: string): boolean {
  for (let at = fewest - 1; at < text.length; at += fewest) {
    let from = at
    let to = at
    while (isDigitOrGap(text.charCodeAt(from))) from--
    while (isDigitOrGap(text.charCodeAt(to))) to++
    if (to - from > fewest) return true
  }
  return false
}

/** A digit, a blank or a hyphen; false for NaN, beyond the ends of a text. */
const isDigitOrGap = (code: number): boolean => (code >= 48 && code <= 57) || code === 32 || code === 45

/** A text as it may be kept: credentials masked, card numbers cut to their first six and last four digits. */
export function redactText(text: string): string {
  if (!isSuspicious(text)) return text
  let safe = text
  if (text.includes('"')) {
    if (text.includes('\\u003')) safe = safe.replace(escapedDigit, '$1')
    safe = safe.replace(secretMembers, `$1"${mask}"`).replace(numberMember, `$1${mask}"`)
  }
  return safe.replace(cardNumber, maskCard)
}

/** A form body as it may be kept. */
export const redactForm = (text: string): string =>
  text.replace(/((?:^|&)(?:client_secret|access_token)=)[^&]*/g, `$1${mask}`)

/** Any run of digits that passes a card's check sum, and every run of 14 or more, is taken for a card number. */
function maskCard(found: string): string {
  const digits = found.replace(/\D/g, '')
  if (digits.length < 14 && !passesLuhn(digits)) return found
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
}

let lastHeaders: Readonly<Record<string, string>> = {}

/**
 * Headers as they may be kept: of a credential nothing but its scheme, of cookies nothing. A client sends nearly the same
 * ones each time, and a value that has not changed since the request before is not kept a second time.
 */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const name in headers) {
    const value = redactHeader(name, headers[name] ?? '')
    const last = lastHeaders[name]
    safe[name] = last === value ? last : value
  }
  lastHeaders = safe
  return safe
}

function redactHeader(name: string, value: string): string {
  if (name === 'cookie') return mask
  if (name !== 'authorization' && name !== 'proxy-authorization') return value
  const scheme = /^[A-Za-z]{1,20} /.exec(value)?.[0] ?? ''
  return scheme + mask
}
