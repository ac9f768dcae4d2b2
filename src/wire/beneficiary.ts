import * as z from 'zod'
import { DateTime } from '../domain/kernel/values.ts'
import type { Beneficiary } from '../domain/transfer/beneficiary.ts'
import { isoTime } from './time.ts'

/** A saved payee of transfers (its fields are not shown by the contract; observed). */
export const WireBeneficiary = z
  .strictObject({
    id: z
      .int()
      .describe('Use it as `beneficiary` of a transfer')
      .meta({ examples: [3001] }),
    account_number: z.string().meta({ examples: ['0690000031'] }),
    bank_code: z.string().meta({ examples: ['044'] }),
    full_name: z.string().meta({ examples: ['Forrest Greene'] }),
    created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    bank_name: z.string().meta({ examples: ['Anchor Bank'] }),
  })
  .meta({ id: 'Beneficiary' })

export const presentBeneficiary = (beneficiary: Beneficiary): z.input<typeof WireBeneficiary> => ({
  id: Number(beneficiary.id),
  account_number: beneficiary.accountNumber,
  bank_code: beneficiary.bankCode,
  full_name: beneficiary.fullName,
  created_at: isoTime(beneficiary.createdAt),
  bank_name: beneficiary.bankName,
})
