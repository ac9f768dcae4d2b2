import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'

interface Played {
  charge: { id: string; status: string; processor_response?: { type: string } }
  played: { at: string; by: string; action: string; next_action: string; answer: string | null }[]
}

const pay = (t: Harness, id: string, body?: object) => t.post<Played>(`/_emulator/charges/${id}/pay`, body)

/** What was played, in short: `merchant authorize requires_pin 12345`. */
const moves = ({ played }: Played): string[] =>
  played.map(({ by, action, next_action, answer }) =>
    [by, action, next_action, ...(answer === null ? [] : [answer])].join(' '),
  )

describe('POST /_emulator/charges/{id}/pay', () => {
  test.each([
    [
      'scenario:auth_pin',
      'card',
      ['merchant authorize requires_pin 12345', 'merchant authorize requires_otp 123456'],
    ],
    ['scenario:auth_3ds', 'card', ['payer approve redirect_url']],
    [
      'scenario:auth_pin_3ds',
      'card',
      ['merchant authorize requires_pin 12345', 'payer approve redirect_url'],
    ],
    ['scenario:auth_avs', 'card', ['merchant authorize requires_additional_fields 101241']],
    ['scenario:requery', 'card', ['merchant read requires_requery', 'merchant read requires_requery']],
    ['scenario:auth_capture', 'card', ['merchant capture requires_capture']],
    ['scenario:bank_transfer', 'bank_transfer', ['payer approve requires_bank_transfer']],
    ['scenario:payment_instruction', 'mobile_money', ['payer approve payment_instruction']],
  ])('plays %s to its end', async (key, type, expected) => {
    const t = await harness()
    const methods = await t.get<{ data: { id: string; customer_id: string }[] }>(
      `/payment-methods?type=${type}`,
    )
    const method = methods.body.data[0]
    const { id } = await t.created({ payment_method_id: method?.id, customer_id: method?.customer_id }, key)
    const { status, body } = await pay(t, id)
    expect(status).toBe(200)
    expect(moves(body)).toEqual(expected)
    expect(body.charge).toMatchObject({ id, status: 'succeeded', processor_response: { type: 'approved' } })
    expect((await t.get<Played>(`/_emulator/charges/${id}`)).body).toEqual({ ...body, played: undefined })
  })

  test('lets the issuer of the scenario decide, or the one that the body names', async () => {
    const t = await harness()
    const declined = await t.created({}, 'scenario:auth_pin&issuer:insufficient_funds')
    expect((await pay(t, declined.id, {})).body.charge.processor_response?.type).toBe('insufficient_funds')
    const named = await t.created({}, 'scenario:auth_pin')
    const { body } = await pay(t, named.id, { processor_response: 'expired_card' })
    expect(body.charge).toMatchObject({ status: 'failed', processor_response: { type: 'expired_card' } })
    const captured = await t.created({}, 'scenario:auth_capture')
    const refused = await pay(t, captured.id, { processor_response: 'expired_card' })
    expect(refused.body.charge).toMatchObject({
      status: 'failed',
      processor_response: { type: 'expired_card' },
    })
  })

  test('finds a charge by its reference, and finds a right answer although the usual ones are wrong', async () => {
    const t = await harness()
    const rejects = ['12345', '54321', '24680', '30000', '29999']
    const key = 'picky-issuer'
    await t.post(
      '/_emulator/scenarios',
      JSON.stringify({
        key,
        title: 'Picky',
        steps: [{ ask: 'requires_pin', rejects }, { finish: 'approved' }],
      }),
      { 'content-type': 'text/plain' },
    )
    const { reference } = await t.created({}, key)
    const { body } = await pay(t, reference)
    expect(moves(body)).toEqual(['merchant authorize requires_pin 30001'])
    expect(body.charge.status).toBe('succeeded')
  })

  test('sends PINs also where they must be encrypted', async () => {
    const t = await harness({ fixtures: { encryption: 'strict' } })
    const { id } = await t.created({}, 'scenario:auth_pin')
    expect((await pay(t, id)).body.charge.status).toBe('succeeded')
  })

  test.each([
    ['payer:approves', 'succeeded', '00:00:02.000Z'],
    ['payer:declines', 'failed', '00:00:02.000Z'],
    ['payer:abandons', 'failed', '01:00:00.000Z'],
    ['payer:approves_too_late', 'failed', '01:00:00.000Z'],
  ])('leaves the payer to %s, and advances the clock', async (payer, status, now) => {
    const t = await harness()
    const { id } = await t.created({}, `scenario:auth_3ds&${payer}`)
    const { body } = await pay(t, id)
    expect(body.charge.status).toBe(status)
    expect(moves(body).every((move) => move === 'clock wait redirect_url')).toBe(true)
    expect((await t.get<{ now: string }>('/_emulator/clock')).body.now).toBe(`2030-01-01T${now}`)
  })

  test('is refused for a charge that has ended, and for one that cannot end', async () => {
    const t = await harness({ settings: { unknownScenario: 'pending' } })
    const done = await t.created()
    expect(await pay(t, done.id)).toMatchObject({
      status: 409,
      body: { error: { message: `charge ${done.id} is already succeeded and cannot change` } },
    })
    const pending = await t.created({}, 'scenario:unheard_of')
    expect(await pay(t, pending.id)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/stays pending forever, because its scenario key/) } },
    })
    const left = await t.created({}, 'scenario:pending&payer:abandons')
    const { status, text } = await pay(t, left.id)
    expect([status, text]).toEqual([409, expect.stringMatching(/act as the payer with POST/)])
    expect((await pay(t, 'nothing')).status).toBe(404)
    expect((await pay(t, left.id, { processor_response: 'imagined' })).status).toBe(400)
  })
})
