import * as z from 'zod'
import { distinct, numberText, type Stored, time } from '../stored/parts.ts'

/** The most transfers of a bulk transfer, and the most characters of its title. */
export const batchBounds = { transfers: 500, title: 200 } as const

/** A bulk transfer as it is stored: its transfers by their v3 ids. `createdAt` in milliseconds. */
export const storedBatch = () =>
  z.strictObject({
    id: numberText(),
    title: z.string().max(batchBounds.title),
    transfers: distinct(numberText()).min(1).max(batchBounds.transfers),
    createdAt: time(),
  })
export type Batch = Stored<typeof storedBatch>
