import * as z from 'zod'
import { distinct, madeId, type Stored, time } from '../stored/parts.ts'

/** The most virtual accounts that are created together. */
export const mostAccounts = 500

/** Virtual accounts that were created together, as they are stored. `createdAt` in milliseconds. */
export const storedAccountBatch = () =>
  z.strictObject({
    id: madeId('vab'),
    accounts: distinct(madeId('vac')).min(1).max(mostAccounts),
    createdAt: time(),
  })
export type AccountBatch = Stored<typeof storedAccountBatch>
