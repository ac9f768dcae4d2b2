import type { Fixtures } from '../domain/fixtures.ts'
import { type Describe, readSnapshot, refusal, type Snapshot } from '../domain/stored/snapshot.ts'
import { storeLimits } from '../store/store.ts'

/** Addresses of payer pages carry the world in which they are. */
const payerPage = /(?:\/w\/[A-Za-z0-9._-]{1,64})?\/_emulator\/pay\//g

/**
 * Reads a snapshot for a world of a name and the fixtures that it will live with; `prefix` is that of its addresses. A
 * snapshot of another world is moved: its payers find their pages here. Refuses what does not fit (400).
 */
export function openSnapshot(
  value: unknown,
  name: string,
  prefix: string,
  fixtures: Fixtures,
  describe: Describe,
): Snapshot {
  const from = (value as { world?: unknown } | null)?.world
  const moved =
    typeof from === 'string' && from !== name
      ? JSON.parse(JSON.stringify(value).replace(payerPage, `${prefix}/_emulator/pay/`))
      : value
  const snapshot = readSnapshot(moved, storeLimits, describe)
  const held = new Set(snapshot.state.balances.map(({ id }) => id))
  const missing = Object.keys(fixtures.v3.balances).find((currency) => !held.has(currency))
  if (missing !== undefined)
    throw refusal([
      { field: 'state.balances', message: `must hold a balance in ${missing}, as the fixtures do` },
    ])
  return snapshot
}
