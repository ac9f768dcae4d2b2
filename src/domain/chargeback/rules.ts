import type { ChargebackStatus } from '../kernel/enums.ts'
import type { Chargeback } from './model.ts'

const answers = ['accepted', 'declined', 'won', 'lost', 'reversed'] as const

/** The statuses that can follow each. */
export const nextStatuses: { readonly [S in ChargebackStatus]: readonly ChargebackStatus[] } = {
  new: answers,
  pending: answers,
  initiated: answers,
  accepted: ['reversed'],
  declined: ['won', 'lost', 'reversed'],
  won: [],
  lost: ['reversed'],
  reversed: [],
}

/** What happens to the disputed amount: it cannot be refunded while it is held, and is deducted once it is taken. */
export const moneyIs: { readonly [S in ChargebackStatus]: 'held' | 'taken' | 'free' } = {
  new: 'held',
  pending: 'held',
  initiated: 'held',
  declined: 'held',
  accepted: 'taken',
  lost: 'taken',
  won: 'free',
  reversed: 'free',
}

/** Whether a chargeback waits for the merchant. */
export const isOpen = ({ status }: Pick<Chargeback, 'status'>): boolean =>
  nextStatuses[status].includes('declined')

/** The settlement from which a chargeback is deducted; `ofCharge`: that of its charge, which counts if it was settled later. */
export function deductedIn(
  { status, settlementId, returnedIn }: Chargeback,
  ofCharge: string | undefined,
): string | undefined {
  if (settlementId !== undefined) return settlementId
  return moneyIs[status] === 'taken' || returnedIn !== undefined ? ofCharge : undefined
}
