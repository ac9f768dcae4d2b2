import * as z from 'zod'
import { type Stored, text } from '../stored/parts.ts'
import { Nonce } from './values.ts'

/** The flag that makes a world hold its deliveries. */
export const heldFlag = 'webhooks.held'

/** A switch of the world that is on. */
export const storedFlag = () => z.strictObject({ id: z.literal(heldFlag) })
export type Flag = Stored<typeof storedFlag>

/** A field-encryption nonce that was used. */
export const storedNonce = () => z.strictObject({ id: Nonce })
export type UsedNonce = Stored<typeof storedNonce>

/** How often a sequence was used: `id` is the key and the customer, which is empty outside charges. */
export const storedSequenceUse = () =>
  z.strictObject({ id: text().regex(/^.+ .*$/s, 'must be a key and a customer'), uses: z.int().min(1) })
export type SequenceUse = Stored<typeof storedSequenceUse>
