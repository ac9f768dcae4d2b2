import { passesLuhn } from '../domain/card.ts'

/** Stands where a credential was. */
export const mask = '***'

/** Members whose values are never kept: credentials, and everything of a card but what the contract shows. */
const secretMembers =
  /("(?:client_secret|access_token|encrypted_pin|encrypted_[a-z0-9_]+|cvv|cvc|pin|secret|card_number)"\s*:\s*)("(?:[^"\\]|\\.)*"|[0-9]+)/gi

/** Digits of a card number's length or more, perhaps in groups, but no decimals; times in milliseconds have 13 digits and pass unless they are a card. */
const cardNumber = /(?<!\d\.?)\d(?:[ -]?\d){11,}(?!\.?\d)/g

/** The number of a card or of a phone, which is shorter, in whatever form somebody wrote it. */
const numberMember = /("number"\s*:\s*")([^"]{12,})"/gi

/** A digit as JSON may also write it. */
const escapedDigit = /\\u003([0-9])/g

/** A text as it may be kept: credentials masked, card numbers cut to their first six and last four digits. */
export function redactText(text: string): string {
  if (text === '') return text
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

const secretHeaders = ['authorization', 'cookie', 'proxy-authorization']

/** Headers as they may be kept. */
export function redactHeaders(headers: Record<string, string>): Record<string, string> {
  const safe = { ...headers }
  for (const name of secretHeaders)
    if (safe[name] !== undefined) safe[name] = `${safe[name].split(' ')[0]} ${mask}`
  return safe
}
