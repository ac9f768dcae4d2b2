import { createCipheriv } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'
import { madeUp } from '../../support/vocabulary.ts'

interface Transaction {
  id: number
  tx_ref: string
  service_ref: string
  status: string
  auth_model: string
  processor_response: string | null
  card?: { token: string; first_6digits: string }
}

type Answered = V3Body<Transaction> & { meta: { authorization: Record<string, unknown> & { mode: string } } }

/** A charge, and the members that its type needs. */
const body = (overrides: object = {}): Record<string, unknown> => ({
  tx_ref: 'direct-0001',
  amount: 1500,
  email: 'payer@example.com',
  fullname: 'Ngozi Eze',
  phone_number: '0201234567',
  account_bank: '058',
  account_number: '0690000031',
  ...overrides,
})

const card = { card_number: '4000000000020000', cvv: '123', expiry_month: '09', expiry_year: '32' }
const key = 'sandbox-3des-key-24bytes'

const sealed = (value: unknown, secret = key): { client: string } => {
  const cipher = createCipheriv('des-ede3', secret, null)
  return { client: cipher.update(JSON.stringify(value), 'utf8', 'base64') + cipher.final('base64') }
}

/** A world whose business may charge cards. */
const certified = (): Harness =>
  harness({ fixtures: { v3: { ...inject('builtIn').fixtures.v3, cardCertificate: true } } })

const charge = (t: Harness, type: string, overrides: object = {}, scenario?: string) =>
  t.post<Answered>(`/v3/charges?type=${type}`, body(overrides), { 'x-scenario-key': scenario ?? null })

