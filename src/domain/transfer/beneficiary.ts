import * as z from 'zod'
import { Currency } from '../kernel/values.ts'
import { maybe, numberText, type Stored, text, time } from '../stored/parts.ts'

/** A saved payee as it is stored. A deleted one is hidden, not removed, so that its id is not used again. */
export const storedBeneficiary = () =>
  z.strictObject({
    /** Its v3 id, an integer as text. */
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
