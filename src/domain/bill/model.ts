import * as z from 'zod'
import { Currency, Identifier, NonNegative } from '../kernel/values.ts'
import { numberText, positive, type Stored, text, time } from '../stored/parts.ts'

/** A bill that was paid, as it is stored. Amounts are decimals, `createdAt` in milliseconds. */
export const storedBill = () =>
  z.strictObject({
    id: numberText(),
    reference: text().max(100),
    customer: text().max(100),
    country: Identifier,
    billerName: Identifier,
    itemCode: Identifier,
    itemName: Identifier,
    amount: positive(),
    fee: NonNegative,
    currency: Currency,
    createdAt: time(),
  })
export type Bill = Stored<typeof storedBill>