describe('a direct charge', () => {
  test.each([
    ['mobile_money_ghana', 'GHS', { mode: 'callback', note: expect.stringContaining('1500 GHS') }],
    ['mobile_money_uganda', 'UGX', { mode: 'callback', note: expect.any(String) }],
    ['mobile_money_rwanda', 'RWF', { mode: 'callback', note: expect.any(String) }],
    ['mobile_money_zambia', 'ZMW', { mode: 'callback', note: expect.any(String) }],
    ['mobile_money_franco', 'XOF', { mode: 'callback', note: expect.any(String) }],
    ['mpesa', 'KES', { mode: 'callback', note: expect.any(String) }],
    ['ussd', 'NGN', { mode: 'ussd', note: expect.stringMatching(/\*\d/) }],
    ['debit_ng_account', 'NGN', { mode: expect.any(String) }],
    ['qr', 'NGN', { mode: 'callback', redirect: expect.stringContaining('/_emulator/pay/chg_') }],
    ['walletpay', 'NGN', { mode: 'redirect' }],
    ['devicewallet_a', 'NGN', { mode: 'redirect' }],
    ['devicewallet_b', 'NGN', { mode: 'redirect' }],
    [
      'bank_transfer',
      'NGN',
      {
        mode: 'banktransfer',
        transfer_account: expect.stringMatching(/^\d{10}$/),
        transfer_bank: 'Emulator Bank',
        transfer_amount: 1500,
        account_expiration: '2030-01-01T01:00:00.000Z',
      },
    ],
  ])('of type %s in %s says what the payer does next', async (type, currency, authorization) => {
    const t = harness()
    const { status, body: answer } = await charge(t, type)
    expect([status, answer.message]).toEqual([200, 'Charge initiated'])
    expect(answer.data).toMatchObject({ id: 1_000_001, tx_ref: 'direct-0001', amount: 1500, currency })
    expect(answer.data.status).toBe('pending')
    expect(answer.meta.authorization).toMatchObject(authorization)
    const [stored] = t.world.state.charges
    await t.post(`/_emulator/charges/${stored?.id}/payer`, { action: 'approve' })
    const { body: verified } = await t.get<V3Body<Transaction>>('/v3/transactions/1000001/verify')
    expect(verified.data.status).toMatch(/successful|pending/)
  })

  test('may have the word to which the fixtures map its payment method', async () => {
    const t = harness({ fixtures: { vocabulary: madeUp } })
    const word = madeUp.paymentMethodTypes.devicewallet_a
    for (const type of [word, 'devicewallet_a', 'qr'])
      expect((await charge(t, type, { tx_ref: `direct-${type}` })).status).toBe(200)
    expect([...t.world.state.charges].map(({ method }) => method.type)).toEqual([
      'devicewallet_a',
      'devicewallet_a',
      'walletpay',
    ])
  })

  test('of type qr has the flow of its scenario key', async () => {
    const { body: answer } = await charge(harness(), 'qr', {}, 'scenario:auth_otp')
    expect(answer.meta.authorization.mode).toBe('otp')
  })

  test.each([
    ['scenario:auth_pin', { mode: 'pin', fields: ['pin'] }],
    ['scenario:auth_avs', { mode: 'avs_noauth', fields: expect.arrayContaining(['zipcode']) }],
    ['scenario:auth_otp', { mode: 'otp', endpoint: '/v3/validate-charge' }],
    ['scenario:auth_3ds', { mode: 'redirect', redirect: expect.stringContaining('/_emulator/pay/chg_') }],
    ['scenario:auth_qr', { mode: 'callback', redirect: expect.stringContaining('/_emulator/pay/chg_') }],
    ['scenario:requery', { mode: 'callback' }],
    ['scenario:noauth', { mode: 'noauth' }],
  ])('by card with %s has its mode of authorization', async (scenario, authorization) => {
    const { body: answer } = await charge(certified(), 'card', card, scenario)
    expect(answer.meta.authorization).toEqual(authorization)
  })

  test('by card goes on with the PIN and ends with the OTP', async () => {
    const t = certified()
    const first = await charge(t, 'card', card, 'scenario:auth_pin')
    const again = { ...card, authorization: { mode: 'pin', pin: '12345' } }
    const second = await charge(t, 'card', again)
    expect(second.body.data.id).toBe(first.body.data.id)
    expect(second.body.meta.authorization.mode).toBe('otp')
    const { status, body: ended } = await t.post<V3Body<Transaction>>('/v3/validate-charge', {
      otp: '123456',
      service_ref: second.body.data.service_ref,
      type: 'card',
    })
    expect([status, ended.message, ended.data.status]).toEqual([200, 'Charge validated', 'successful'])
    expect(ended.data).toMatchObject({ auth_model: 'pin', processor_response: 'approved' })
    expect(t.world.state.charges.size).toBe(1)
  })

  test('refuses a wrong PIN or OTP, counts it, and fails after the last', async () => {
    const t = certified()
    const first = await charge(t, 'card', card, 'scenario:auth_otp')
    const send = (otp: string | number) =>
      t.post<V3Body<Transaction>>('/v3/validate-charge', { otp, service_ref: first.body.data.service_ref })
    for (const attempt of [1, 2])
      expect(refusal(await send('000000'))).toEqual([400, `otp: otp was wrong, attempt ${attempt} of 3`])
    expect((await send('000000')).body.data).toMatchObject({
      status: 'failed',
      processor_response: 'pin_entry_tries_exceeded',
    })
    expect(refusal(await send(123456))).toEqual([400, 'otp: the charge is failed and needs no more answers'])
  })

  test('refuses an answer of the wrong kind, and the OTP of nothing', async () => {
    const t = certified()
    await charge(t, 'card', card, 'scenario:auth_pin')
    const wrong = await charge(t, 'card', { ...card, authorization: { mode: 'avs_noauth', zipcode: '1' } })
    expect(refusal(wrong as never)).toEqual([
      400,
      'authorization.mode: the charge does not wait for an address; it waits for requires_pin',
    ])
    const unknown = await t.post<V3Body<null>>('/v3/validate-charge', { otp: '1234', service_ref: 'ref_x' })
    expect(refusal(unknown)).toEqual([400, expect.stringMatching(/^service_ref: no transaction "ref_x"/)])
  })

  test('takes the PIN with the first request, and ignores one that is not needed', async () => {
    const t = certified()
    const authorization = { mode: 'pin', pin: 3310 }
    const first = await charge(t, 'card', { ...card, authorization }, 'scenario:auth_pin')
    expect(first.body.meta.authorization.mode).toBe('otp')
    const other = await charge(t, 'card', { ...card, authorization, tx_ref: 'direct-0002' })
    expect(other.body.data.status).toBe('successful')
    expect(other.headers.get('x-emulator-warning')).toContain('authorization was not needed')
  })

  test('by card is a 403 unless the business holds the certificate', async () => {
    const t = harness()
    for (const sent of [body(card), sealed(body(card)), { client: 'rubbish' }]) {
      const answer = await t.post<V3Body<null>>('/v3/charges?type=card', sent)
      expect(refusal(answer)).toEqual([403, expect.stringContaining('card_certificate: true')])
    }
    expect(t.world.state.charges.size).toBe(0)
  })

  test('may be encrypted with 3DES; a card must be, if the fixtures are strict', async () => {
    const t = certified()
    const { body: answer } = await t.post<Answered>('/v3/charges?type=card', sealed(body(card)))
    expect(answer.data.card?.first_6digits).toBe('400000')
    const { v3 } = inject('builtIn').fixtures
    const strict = harness({ fixtures: { encryption: 'strict', v3: { ...v3, cardCertificate: true } } })
    const plain = await charge(strict, 'card', card)
    expect(refusal(plain as never)).toEqual([400, expect.stringMatching(/^client: must not be null/)])
    expect((await strict.post('/v3/charges?type=card', sealed(body(card)))).status).toBe(200)
    expect((await charge(strict, 'ussd', { tx_ref: 'direct-0003' })).status).toBe(200)
  })

  test.each([
    ['with another key', sealed(body(card), 'another-3des-key-24-byte')],
    ['as text', { client: 'not base64 at all' }],
    ['of no JSON', { client: '' }],
  ])('that is encrypted %s is a 400 that says what to check', async (_, sent) => {
    const answer = await certified().post<V3Body<null>>('/v3/charges?type=card', sent)
    expect(refusal(answer)).toEqual([400, expect.stringMatching(/^client: .*3DES in ECB.*v3_encryption_key/)])
  })

  test.each([
    ['cheque', {}, 'type: must be one of: card, .*, ach_payment$'],
    ['ussd', { account_bank: undefined }, 'account_bank: must not be null; ussd needs it'],
    ['mpesa', { phone_number: undefined }, 'phone_number: must not be null; mpesa needs it'],
    ['mpesa', { phone_number: '12' }, 'phone_number: must be a phone number'],
    ['mpesa', { currency: 'NGN' }, 'currency: must be KES for mpesa'],
    ['mobile_money_franco', { currency: 'NGN' }, 'currency: must be XOF or XAF'],
    ['ussd', { tx_ref: undefined }, 'tx_ref: '],
    ['ussd', { email: 'x' }, 'email: '],
    ['ussd', { amount: 'much' }, 'amount: '],
  ])('of type %s is not created with %j', async (type, overrides, message) => {
    const answer = await charge(harness(), type, overrides)
    expect(refusal(answer as never)).toEqual([400, expect.stringMatching(`^${message}`)])
  })

  test('needs a tx_ref that no transaction has', async () => {
    const t = harness()
    await charge(t, 'ussd')
    expect(refusal((await charge(t, 'ussd')) as never)).toEqual([
      400,
      expect.stringMatching(/^tx_ref: "direct-0001" is in use/),
    ])
    await t.created({ reference: 'order-77' })
    expect((await charge(t, 'ussd', { tx_ref: 'order-77' })).status).toBe(400)
    expect((await t.charge({ reference: 'direct-0001' })).status).toBe(409)
  })

  test('sends the payer back with status, tx_ref and transaction_id', async () => {
    const t = certified()
    const redirect_url = 'https://shop.test/paid'
    const { body: answer } = await charge(t, 'card', { ...card, redirect_url }, 'scenario:auth_3ds')
    const page = String(answer.meta.authorization['redirect']).replace('http://emulator.test', '')
    const back = await t.fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ action: 'decline' }),
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toBe(
      `${redirect_url}?status=failed&tx_ref=direct-0001&transaction_id=1000001`,
    )
  })

  test('follows rules, by card, e-mail, tx_ref and amount; the second request uses up none', async () => {
    const t = certified()
    await t.post('/_emulator/rules', { key: 'scenario:auth_pin', when: { reference: 'direct-*' }, count: 1 })
    await t.post('/_emulator/rules', { key: 'issuer:expired_card', count: 1 })
    await charge(t, 'card', card)
    await charge(t, 'card', { ...card, authorization: { mode: 'pin', pin: '12345' } })
    expect(t.world.state.rules.size).toBe(1)
    const expired = await charge(t, 'card', { ...card, tx_ref: 'other' })
    expect(expired.body.data.processor_response).toBe('expired_card')
    const poor = await charge(t, 'card', { ...card, card_number: '4000000000000051', tx_ref: 'poor' })
    expect(poor.body.data.processor_response).toBe('insufficient_funds')
    const cents = await charge(t, 'card', {
      ...card,
      card_number: '4242424242424242',
      amount: '20.51',
      tx_ref: 'cents',
    })
    expect(cents.body.data.processor_response).toBe('insufficient_funds')
    const mail = await charge(t, 'card', {
      ...card,
      card_number: '4242424242424242',
      email: 'auth_3ds@example.com',
      tx_ref: 'mail',
    })
    expect(mail.body.meta.authorization.mode).toBe('redirect')
  })

  test('plays a sequence for a payer who was new at its first use', async () => {
    const t = certified()
    const statuses: string[] = []
    for (const tx_ref of ['first', 'second'])
      statuses.push(
        (await charge(t, 'card', { ...card, tx_ref }, 'sequence:declined_then_approved')).body.data.status,
      )
    expect(statuses).toEqual(['failed', 'successful'])
  })

  test('never shows the number of a card again', async () => {
    const t = certified()
    const { text } = await charge(t, 'card', { ...card, card_number: '4242424242424242' })
    const secret = sealed(body({ ...card, tx_ref: 'sealed', card_number: '4242424242424242' }))
    expect((await t.post('/v3/charges?type=card', secret)).status).toBe(200)
    const journal = await t.get('/_emulator/requests')
    expect(journal.text).not.toContain(secret.client.slice(0, 40))
    const state = await t.get('/_emulator/state')
    for (const shown of [text, journal.text, state.text]) expect(shown).not.toContain('4242424242424242')
  })
})

