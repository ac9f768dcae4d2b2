import * as z from 'zod'
import { type Decryption, decrypted } from '../kernel/encrypted.ts'
import { mustField } from '../kernel/errors.ts'
import { passesLuhn } from '../kernel/luhn.ts'
import { hash32 } from '../kernel/names.ts'
import { Address, type Camel, Identifier, Nonce } from '../kernel/values.ts'
import { type Card, CredentialOnFile, type StandInCard } from './payment-method.ts'

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
    'Plain details, or encrypted ones with a nonce. Only first6, last4 and network of the number are stored',
  )

const others = (names: readonly string[], name: string): string => names.filter((n) => n !== name).join(', ')

export type NewCard = Camel<z.output<typeof CardInput>>

/** What is stored of a card: of its number only first6 and last4 (contract, Card). */
export interface StoredCard {
  expiryMonth: number
  expiryYear: number
  first6: string
  last4: string
  network: CardNetwork
  billingAddress?: NewCard['billingAddress']
  cardHolderName?: string | undefined
  cof?: NewCard['cof']
}

/** A checked card; `number` is undefined if a card of the fixtures replaces it, because it is encrypted with another key. */
export interface CheckedCard {
  stored: StoredCard
  number: string | undefined
}

/**
 * Checks a card and truncates its number. Refuses (400) what has the wrong form or fails the checksum, and under strict
 * encryption what does not decrypt.
 */
export function checkCard(card: NewCard, context: Decryption): CheckedCard {
  const { number, numberField, ...shown } =
    card.nonce === undefined ? plainCard(card) : decryptedCard(card, card.nonce, context)
  if (number !== undefined)
    mustField(passesLuhn(number), numberField, 'does not pass the checksum of card numbers (Luhn)')
  return {
    number,
    stored: {
      ...shown,
      ...(card.billingAddress && { billingAddress: card.billingAddress }),
      ...(card.cardHolderName !== undefined && { cardHolderName: card.cardHolderName }),
      ...(card.cof && { cof: card.cof }),
    },
  }
}

type OpenCard = StandInCard & { number: string | undefined; numberField: string }

const plainCard = ({ number = '', expiryMonth = 0, expiryYear = 0 }: NewCard): OpenCard => ({
  expiryMonth,
  expiryYear,
  ...shownOf(number),
  number,
  numberField: 'card.number',
})

const shownOf = (number: string): Pick<StandInCard, 'first6' | 'last4' | 'network'> => ({
  first6: number.slice(0, 6),
  last4: number.slice(-4),
  network: networkOf(number),
})

function decryptedCard(card: NewCard, nonce: string, context: Decryption): OpenCard {
  const read = (name: string, encrypted = '', rule: RegExp, ruleText: string): string | undefined =>
    decrypted({ field: `card.encrypted_${name}`, encrypted, nonce, rule, ruleText }, context)
  const number = read('card_number', card.encryptedCardNumber, numberRule, numberText)
  const month = read(
    'expiry_month',
    card.encryptedExpiryMonth,
    /^(0?[1-9]|1[0-2])$/,
    'must be a month, 1 to 12',
  )
  const year = read('expiry_year', card.encryptedExpiryYear, /^\d{2,4}$/, 'must be a year of 2 or 4 digits')
  if (card.encryptedCvv !== undefined) read('cvv', card.encryptedCvv, /^\d{3,4}$/, 'must be 3 or 4 digits')
  const numberField = 'card.encrypted_card_number'
  if (number !== undefined && month !== undefined && year !== undefined)
    return { expiryMonth: Number(month), expiryYear: Number(year), ...shownOf(number), number, numberField }
  const standIn = standInFor(card.encryptedCardNumber ?? '', context)
  mustField(
    standIn,
    numberField,
    'does not decrypt, and the fixtures have no card to use instead; encrypt with the key of the fixtures, or add a card to their payment_methods',
  )
  const { expiryMonth, expiryYear, first6, last4, network } = standIn
  return {
    expiryMonth: month === undefined ? expiryMonth : Number(month),
    expiryYear: year === undefined ? expiryYear : Number(year),
    ...(number === undefined ? { first6, last4, network } : shownOf(number)),
    number,
    numberField,
  }
}

/** The card of the fixtures that replaces ciphertext: always the same one for the same text. */
const standInFor = (encrypted: string, { settings }: Decryption): StandInCard | undefined =>
  settings.standInCards[hash32(encrypted) % settings.standInCards.length]

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
