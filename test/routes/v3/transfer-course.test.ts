import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type TransferView, transferBody, type V3Body } from '../../support/transfer.ts'

type One = V3Body<TransferView>

interface Inspection {
  transfer: TransferView
  scenario: string | null
  outcome: string
  reversed: boolean
  retry_of: number | null
  retries: number[]
  history: { status: string; actor: string; note: string }[]
  timers: { at: string }[]
}

interface Balance {
  currency: string
  available_balance: number
  ledger_balance: number
}

const send = async (t: Harness, overrides: object = {}, key?: string): Promise<TransferView> => {
  const headers = key === undefined ? {} : { 'x-scenario-key': key }
  const { status, body, text } = await t.post<One>('/v3/transfers', transferBody(overrides), headers)
  if (status !== 200) throw new Error(text)
  return body.data
}
const seen = async (t: Harness, { id }: TransferView) => (await t.get<One>(`/v3/transfers/${id}`)).body.data
const outcome = (t: Harness, { id }: TransferView, status: string, more: object = {}) =>
  t.post<Inspection>(`/_emulator/transfers/${id}/outcome`, { status, ...more })
const inside = async (t: Harness, { id }: TransferView) =>
  (await t.get<Inspection>(`/_emulator/transfers/${id}`)).body
const balance = async (t: Harness, currency: string) =>
  (await t.get<V3Body<Balance>>(`/v3/balances/${currency}`)).body.data
const told = (t: Harness) =>
  t.webhooks.map(({ text }) => JSON.parse(text) as { type: string; data: TransferView })

