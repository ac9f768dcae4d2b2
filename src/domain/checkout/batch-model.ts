import * as z from 'zod'
import { distinct, madeId, numberText, type Stored, time } from '../stored/parts.ts'

/** The most charges that are created together, and the most characters of their title. */
export const chargeBatchBounds = { charges: 500, title: 200 } as const

/** Charges by token that were created together, as they are stored. `createdAt` in milliseconds. */
export const storedChargeBatch = () =>
  z.strictObject({
    id: numberText(),
    title: z.string().max(chargeBatchBounds.title),
    charges: distinct(madeId('chg')).min(1).max(chargeBatchBounds.charges),
    createdAt: time(),
  })
export type ChargeBatch = Stored<typeof storedChargeBatch>
