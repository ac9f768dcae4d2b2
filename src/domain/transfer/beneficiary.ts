import * as z from 'zod'
import { Currency } from '../kernel/values.ts'
import { maybe, numberText, type Stored, text, time } from '../stored/parts.ts'

/** A saved payee as it is stored. A deleted one is kept, hidden, so that its id is not used again. */
export const storedBeneficiary = () =>
  z.strictObject({
    /** The integer by which v3 knows it, as text. */
    id: numberText(),
    accountNumber: text(),
    bankCode: text(),
    bankName: text(),
    fullName: text(),
    currency: maybe(Currency),
    createdAt: time(),
    removed: z.boolean(),
  })
export type Beneficiary = Stored<typeof storedBeneficiary>
