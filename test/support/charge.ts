/** Ids of the fixtures. */
export const ids = {
  customer: 'cus_adaobi0001',
  otherCustomer: 'cus_kwame00002',
  card: 'pmd_card000001',
  bank_account: 'pmd_bankacct01',
  mobile_money: 'pmd_momo000001',
  walletpay: 'pmd_wallet0001',
  devicewallet_a: 'pmd_dwalleta01',
  devicewallet_b: 'pmd_dwalletb01',
  ussd: 'pmd_ussd000001',
  bank_transfer: 'pmd_transfer01',
  otherCard: 'pmd_card000002',
} as const

/** A charge, with the members that tests read; the schemas check that they exist. */
export interface ChargeView {
  id: string
  amount: number
  fees: { type: string; amount: number }[]
  billing_details: { email: string; name?: Record<string, string>; phone?: Record<string, string> }
  currency: string
  customer_id: string
  settled: boolean
  settlement_id: string[]
  meta: Record<string, string>
  next_action?: {
    type: string
    redirect_url?: { url: string }
    requires_additional_fields?: { fields: string[] }
    payment_instruction?: { note: string }
    requires_bank_transfer?: {
      account_number: string
      account_type: string
      account_bank_name: string
      account_expiration_datetime?: string
      note?: string
    }
    qr_code?: { image: string }
  }
  payment_method_details: { id: string; type: string; customer_id?: string } & Record<string, unknown>
  redirect_url?: string
  refunded: boolean
  reference: string
  status: 'succeeded' | 'pending' | 'failed' | 'voided'
  processor_response?: { type: string; code: string }
  created_datetime: string
}

/** The body of the charge interface: an envelope or an error. */
export interface ServiceBody<D = ChargeView> {
  status: string
  message: string
  data: D
  meta: { page_info: { total: number; current_page: number; total_pages: number } }
  error: {
    type: string
    code: string
    message: string
    validation_errors: { field_name: string; message: string }[]
  }
}

export interface Answer<B = ServiceBody> {
  status: number
  headers: Headers
  body: B
  text: string
}

let references = 0
/**
 * A reference that no test has used. Letters only: the counter depends on earlier tests, and tests that search for digits of
 * card numbers must not find them here.
 */
export const freshReference = (): string =>
  `ref-${(references++)
    .toString(26)
    .padStart(8, '0')
    .replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'.charAt(Number.parseInt(digit, 26)))}`

/** A body that creates a charge by card. */
export const chargeBody = (overrides: object = {}): Record<string, unknown> => ({
  amount: 1500.5,
  currency: 'NGN',
  reference: freshReference(),
  customer_id: ids.customer,
  payment_method_id: ids.card,
  ...overrides,
})
