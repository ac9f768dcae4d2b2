import { describe, expect, inject, test } from 'vitest'
import type { NextActionType } from '../../src/domain/charge/next-actions.ts'
import { faultStatuses, networkFaults } from '../../src/domain/kernel/enums.ts'
import type { ScenarioFragment } from '../../src/domain/scenario/fragment.ts'
import { chargeBody, type Harness, harness, ids } from '../harness.ts'
import { transferBody } from '../support/transfer.ts'
import { walk } from '../support/walk.ts'

const { fragments } = inject('builtIn')
const having = (facet: keyof ScenarioFragment): [string, ScenarioFragment][] =>
  fragments.filter((fragment) => fragment[facet] !== undefined).map((fragment) => [fragment.key, fragment])

/** The contract's processor responses, word for word. */
const responses =
  'approved 00; refer_to_issuer 01; refer_to_issuer_special_condition 02; invalid_merchant 03; pick_up_card_no_fraud 04; do_not_honor 05; error 06; pick_up_card_fraud 07; partial_approval 10; invalid_transaction 12; invalid_amount 13; invalid_account_number 14; no_such_issuer 15; reenter_transaction 19; no_action_taken 21; unable_to_locate_record_in_file 25; file_temporarily_not_available 28; lost_card_pick_up 41; stolen_card_pick_up 43; insufficient_funds 51; no_checking_account 52; no_savings_account 53; expired_card 54; incorrect_pin 55; transaction_not_permitted_card 57; transaction_not_permitted_terminal 58; suspected_fraud 59; exceeds_approval_amount_limit 61; invalid_restricted_service_code 62; security_violation 63; transaction_does_not_fulfill_aml_req 64; exceeds_withdrawal_limit 65; pin_data_required 70; pin_entry_tries_exceeded 75; unsolicited_reversal 76; blocked_first_use 78; already_reversed 79; negative_cvv_result 82; no_reason_to_decline 85; cannot_verify_pin 86; issuer_unavailable 91; unable_to_route_transaction 92; cannot_complete_violation_of_law 93; system_error 96; invalid_cvv 97'
    .split('; ')
    .map((pair) => pair.split(' ') as [type: string, code: string])

/** A built-in flow that asks for one next action and nothing else. */
const flows = {
  redirect_url: 'scenario:auth_redirect',
  requires_additional_fields: 'scenario:auth_avs',
  requires_pin: 'scenario:auth_pin_only',
  requires_requery: 'scenario:requery',
  requires_otp: 'scenario:auth_otp',
  requires_capture: 'scenario:auth_capture',
  payment_instruction: 'scenario:payment_instruction',
  requires_bank_transfer: 'scenario:bank_transfer',
  qr_code: 'scenario:auth_qr',
} as const satisfies Record<NextActionType, string>

test('Every network fault and fault status has a built-in fragment', () => {
  const used = new Set(fragments.flatMap(({ response }) => [response?.fault, response?.status]))
  expect([...networkFaults, ...faultStatuses].filter((name) => !used.has(name))).toEqual([])
})

describe('each of the 45 processor responses after each of the 9 next actions', () => {
  test.each(Object.entries(flows))('ends the charge with its type and code: %s', async (next, key) => {
    expect(responses).toHaveLength(45)
    const t = harness()
    for (const [type, code] of responses) {
      const made = await t.created({}, `${key}&issuer:${type}`)
      expect([made.status, made.next_action?.type, made.processor_response]).toEqual([
        'pending',
        next,
        undefined,
      ])
      const { met, charge } = await walk(t, made.id)
      expect(met).toEqual([next])
      expect(charge).toMatchObject({
        status: type === 'approved' ? 'succeeded' : 'failed',
        processor_response: { type, code },
      })
      expect(charge.next_action).toBeUndefined()
      expect((await t.get(`/charges/${made.id}`)).body.data).toEqual(charge)
    }
    await t.advance('2s')
    const told = t.webhooks
      .map(({ text }) => JSON.parse(text))
      .filter(({ type }) => type === 'charge.completed')
    expect(told.map(({ data }) => data.processor_response)).toEqual(
      responses.map(([type, code]) => ({ type, code })),
    )
  })
})

