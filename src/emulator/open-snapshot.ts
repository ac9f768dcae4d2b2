import { payerUrlOf } from '../domain/charge/flow.ts'
import type { Charge } from '../domain/charge/model.ts'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import { type Describe, snapshotReader } from '../domain/stored/read.ts'
import { refusal, type Snapshot } from '../domain/stored/snapshot.ts'
import { storeLimits } from '../engine/store.ts'

/** Its schemas are built when the first snapshot is restored, which is when this module is loaded. */
const readSnapshot = snapshotReader(storeLimits)

/**
 * Reads a snapshot for the world `name`, whose addresses begin with `prefix`. If the snapshot is of another world, the
 * addresses of its payer pages are changed. Refuses an invalid snapshot, or one that contradicts the fixtures (400).
 */
export function openSnapshot(
  value: unknown,
  name: string,
  prefix: string,
  fixtures: Fixtures,
  describe: Describe,
): Snapshot {
  const snapshot = readSnapshot(value, describe)
  const held = new Set(snapshot.state.balances.map(({ id }) => id))
  const missing = Object.keys(fixtures.v3.balances).find((currency) => !held.has(currency))
  if (missing !== undefined)
    throw refusal([
      { field: 'state.balances', message: `must contain a balance in ${missing}, as the fixtures do` },
    ])
  return snapshot.world === name ? snapshot : moved(snapshot, prefix)
}

/** Addresses of payer pages contain the name of their world, and so do the base URLs of charges. */
const payerPage = /(?:\/w\/[A-Za-z0-9._-]{1,64})?\/_emulator\/pay\//g
const worldPrefix = /\/w\/[A-Za-z0-9._-]{1,64}$/

/** A copy of a snapshot in which charges, and the answers and events about them, have addresses under `prefix`. */
function moved(snapshot: Snapshot, prefix: string): Snapshot {
  const { charges, links, events, idempotency } = snapshot.state
  const inWorld = (baseUrl: string): string => baseUrl.replace(worldPrefix, '') + prefix
  const inText = (text: string): string => text.replace(payerPage, `${prefix}/_emulator/pay/`)
  const charge = (value: Charge): Charge => {
    const { nextAction, id } = value
    const baseUrl = inWorld(value.baseUrl)
    if (nextAction === undefined || !('url' in nextAction)) return { ...value, baseUrl }
    return { ...value, baseUrl, nextAction: { ...nextAction, url: payerUrlOf({ baseUrl, id }) } }
  }
  const event = (value: (typeof events)[number]): typeof value => {
    if (value.data !== undefined) return { ...value, data: JSON.parse(inText(JSON.stringify(value.data))) }
    return value.subject?.collection === 'charges'
      ? { ...value, subject: { ...value.subject, value: charge(value.subject.value) } }
      : value
  }
  const state = {
    ...snapshot.state,
    charges: charges.map(charge),
    links: links.map((link) => ({ ...link, baseUrl: inWorld(link.baseUrl) })),
    events: events.map(event),
    idempotency: idempotency.map((record) => ({ ...record, body: inText(record.body) })),
  }
  return { ...snapshot, state }
}