describe('every transfer scenario', () => {
  const fragments = [...harness().emulator.catalogue.fragments.values()].filter(({ transfer }) => transfer)

  test.each(fragments.map((fragment) => [fragment.key, fragment] as const))(
    '%s goes its way',
    async (key, fragment) => {
      const t = harness()
      const plan = fragment.transfer ?? {}
      const body = transferBody()
      const { status, body: answer } = await t.post<One>('/v3/transfers', body, { 'x-scenario-key': key })
      if (plan.refuse !== undefined) {
        expect([status, answer]).toEqual([400, { status: 'error', message: plan.refuse, data: null }])
        await t.advance('1d')
        expect([t.world.state.transfers.size, t.webhooks.length]).toEqual([0, 0])
        expect((await t.post('/v3/transfers', body)).status).toBe(200)
        return
      }
      expect([status, answer.data.status]).toEqual([200, 'NEW'])
      if (plan.requiresApproval) {
        expect(answer.data).toMatchObject({ requires_approval: 1, is_approved: 0 })
        await t.advance('30d')
        expect((await seen(t, answer.data)).status).toBe('NEW')
        await outcome(t, answer.data, 'approved')
      }
      await t.advance('366d')
      const final = await seen(t, answer.data)
      expect(final.status).toBe(
        plan.outcome === 'failed' || plan.outcome === 'reversed' ? 'FAILED' : 'SUCCESSFUL',
      )
      expect(final.complete_message).toBe(plan.completeMessage ?? 'Transfer completed')
      expect(final.is_approved).toBe(1)
      const types =
        plan.outcome === 'reversed' ? ['transfer.disburse', 'transfer.reversal'] : ['transfer.disburse']
      expect(told(t).map(({ type }) => type)).toEqual(types)
      expect(told(t).at(-1)?.data).toMatchObject(final)
    },
  )

  test.each(
    fragments.filter(({ referenceSuffix }) => referenceSuffix).map((f) => [f.referenceSuffix, f] as const),
  )('that ends a reference with %s does the same without a header', async (suffix, fragment) => {
    const t = harness()
    const transfer = await send(t, { reference: `marked${suffix}` })
    await t.advance('5s')
    const slow = fragment.transfer?.settlesAfter !== undefined
    expect((await seen(t, transfer)).status === 'PENDING').toBe(slow)
    await t.advance('55s')
    expect((await seen(t, transfer)).status).toBe(
      fragment.transfer?.outcome === 'failed' ? 'FAILED' : 'SUCCESSFUL',
    )
    expect((await inside(t, transfer)).scenario).toBe(fragment.key)
  })

  test('goes before the ending of the reference', async () => {
    const t = harness()
    const transfer = await send(t, { reference: 'marked_PMCK_ST_F' }, 'scenario:successful')
    await t.advance('5s')
    expect((await seen(t, transfer)).status).toBe('SUCCESSFUL')
  })

  test('can come with webhook plans, and in a sequence', async () => {
    const t = harness()
    await send(t, {}, 'scenario:failed&webhook:duplicate')
    await t.advance('1h')
    expect(told(t).map(({ type, data }) => [type, data.status])).toEqual([
      ['transfer.disburse', 'FAILED'],
      ['transfer.disburse', 'FAILED'],
    ])
  })

  test('that is unknown or malformed makes nothing', async () => {
    const t = harness()
    for (const key of ['scenario:no_such', 'scenario:', '']) {
      const answer = await t.post<One>('/v3/transfers', transferBody(), { 'x-scenario-key': key })
      expect(refusal(answer)).toEqual([400, expect.stringContaining('X-Scenario-Key')])
    }
    expect(t.world.state.transfers.size).toBe(0)
  })

  test('that is accepted although unknown leaves the transfer PENDING forever', async () => {
    const t = harness({ settings: { unknownScenario: 'pending' } })
    const transfer = await send(t, {}, 'scenario:no_such')
    await t.advance('366d')
    expect((await seen(t, transfer)).status).toBe('PENDING')
  })

  test('that configures a charge causes a warning, and vice versa', async () => {
    const t = harness()
    const body = transferBody()
    const answer = await t.post('/v3/transfers', body, { 'x-scenario-key': 'scenario:auth_pin' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-emulator-warning')).toContain('"scenario:auth_pin" configures a charge')
    const charge = await t.charge({}, 'scenario:failed')
    expect(charge.status).toBe(201)
    expect(charge.headers.get('x-emulator-warning')).toContain('"scenario:failed" configures a transfer')
    const latency = await t.post('/v3/transfers', transferBody(), { 'x-scenario-key': 'scenario:successful' })
    expect(latency.headers.get('x-emulator-warning')).toBeNull()
  })
})

describe('the callback address of a transfer', () => {
  const callback_url = 'http://merchant.test/transfer-done'

  test('receives the final transfer instead of the webhook endpoints', async () => {
    const t = harness()
    const transfer = await send(t, { callback_url })
    await t.advance('10s')
    expect(t.webhooks.map(({ url }) => url)).toEqual([callback_url])
    expect(told(t)[0]).toMatchObject({
      type: 'transfer.disburse',
      data: { ...transfer, status: 'SUCCESSFUL', complete_message: 'Transfer completed' },
    })
    expect(t.webhooks[0]?.headers['X-Webhook-Signature']).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  })

  test('is tried again until it answers 200', async () => {
    const t = harness()
    t.receiver.answer = () => ({ status: t.webhooks.length < 3 ? 500 : 200, headers: {}, body: '' })
    await send(t, { callback_url })
    await t.advance('1h')
    expect(t.webhooks.map(({ url }) => url)).toEqual([callback_url, callback_url, callback_url])
    expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
  })

  test('works without a webhook endpoint, and receives the reversal', async () => {
    const t = harness({ settings: { webhookUrl: undefined } })
    await send(t, { callback_url }, 'scenario:reversed')
    await t.advance('2h')
    expect(told(t).map(({ type }) => type)).toEqual(['transfer.disburse', 'transfer.reversal'])
  })

  test('sends other transfers to the webhook endpoint', async () => {
    const t = harness()
    await send(t, { callback_url })
    await send(t)
    await t.advance('10s')
    expect(t.webhooks.map(({ url }) => url).sort()).toEqual(['http://merchant.test/hook', callback_url])
  })
})

describe('the outcome of a transfer set manually', () => {
  test('settles it now and notifies the merchant', async () => {
    const t = harness()
    const transfer = await send(t)
    const { status, body } = await outcome(t, transfer, 'successful', { complete_message: 'Done by hand' })
    expect([status, body.transfer.status, body.transfer.complete_message]).toEqual([
      200,
      'SUCCESSFUL',
      'Done by hand',
    ])
    expect(body.timers).toEqual([])
    await t.advance('1h')
    expect(told(t).map(({ type, data }) => [type, data.status])).toEqual([
      ['transfer.disburse', 'SUCCESSFUL'],
    ])
  })

  test('shows it from inside', async () => {
    const t = harness()
    const transfer = await send(t, { reference: 'inside_PMCK' })
    const before = await inside(t, transfer)
    expect(before).toMatchObject({ scenario: 'scenario:successful', outcome: 'successful', reversed: false })
    expect(before.timers).toHaveLength(1)
    await outcome(t, transfer, 'reversed')
    expect((await inside(t, transfer)).history.map(({ status, actor }) => [status, actor])).toEqual([
      ['NEW', 'merchant'],
      ['SUCCESSFUL', 'tester'],
      ['FAILED', 'tester'],
    ])
  })

  test('is refused where the state does not allow it, and changes nothing', async () => {
    const t = harness()
    const transfer = await send(t)
    expect((await outcome(t, transfer, 'approved')).status).toBe(409)
    await outcome(t, transfer, 'failed')
    const before = await inside(t, transfer)
    for (const status of ['successful', 'failed', 'reversed', 'approved'])
      expect((await outcome(t, transfer, status)).status).toBe(409)
    expect(await inside(t, transfer)).toEqual(before)
  })

  test('is refused where it is malformed or about an unknown transfer', async () => {
    const t = harness()
    const transfer = await send(t)
    expect((await outcome(t, transfer, 'done')).status).toBe(400)
    expect((await t.post(`/_emulator/transfers/${transfer.id}/outcome`, {})).status).toBe(400)
    expect((await t.post('/_emulator/transfers/1/outcome', { status: 'failed' })).status).toBe(404)
    expect((await t.get('/_emulator/transfers/1')).status).toBe(404)
  })
})

describe('a retry of a transfer', () => {
  const retry = (t: Harness, { id }: { id: number }, key?: string) =>
    t.post<One>(`/v3/transfers/${id}/retries`, undefined, key === undefined ? {} : { 'x-scenario-key': key })

  test('is a new transfer with a new reference, linked to the first', async () => {
    const t = harness()
    const first = await send(t, { reference: 'again_PMCK_ST_F', meta: { a: 1 } })
    await t.advance('5s')
    const { status, body } = await retry(t, first)
    expect([status, body.message]).toEqual([200, 'Transfer retry attempt queued'])
    expect(body.data).toEqual({
      ...first,
      id: first.id + 1,
      reference: 'again_PMCK_ST_F_R1',
      created_at: '2030-01-01T00:00:05.000Z',
    })
    await t.advance('5s')
    expect((await seen(t, body.data)).status).toBe('SUCCESSFUL')
    expect((await seen(t, first)).status).toBe('FAILED')
    expect((await inside(t, body.data)).retry_of).toBe(first.id)
    const list = await t.get<V3Body<TransferView[]>>(`/v3/transfers/${first.id}/retries`)
    expect(list.body.data.map(({ id }) => id)).toEqual([body.data.id])
  })

  test('can fail by its own scenario, and be retried in turn', async () => {
    const t = harness()
    const first = await send(t, { reference: 'again_PMCK_ST_F' })
    await t.advance('5s')
    const second = (await retry(t, first, 'scenario:failed')).body.data
    await t.advance('5s')
    expect((await seen(t, second)).status).toBe('FAILED')
    const third = (await retry(t, second)).body.data
    expect(third.reference).toBe('again_PMCK_ST_F_R2')
    expect((await inside(t, first)).retries).toEqual([second.id, third.id])
  })

  test('is possible for no transfer that has not failed', async () => {
    const t = harness()
    const transfer = await send(t)
    for (const status of ['NEW', 'PENDING', 'SUCCESSFUL']) {
      expect((await seen(t, transfer)).status).toBe(status)
      expect(refusal(await retry(t, transfer))).toEqual([
        400,
        expect.stringContaining(`is ${status}; only a FAILED`),
      ])
      await t.advance(status === 'NEW' ? '1s' : '4s')
    }
    expect(t.world.state.transfers.size).toBe(1)
    const none = await t.get<V3Body<TransferView[]>>(`/v3/transfers/${transfer.id}/retries`)
    expect(none.body.data).toEqual([])
  })
})

describe('the balance', () => {
  test('reserves the money of a transfer, spends it, and gets it back after a failure', async () => {
    const t = harness()
    const before = await balance(t, 'NGN')
    const debit = 5500 + 26.88
    const paid = await send(t)
    expect(await balance(t, 'NGN')).toEqual({
      ...before,
      available_balance: before.available_balance - debit,
    })
    await outcome(t, paid, 'successful')
    const spent = {
      ...before,
      available_balance: before.available_balance - debit,
      ledger_balance: before.ledger_balance - debit,
    }
    expect(await balance(t, 'NGN')).toEqual(spent)
    const lost = await send(t)
    await outcome(t, lost, 'failed')
    expect(await balance(t, 'NGN')).toEqual(spent)
    await outcome(t, paid, 'reversed')
    expect(await balance(t, 'NGN')).toEqual(before)
  })

  test('that is debited can be in another currency', async () => {
    const t = harness()
    const before = await balance(t, 'USD')
    const transfer = await send(t, { amount: 14_973.12, debit_currency: 'USD' })
    expect(transfer).toMatchObject({ currency: 'NGN', debit_currency: 'USD', fee: 26.88 })
    expect(await balance(t, 'USD')).toEqual({ ...before, available_balance: before.available_balance - 10 })
  })

  test('that is too low lets the transfer fail, and takes nothing', async () => {
    const t = harness()
    const transfer = await send(t, { debit_currency: 'ZAR' })
    expect(transfer.status).toBe('NEW')
    expect((await outcome(t, transfer, 'successful')).status).toBe(409)
    await t.advance('5s')
    const failed = await seen(t, transfer)
    expect(failed.status).toBe('FAILED')
    expect(failed.complete_message).toContain('insufficient funds in the ZAR balance')
    expect(await balance(t, 'ZAR')).toEqual({ currency: 'ZAR', available_balance: 0, ledger_balance: 0 })
  })

  test('runs out', async () => {
    const t = harness()
    const transfers: TransferView[] = []
    for (let count = 0; count < 20; count++)
      transfers.push(await send(t, { amount: 10_000_000, debit_currency: 'GBP' }))
    await t.advance('5s')
    const ends = await Promise.all(transfers.map(async (transfer) => (await seen(t, transfer)).status))
    // 100,000 pounds bear 18 times 10,000,000.00 and the fee, at 1,500 and 0.8 to the dollar.
    expect(ends).toEqual([...Array(18).fill('SUCCESSFUL'), 'FAILED', 'FAILED'])
    expect((await balance(t, 'GBP')).available_balance).toBeGreaterThan(0)
  })
})
