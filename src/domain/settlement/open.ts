import type { Save } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Settlement } from './model.ts'

const dayMs = 86_400_000

/** Currency and day: by them a settlement is found. */
export const settlementKey = ({ currency, dueAt }: Pick<Settlement, 'currency' | 'dueAt'>): string =>
  `${currency} ${dueAt}`

/** The settlement of a currency that is paid out at the end of the current day; a new one has to be saved. */
export function openSettlement(
  state: State,
  currency: string,
  context: Pick<Context, 'now' | 'newId'>,
): { id: string; saves: Save[] } {
  const dueAt = (Math.floor(context.now / dayMs) + 1) * dayMs
  const open = state.settlements.by('day', settlementKey({ currency, dueAt }))
  if (open !== undefined) return { id: open.id, saves: [] }
  const value: Settlement = { id: context.newId('stl'), currency, dueAt, createdAt: context.now }
  return { id: value.id, saves: [{ into: 'settlements', value }] }
}
