import { describe, expect, test } from 'vitest'
import { deductedIn, isOpen, moneyIs, nextStatuses } from '../../src/domain/chargeback/rules.ts'
import { type ChargebackStatus, chargebackStatuses } from '../../src/domain/kernel/enums.ts'
import { type Harness, harness } from '../harness.ts'

/** The status after each act, or its refusal: what the merchant, a tester and time do to a chargeback. */
const acts = ['accepted', 'declined', 'won', 'lost', 'reversed', 'wait'] as const
const table = `
              | accepted | declined | won  | lost | reversed | wait
  new         | accepted | declined | won  | lost | reversed | lost
  pending     | accepted | declined | won  | lost | reversed | lost
  initiated   | accepted | declined | won  | lost | reversed | lost
  accepted    | 409      | 409      | 409  | 409  | reversed | accepted
  declined    | 409      | 409      | won  | lost | reversed | won
  won         | 409      | 409      | 409  | 409  | 409      | won
  lost        | 409      | 409      | 409  | 409  | reversed | lost
  reversed    | 409      | 409      | 409  | 409  | 409      | reversed`

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [from = '', ...ends] = line.split('|').map((cell) => cell.trim())
    return acts.map((act, index) => [from as ChargebackStatus, act, ends[index] ?? ''] as const)
  })

async function act(t: Harness, id: string, what: (typeof acts)[number]): Promise<number> {
  if (what === 'wait') {
    await t.advance('8d')
    return 200
  }
  const isMerchants = what === 'accepted' || what === 'declined'
  const { status } = isMerchants
    ? await t.put(`/chargebacks/${id}`, { status: what })
    : await t.post(`/_emulator/chargebacks/${id}/outcome`, { status: what })
  return status
}

describe('a chargeback', () => {
  test.each(rows)('that is %s and meets "%s" ends as %s', async (from, what, end) => {
    const t = harness()
    const { id: charge_id } = await t.created({ amount: 100 })
    const created = await t.post('/chargebacks', { charge_id, amount: 40, type: 'local', status: from })
    const { id } = created.body.data
    expect(created.body.data.status).toBe(from)
    const status = await act(t, id, what)
    const now = (await t.get(`/chargebacks/${id}`)).body.data.status as string
    expect(status === 200 ? now : String(status)).toBe(end)
    const money = moneyIs[now as ChargebackStatus]
    expect(t.world.state.charges.get(charge_id)?.disputedAmount).toBe(money === 'free' ? 0 : 40)
    expect(t.world.timers.get(id) !== undefined).toBe(money === 'held')
    expect((await t.get('/_emulator/state').then(({ body }) => t.put('/_emulator/state', body))).status).toBe(
      200,
    )
  })

  test('sends no event', async () => {
    const t = harness()
    const { id: charge_id } = await t.created()
    await t.advance('1m')
    const before = t.world.state.events.size
    await t.post('/chargebacks', { charge_id, type: 'local' })
    await t.advance('8d')
    expect(t.world.state.events.size).toBe(before)
  })

  test('has statuses that end: none leads back to one before it', () => {
    const later = (status: ChargebackStatus): ChargebackStatus[] =>
      nextStatuses[status].flatMap((next) => [next, ...later(next)])
    for (const status of chargebackStatuses) expect(later(status)).not.toContain(status)
    expect(chargebackStatuses.filter((status) => isOpen({ status }))).toEqual(['new', 'pending', 'initiated'])
  })

  test.each([
    ['held', 'new', undefined, undefined, undefined],
    ['taken before the charge is settled', 'lost', undefined, undefined, 'charge'],
    ['taken after it', 'accepted', 'own', undefined, 'own'],
    ['returned before it', 'reversed', undefined, undefined, undefined],
    ['taken before it and returned after it', 'reversed', undefined, 'later', 'charge'],
    ['taken and returned after it', 'reversed', 'own', 'later', 'own'],
  ] as const)('%s is deducted from the right settlement', (_what, status, settlementId, returnedIn, from) => {
    const chargeback = { status, settlementId, returnedIn } as Parameters<typeof deductedIn>[0]
    expect(deductedIn(chargeback, 'charge')).toBe(from)
  })
})
