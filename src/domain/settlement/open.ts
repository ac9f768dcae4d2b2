import type { Save } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Settlement } from './model.ts'

const dayMs = 86_400_000

/**
 * The open settlement of a currency; a new one, which has to be saved, if none was opened within a day. Not by calendar day:
 * with the same seed a live world would otherwise have other ids, depending on when it was started.
 */
export function openSettlement(
  state: State,
  currency: string,
  { now, newId }: Pick<Context, 'now' | 'newId'>,
): { id: string; saves: Save[] } {
  const last = state.settlements.by('currency', currency)
  if (last !== undefined && last.createdAt <= now && now < last.dueAt) return { id: last.id, saves: [] }
  const value: Settlement = { id: newId('stl'), currency, dueAt: now + dayMs, createdAt: now }
  return { id: value.id, saves: [{ into: 'settlements', value }] }
}