describe('a token charge', () => {
  const token = async (t: Harness): Promise<string> => {
    await t.created()
    return (await t.get<V3Body<Transaction>>('/v3/transactions/1000001/verify')).body.data.card?.token ?? ''
  }
  const repeat = (t: Harness, overrides: object, scenario?: string) =>
    t.post<Answered>(
      '/v3/tokenized-charges',
      {
        tx_ref: 'again-0001',
        amount: 70,
        currency: 'NGN',
        country: 'NG',
        email: 'adaobi@example.com',
        ...overrides,
      },
      { 'x-scenario-key': scenario ?? null },
    )

  test('ends at once, whatever flow the scenario has', async () => {
    const t = harness()
    const { status, body: answer } = await repeat(t, { token: await token(t) }, 'scenario:auth_pin')
    expect([status, answer.data.status, answer.meta.authorization.mode]).toEqual([
      200,
      'successful',
      'noauth',
    ])
    const failed = await repeat(
      t,
      { token: answer.data.card?.token, tx_ref: 'again-0002' },
      'issuer:insufficient_funds',
    )
    expect(failed.body.data).toMatchObject({ status: 'failed', processor_response: 'insufficient_funds' })
  })

  test('needs a token of the payer', async () => {
    const t = harness()
    const known = await token(t)
    for (const [overrides, message] of [
      [{ token: 'tok_pmd_nothing' }, /^token: /],
      [{ token: 'rubbish' }, /^token: must begin/],
      [{ token: known, email: 'kwame@example.com' }, /^email: must be that of the customer/],
      [{ token: known, tx_ref: undefined }, /^tx_ref: /],
    ] as const)
      expect(refusal((await repeat(t, overrides)) as never)).toEqual([400, expect.stringMatching(message)])
  })
})
