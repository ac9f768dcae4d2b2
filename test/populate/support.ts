import type { Populated } from '../../src/client.ts'
import { type Answer, type Harness, harness } from '../harness.ts'

export const populate = (t: Harness, body: object = {}): Promise<Answer<Populated>> =>
  t.post<Populated>('/_emulator/populate', body)

/** A world with some 600 charges of the last 30 days, and the answer of populate. */
export async function livedIn(wanted: object = {}): Promise<{ t: Harness; made: Populated }> {
  const t = harness()
  const { body } = await populate(t, { customers: 60, charges: 600, seed: 'lived in', ...wanted })
  return { t, made: body }
}
