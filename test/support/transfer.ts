import type { Answer } from '../harness.ts'

/** A transfer record, with the members that tests read; the schemas check that they exist. */
export interface TransferView {
  id: number
  account_number: string
  bank_code: string
  full_name: string
  fullname: string
  created_at: string
  currency: string
  debit_currency: string
  amount: number
  fee: number
  status: 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED'
  reference: string
  meta: unknown
  narration: string
  complete_message: string
  requires_approval: 0 | 1
  is_approved: 0 | 1
  approver: string | null
  bank_name: string
}

export interface V3Body<D> {
  status: 'success' | 'error'
  message: string
  data: D
  meta: { page_info: { total: number; current_page: number; total_pages: number } }
}

let references = 0

/** A body that creates a transfer with a new reference. */
export const transferBody = (overrides: object = {}): Record<string, unknown> => ({
  account_bank: '044',
  account_number: '0690000031',
  amount: 5500,
  currency: 'NGN',
  narration: 'Salary',
  reference: `transfer-${++references}`,
  ...overrides,
})

/** What currencies other than NGN need instead of the account of `transferBody`. */
export const accounts = {
  NGN: {},
  GHS: { account_bank: 'GH280100', account_number: '0031625807099', destination_branch_code: 'GH280103' },
  KES: { account_bank: 'MPS', account_number: '254712345678' },
  UGX: { account_bank: 'MPS', account_number: '256782033409' },
  TZS: { account_bank: 'MPS', account_number: '255712345678' },
  USD: { account_bank: '021000021', account_number: '9182972000' },
} as const

/** A refusal of a v3 endpoint. */
export const refusal = ({ status, body }: Answer<V3Body<unknown>>): [number, string] => [status, body.message]