describe('every built-in fragment', () => {
  test.each(having('steps'))(
    '%s is walked to its end with every payment method that it fits',
    async (key, fragment) => {
      const t = harness()
      const methods =
        fragment.paymentMethods ?? (Object.keys(ids) as (keyof typeof ids)[]).filter((id) => id in flowsOf)
      for (const method of methods) {
        const approved = await walk(t, (await t.created({ payment_method_id: ids[method] }, key)).id)
        expect(approved.charge).toMatchObject({ status: 'succeeded', processor_response: { code: '00' } })
        const asked = (fragment.steps ?? []).flatMap((step) => ('ask' in step ? [step.ask as string] : []))
        expect(approved.met).toEqual(asked)
        const declined = await t.created({ payment_method_id: ids[method] }, `${key}&issuer:do_not_honor`)
        expect((await walk(t, declined.id)).charge).toMatchObject({
          status: 'failed',
          processor_response: { type: 'do_not_honor', code: '05' },
        })
      }
    },
  )

  test.each(having('steps'))(
    '%s ends by itself, or says in its description who has to act',
    async (key, fragment) => {
      const t = harness()
      const method = fragment.paymentMethods?.[0] ?? 'card'
      const { id } = await t.created({ payment_method_id: ids[method] }, key)
      await t.advance('366d')
      if ((await t.seen(id)).status !== 'pending') return
      expect(fragment.description).toMatch(
        /Send authorization|capture|Capture|[Rr]ead|never expires|stays pending/,
      )
    },
  )

  test.each(having('processorResponse'))(
    '%s gives the verdict that it names',
    async (key, { processorResponse }) => {
      const charge = await harness().created({}, key)
      const code = responses.find(([type]) => type === processorResponse)?.[1]
      expect(charge.processor_response).toEqual({ type: processorResponse, code })
    },
  )

  test.each(having('payer'))(
    '%s plays the payer at each step that waits for them',
    async (key, { payer }) => {
      const t = harness()
      for (const [next, flow] of Object.entries(flows)) {
        const { id } = await t.created({}, `${flow}&${key}`)
        const inTime = payer?.action !== 'abandon' && (payer?.after ?? 0) < 1_800_000
        await t.advance('30m')
        const { status } = await t.seen(id)
        const waitsForPayer = !/^requires_(?!bank_transfer)/.test(next)
        if (!waitsForPayer) expect([next, status]).toEqual([next, 'pending'])
        else if (inTime)
          expect([next, status]).toEqual([next, payer?.action === 'approve' ? 'succeeded' : 'failed'])
        else {
          await t.advance('366d')
          expect([next, (await t.seen(id)).status]).toEqual([next, 'failed'])
        }
      }
    },
  )

  test.each(having('response'))(
    '%s breaks the answer, before or after the charge is made',
    async (key, { response }) => {
      const t = harness({ instantLatency: true })
      const body = chargeBody()
      const controller = new AbortController()
      const answer = t.fetch('/charges', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${await t.token()}`,
          'content-type': 'application/json',
          'x-scenario-key': key,
        },
        signal: controller.signal,
      })
      if (response?.fault === 'stall') setImmediate(() => controller.abort())
      const status = await answer.then(({ status }) => status).catch(() => 'broken')
      const fails = response?.status !== undefined || response?.fault !== undefined
      if (response?.status !== undefined) expect(status).toBe(response.status)
      else if (!fails) expect(status).toBe(201)
      else if (response.fault !== 'garbage') expect(status).toBe('broken')
      const made = !fails || response?.afterCommit === true
      expect((await t.get('/charges')).body.meta.page_info.total).toBe(made ? 1 : 0)
      expect((await t.post('/charges', body)).status).toBe(made ? 409 : 201)
    },
  )

  test.each(having('webhooks'))('%s is recorded, and ends every delivery', async (key, { webhooks }) => {
    const t = harness()
    await t.created({}, `scenario:noauth&${key}`)
    await t.advance('1h')
    const { body } = await t.get<{ deliveries: { status: string }[] }>('/_emulator/webhooks/deliveries')
    const dead = webhooks?.receiver !== undefined && webhooks.failures === undefined
    const end = webhooks?.dropped ? 'dropped' : dead ? 'dead' : 'delivered'
    expect(body.deliveries.map(({ status }) => status)).toEqual(Array(webhooks?.copies ?? 1).fill(end))
    expect(t.webhooks).toHaveLength(end === 'delivered' ? (webhooks?.copies ?? 1) : 0)
  })

  test.each(having('sequence'))(
    '%s gives each use its own turn, for each customer separately',
    async (key, { sequence }) => {
      if (sequence?.some((item) => item.includes('failed'))) return
      const t = harness()
      for (const [customer, card] of [
        [ids.customer, ids.card],
        [ids.otherCustomer, ids.otherCard],
      ])
        for (const item of [...(sequence ?? []), sequence?.at(-1) ?? '']) {
          const plan = t.world.catalogue.resolve(item)
          const answer = t.charge({ customer_id: customer, payment_method_id: card }, key)
          if (plan.response?.fault) await expect(answer).rejects.toThrow()
          else if (plan.response?.status) expect((await answer).status).toBe(plan.response.status)
          else if (plan.processorResponse)
            expect((await answer).body.data.processor_response?.type).toBe(plan.processorResponse)
          else
            expect((await answer).body.data.next_action?.type).toBe(
              item === 'scenario:auth_pin' ? 'requires_pin' : undefined,
            )
        }
    },
  )

  test.each(having('transfer'))('%s leads a transfer to the end that it names', async (key, { transfer }) => {
    const t = harness()
    const made = await t.post<{ status: string; message: string; data: { id: number; status: string } }>(
      '/v3/transfers',
      transferBody(),
      { 'x-scenario-key': key },
    )
    if (transfer?.refuse !== undefined) {
      expect([made.status, made.body.message]).toEqual([400, transfer.refuse])
      return
    }
    expect(made.body.data.status).toBe('NEW')
    await t.advance('366d')
    const { body } = await t.get<typeof made.body>(`/v3/transfers/${made.body.data.id}`)
    const end = transfer?.requiresApproval
      ? 'NEW'
      : transfer?.outcome === 'successful'
        ? 'SUCCESSFUL'
        : 'FAILED'
    expect(body.data.status).toBe(end)
  })

  test.each(having('chargeback'))(
    '%s leads a contested chargeback to its end',
    async (key, { chargeback }) => {
      const t = harness()
      const { id: charge_id } = await t.created()
      const made = await t.post('/chargebacks', { charge_id, type: 'local' }, { 'x-scenario-key': key })
      const path = `/chargebacks/${made.body.data.id}`
      await t.put(path, { status: 'declined' })
      await t.advance('1d')
      expect((await t.get(path)).body.data.status).toBe(chargeback?.outcome)
    },
  )

  test('sets something that one of these tests walks', () => {
    const walked = [
      'steps',
      'processorResponse',
      'payer',
      'response',
      'webhooks',
      'sequence',
      'transfer',
      'chargeback',
    ] as const
    expect(fragments.length).toBeGreaterThan(100)
    for (const fragment of fragments) expect(walked.some((facet) => fragment[facet] !== undefined)).toBe(true)
  })
})

/** The eight payment methods among the ids of the fixtures. */
const flowsOf: Partial<Record<keyof typeof ids, true>> = {
  card: true,
  bank_account: true,
  mobile_money: true,
  walletpay: true,
  devicewallet_a: true,
  devicewallet_b: true,
  ussd: true,
  bank_transfer: true,
}

describe('a next action', () => {
  const first = async (t: Harness, key: string) => (await t.created({}, key)).next_action

  test('of each kind has the shape of the contract', async () => {
    const t = harness()
    expect(await first(t, flows.requires_pin)).toEqual({ type: 'requires_pin', requires_pin: {} })
    expect(await first(t, flows.requires_otp)).toEqual({ type: 'requires_otp', requires_otp: {} })
    expect(await first(t, flows.requires_requery)).toEqual({ type: 'requires_requery', requires_requery: {} })
    expect(await first(t, flows.requires_capture)).toEqual({ type: 'requires_capture', requires_capture: {} })
    const fields =
      (await first(t, flows.requires_additional_fields))?.requires_additional_fields?.fields ?? []
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.length).toBeLessThanOrEqual(50)
    expect((await first(t, flows.payment_instruction))?.payment_instruction?.note).toMatch(/1500.5 NGN/)
  })

  test('redirect_url leads to the payer page under the address that the request came to', async () => {
    const t = harness()
    const { id, next_action } = await t.created({}, flows.redirect_url)
    expect(next_action?.redirect_url?.url).toBe(`http://emulator.test/_emulator/pay/${id}`)
    const other = await t.in('w2').created({}, flows.redirect_url)
    expect(other.next_action?.redirect_url?.url).toBe(`http://emulator.test/w/w2/_emulator/pay/${other.id}`)
    const outside = harness({ settings: { publicUrl: 'https://pay.test' } })
    const url = (await first(outside, flows.redirect_url))?.redirect_url?.url
    expect(url).toMatch(/^https:\/\/pay\.test\/_emulator\/pay\/chg_/)
  })

  test('qr_code contains a real PNG', async () => {
    const image = (await first(harness(), flows.qr_code))?.qr_code?.image ?? ''
    const png = Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64')
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  })

  test('requires_bank_transfer names an account that expires when it says', async () => {
    const t = harness()
    const made = await t.created({ payment_method_id: ids.bank_transfer })
    expect(made.next_action?.requires_bank_transfer).toEqual({
      account_number: expect.stringMatching(/^\d{10}$/),
      account_type: 'dynamic',
      account_bank_name: 'Emulator Bank',
      account_expiration_datetime: '2030-01-01T01:00:00.000Z',
      note: expect.stringContaining(made.reference),
    })
    await t.advance('59m59s')
    expect((await t.seen(made.id)).status).toBe('pending')
    await t.advance('1s')
    expect(await t.seen(made.id)).toMatchObject({ status: 'failed', processor_response: { code: '21' } })
  })
})
