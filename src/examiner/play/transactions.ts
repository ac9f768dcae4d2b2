import type { Charge, InProcessEmulator } from '../../client.ts'

/** A charge as v3 shows it. */
export interface Transaction {
  readonly id: number
  readonly tx_ref: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly payment_type: string
  readonly [member: string]: unknown
}

/** The header by which the examiner's own requests use up no rule, and by which they are told from those of the program. */
export const ownHeader = 'x-emulator-dashboard'

/** The newest charges in v3 form, newest first. */
export async function newestTransactions(
  emulator: Pick<InProcessEmulator, 'fetch'>,
  secretKey: string,
): Promise<Transaction[]> {
  const answer = await emulator.fetch('/v3/transactions', {
    headers: { authorization: `Bearer ${secretKey}`, [ownHeader]: 'yes' },
  })
  return ((await answer.json()) as { data?: Transaction[] }).data ?? []
}

/** Whether a transaction is the v3 form of a charge: both have the same end of the service's own reference. */
export const isOf = (transaction: Transaction, { id }: Pick<Charge, 'id'>): boolean =>
  Object.values(transaction).includes(id.replace('chg_', 'ref_'))
