import { encrypt, newNonce } from './random.ts'
import type { Target } from './target.ts'

/** The content of valid requests. It belongs to no real person or account. */

export const address = {
  line1: '12 Marina Road',
  line2: 'Flat 4',
  city: 'Lagos',
  state: 'Lagos',
  postal_code: '101241',
  country: 'NG',
} as const

export const customer = () => ({
  email: `conformance.${newNonce()}@example.com`,
  name: { first: 'Adaobi', middle: 'Chioma', last: 'Okafor' },
  phone: { country_code: '234', number: '8012345678' },
  address,
  meta: { made_by: 'conformance' },
})

type CardTarget = Pick<Target, 'encryptionKey' | 'cardNumber'>

/** A card, encrypted if there is a key. */
export function card({ encryptionKey, cardNumber }: CardTarget) {
  const plain = { number: cardNumber, expiry_month: 9, expiry_year: 2032, cvv: '123' }
  if (encryptionKey === undefined) return plain
  const nonce = newNonce()
  const sealed = (value: string | number): string => encrypt(String(value), nonce, encryptionKey)
  return {
    nonce,
    encrypted_card_number: sealed(cardNumber),
    encrypted_expiry_month: sealed('09'),
    encrypted_expiry_year: sealed('32'),
    encrypted_cvv: sealed(plain.cvv),
  }
}

/** The member that each type of payment method requires (contract, Payment method). */
export const methodMembers = (target: CardTarget): Record<string, object> => ({
  card: card(target),
  bank_account: {},
  mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
  walletpay: {},
  devicewallet_a: { card_holder_name: 'Adaobi Okafor' },
  devicewallet_b: { card_holder_name: 'Adaobi Okafor' },
  ussd: { account_bank: '058' },
  bank_transfer: { account_type: 'dynamic', account_expires_in: 3600, account_display_name: 'Adaobi Okafor' },
})

export const pin = (value: string, { encryptionKey }: Pick<Target, 'encryptionKey'>, nonce = newNonce()) => ({
  type: 'pin',
  pin: { nonce, encrypted_pin: encrypt(value, nonce, encryptionKey) },
})

export const otp = (code: unknown) => ({ type: 'otp', otp: { code } })

export const avs = (more: object = {}) => ({ type: 'avs', avs: { address: { ...address, ...more } } })

export const external3ds = (more: object = {}) => ({
  type: 'external_3ds',
  external_3ds: {
    eci: '05',
    time: '2030-01-01T00:00:00Z',
    authentication_token: 'AAABBBCCCDDDEEEFFF0=',
    transaction_id: '9f0b7e1a-3a0e-4b5a-9d5e-0a3f6b1c2d3e',
    version: '2.2.0',
    transaction_status: 'Y',
    status_reason_code: '00',
    amount: 1500.5,
    ...more,
  },
})
