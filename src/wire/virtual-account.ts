import * as z from 'zod'
import { accountTypes, virtualAccountCurrencies, virtualAccountStatuses } from '../domain/kernel/enums.ts'
import { DateTime, Meta, Reference } from '../domain/kernel/values.ts'
import type { VirtualAccount } from '../domain/virtual-account/model.ts'
import { isoTime } from './time.ts'

const sample = {
  id: 'vac_sample00000001',
  amount: 1500.5,
  account_number: '0123456789',
  reference: 'sample-0001',
  account_bank_name: 'Emulator Bank',
  account_type: 'dynamic',
  status: 'active',
  account_expiration_datetime: '2030-01-01T01:00:00.000Z',
  note: 'Transfer exactly 1500.5 NGN to this account',
  customer_id: 'cus_sample00000001',
  currency: 'NGN',
  meta: {},
  created_datetime: '2030-01-01T00:00:00.000Z',
}

/** A virtual account. Its shape is not shown by the contract; observed. */
export const WireVirtualAccount = z
  .strictObject({
    id: z.string(),
    amount: z.number().describe('What a payment must be; 0: any amount'),
    account_number: z.string(),
    reference: Reference,
    account_bank_name: z.string(),
    account_type: z.enum(accountTypes),
    status: z.enum(virtualAccountStatuses),
    account_expiration_datetime: DateTime,
    note: z.string(),
    customer_id: z.string(),
    currency: z.enum(virtualAccountCurrencies),
    meta: Meta,
    created_datetime: DateTime,
  })
  .meta({ id: 'VirtualAccount', description: 'An account that customers pay in to', examples: [sample] })

/** The wire form of a virtual account. */
export const presentVirtualAccount = (account: VirtualAccount): z.input<typeof WireVirtualAccount> => ({
  id: account.id,
  amount: account.amount,
  account_number: account.accountNumber,
  reference: account.reference,
  account_bank_name: account.bankName,
  account_type: account.accountType,
  status: account.status,
  account_expiration_datetime: isoTime(account.expiresAt),
  note: account.note,
  customer_id: account.customerId,
  currency: account.currency,
  meta: account.meta,
  created_datetime: isoTime(account.createdAt),
})
