import { z } from 'zod'
import { invalidField, mustField } from '../kernel/errors.ts'
import { Address, type Camel, Identifier, Nonce } from '../kernel/values.ts'
import { type Card, CredentialOnFile } from './payment-method.ts'

/** Digits of a card number (ISO/IEC 7812). */
const numberRule = /^\d{12,19}$/
const numberText = 'must be 12 to 19 digits, without spaces'
const Cvv = z.string().regex(/^\d{3,4}$/, 'must be 3 or 4 digits')

const plain = ['number', 'expiry_month', 'expiry_year'] as const
const encrypted = [
  'nonce',
  'encrypted_card_number',
  'encrypted_expiry_month',
  'encrypted_expiry_year',
] as const

/** The details of a card as a merchant sends them: plain, or encrypted field by field with one nonce for all. */
export const CardInput = z
  .object({
    number: z.string().regex(numberRule, numberText).optional(),
    expiry_month: z
      .int()
      .min(1)
      .max(12)
      .optional()
      .meta({ examples: [8] }),
    expiry_year: z
      .int()
      .min(0)
      .max(9999)
      .optional()
      .meta({ examples: [2032] }),
    cvv: Cvv.optional().meta({ examples: ['123'] }),
    nonce: Nonce.optional(),
    encrypted_card_number: Identifier.optional(),
    encrypted_expiry_month: Identifier.optional(),
    encrypted_expiry_year: Identifier.optional(),
    encrypted_cvv: Identifier.optional(),
    card_holder_name: z.string().optional(),
    billing_address: Address.optional(),
    cof: CredentialOnFile.optional(),
  })
  .superRefine((card, context) => {
    const sealed = Object.keys(card).some((name) => name === 'nonce' || name.startsWith('encrypted_'))
    const wanted: readonly (keyof typeof card)[] = sealed ? encrypted : plain
    for (const name of wanted)
      if (card[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is required beside ${others(wanted, name)}`,
        })
    for (const name of sealed ? ([...plain, 'cvv'] as const) : [])
      if (card[name] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must not be sent beside encrypted fields; send the card plain or encrypted, not both',
        })
  })
  .meta({ anyOf: [{ required: [...plain] }, { required: [...encrypted] }] })
  .describe(
    'Plain details, or encrypted ones with a nonce. Only first6, last4 and network are kept of the number',
  )

const others = (names: readonly string[], name: string): string => names.filter((n) => n !== name).join(', ')

export type NewCard = Camel<z.output<typeof CardInput>>

/** What is stored of a card: of its number only first6 and last4 (contract, Card). */
export interface KeptCard {
  expiryMonth: number
  expiryYear: number
  first6: string
  last4: string
  network: CardNetwork
  billingAddress?: NewCard['billingAddress']
  cardHolderName?: string | undefined
  cof?: NewCard['cof']
}

/** Decrypts a value; undefined if it does not decrypt. */
export type Decrypt = (encrypted: string, nonce: string) => string | undefined

/** Checks a card and truncates its number. Refuses (400) a value that does not decrypt, is malformed or fails the check sum. */
export function keptCard(card: NewCard, decrypt: Decrypt): { kept: KeptCard; number: string } {
  const { number, expiryMonth, expiryYear, numberField } = opened(card, decrypt)
  mustField(passesLuhn(number), numberField, 'does not pass the check sum of card numbers (Luhn)')
  return {
    number,
    kept: {
      expiryMonth,
      expiryYear,
      first6: number.slice(0, 6),
      last4: number.slice(-4),
      network: networkOf(number),
      ...(card.billingAddress && { billingAddress: card.billingAddress }),
      ...(card.cardHolderName !== undefined && { cardHolderName: card.cardHolderName }),
      ...(card.cof && { cof: card.cof }),
    },
  }
}

function opened(card: NewCard, decrypt: Decrypt) {
  if (card.nonce === undefined)
    return {
      number: card.number ?? '',
      expiryMonth: card.expiryMonth ?? 0,
      expiryYear: card.expiryYear ?? 0,
      numberField: 'card.number',
    }
  const { nonce } = card
  const open = (name: string, value: string | undefined, rule: RegExp, text: string): string => {
    const field = `card.encrypted_${name}`
    const answer = decrypt(value ?? '', nonce)
    if (answer === undefined)
      throw invalidField(
        field,
        'does not decrypt; send base64(AES-256-GCM ciphertext followed by its 16-byte tag), with the nonce as IV and the key of the fixtures',
      )
    mustField(
      rule.test(answer),
      field,
      `holds a value that ${text}; with "pin_encryption: off" in the fixtures the value is taken as it is, with "strict" it is decrypted`,
    )
    return answer
  }
  if (card.encryptedCvv !== undefined) open('cvv', card.encryptedCvv, /^\d{3,4}$/, 'must be 3 or 4 digits')
  return {
    number: open('card_number', card.encryptedCardNumber, numberRule, numberText),
    expiryMonth: Number(
      open('expiry_month', card.encryptedExpiryMonth, /^(0?[1-9]|1[0-2])$/, 'must be a month, 1 to 12'),
    ),
    expiryYear: Number(
      open('expiry_year', card.encryptedExpiryYear, /^\d{2,4}$/, 'must be a year of 2 or 4 digits'),
    ),
    numberField: 'card.encrypted_card_number',
  }
}

/** The check sum of card numbers (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export type CardNetwork = z.output<typeof Card>['network']

/** Ranges of first digits, both ends included; the ends of a range are equally long. */
export const cardNetworkRanges: readonly { network: CardNetwork; from: string; to: string }[] = [
  { network: 'VISA', from: '4', to: '4' },
  { network: 'MASTERCARD', from: '51', to: '55' },
  { network: 'MASTERCARD', from: '2221', to: '2720' },
  { network: 'AMERICAN EXPRESS', from: '34', to: '34' },
  { network: 'AMERICAN EXPRESS', from: '37', to: '37' },
  { network: 'DISCOVER', from: '6011', to: '6011' },
  { network: 'DISCOVER', from: '622126', to: '622925' },
  { network: 'DISCOVER', from: '644', to: '649' },
  { network: 'DISCOVER', from: '65', to: '65' },
  { network: 'VERVE', from: '506099', to: '506198' },
  { network: 'VERVE', from: '507865', to: '507964' },
  { network: 'VERVE', from: '650002', to: '650027' },
  { network: 'AFRIGO', from: '564456', to: '564456' },
]

/** The network of a card number: that of the narrowest range with its first digits, else UNKNOWN. */
export function networkOf(digits: string): CardNetwork {
  let best = 0
  let network: CardNetwork = 'UNKNOWN'
  for (const range of cardNetworkRanges) {
    const start = digits.slice(0, range.from.length)
    // Equally long strings of digits compare like numbers.
    if (range.from.length > best && start >= range.from && start <= range.to) {
      best = range.from.length
      network = range.network
    }
  }
  return network
}
