import { describe, expect, test } from 'vitest'
import { harness } from '../../harness.ts'
import { chosen, linkOf, opened, pathOf, paymentBody } from '../../support/payment.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Transaction {
  id: number
  tx_ref: string
  status: string
  payment_type: string
  customer: { email: string; name: string; phone_number: string }
  meta: Record<string, string> | null
}

const approvedCard = { method: 'card', card_number: '4000 0000 0002 0000', expiry: '08/32', cvv: '123' }
const shop = 'https://shop.test/paid?order=1'

describe('a hosted payment', () => {
  test('is a page on which the payer chooses, and ends with the way back to the shop', async () => {
    const t = harness()
    const { status, body } = await t.post<V3Body<{ link: string }>>('/v3/payments', paymentBody())
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Hosted Link'])
    expect(body.data.link).toMatch(/^http:\/\/emulator\.test\/_emulator\/pay\/lnk_[0-9a-z]{14}$/)
    expect(await opened(t, body.data.link)).toContain('Card number')
    expect(await chosen(t, body.data.link, approvedCard)).toBe(
      `${shop}&status=successful&tx_ref=shop-order-1&transaction_id=1000001`,
    )
  })

  test('that is disabled can no longer be paid, but one that has begun goes on', async () => {
    const t = harness()
    const disable = (link: string) => t.post<V3Body<null>>('/v3/payments/link/disable', { link })
    const link = await linkOf(t)
    const { status, body } = await disable(link)
    expect([status, body.message, body.data]).toEqual([200, 'Payment link disabled', null])
    expect((await disable(link)).status).toBe(200)
    expect(await opened(t, link)).toContain('This payment link has expired')
    const begun = await linkOf(t, { tx_ref: 'shop-order-2' }, 'scenario:auth_otp')
    await chosen(t, begun, approvedCard)
    await disable(begun)
    const [charge] = t.world.state.charges
    await t.post('/v3/validate-charge', { otp: '123456', service_ref: charge?.id.replace('chg_', 'ref_') })
    expect([...t.world.state.charges].map((one) => one.status)).toEqual(['succeeded'])
    expect(refusal(await disable('lnk_nothing'))).toEqual([404, expect.stringContaining('lnk_nothing')])
  })

  test('makes an ordinary charge, which both generations and both forms of webhooks know', async () => {
    const t = harness({ settings: { webhookForm: 'v3' } })
    await t.post('/_emulator/webhooks/endpoints', {
      url: 'http://merchant.test/charge',
      form: 'charge',
    })
    const link = await linkOf(t, { tx_ref: 'shop-order-2' })
    await chosen(t, link, approvedCard)
    const { body } = await t.get<V3Body<Transaction>>('/v3/transactions/1000001/verify')
    expect(body.data).toMatchObject({
      tx_ref: 'shop-order-2',
      status: 'successful',
      payment_type: 'card',
      customer: { email: 'payer@example.com', name: 'Ngozi Eze', phone_number: '2348031234567' },
    })
    const charges = await t.get<{ data: { id: string; reference: string; status: string }[] }>('/charges')
    expect(charges.body.data).toMatchObject([{ reference: 'shop-order-2', status: 'succeeded' }])
    await t.advance('1s')
    const bodies = t.webhooks.map(({ text }) => JSON.parse(text))
    expect(bodies).toMatchObject([
      { event: 'charge.completed', data: { id: 1_000_001, tx_ref: 'shop-order-2', status: 'successful' } },
      { type: 'charge.completed', data: { id: charges.body.data[0]?.id, reference: 'shop-order-2' } },
    ])
  })

  test('keeps meta as texts, whatever was sent', async () => {
    const t = harness()
    const link = await linkOf(t, { meta: { cart: 17, gift: 'yes', more: { deep: true } } })
    await chosen(t, link, approvedCard)
    const { body } = await t.get<V3Body<Transaction>>('/v3/transactions/1000001/verify')
    expect(body.data.meta).toEqual({ cart: '17', gift: 'yes', more: '{"deep":true}' })
  })

  test('may be tried again as often as the request says, each time as a transaction with the same tx_ref', async () => {
    const t = harness()
    const link = await linkOf(t, { max_retry_attempt: 1 }, 'issuer:insufficient_funds')
    expect(await chosen(t, link, approvedCard)).toBe(link)
    const page = await opened(t, link)
    expect(page).toContain('insufficient_funds')
    expect(page).toContain('You can try once more')
    expect(await chosen(t, link, { method: 'ussd' })).toContain('/_emulator/pay/chg_')
    const waiting = [...t.world.state.charges].at(-1)
    expect(await chosen(t, `/_emulator/pay/${waiting?.id}`, { action: 'approve' })).toBe(
      `${shop}&status=failed&tx_ref=shop-order-1&transaction_id=1000002`,
    )
    const { body } = await t.get<V3Body<Transaction[]>>('/v3/transactions?tx_ref=shop-order-1')
    expect(body.data.map(({ id, tx_ref, payment_type }) => [id, tx_ref, payment_type])).toEqual([
      [1_000_002, 'shop-order-1', 'ussd'],
      [1_000_001, 'shop-order-1', 'card'],
    ])
    const found = await t.get<V3Body<Transaction>>('/v3/transactions/verify_by_reference?tx_ref=shop-order-1')
    expect(found.body.data.id).toBe(1_000_002)
    const charges = await t.get<{ data: { reference: string }[] }>('/charges')
    expect(charges.body.data.map(({ reference }) => reference)).toEqual(['shop-order-1-R2', 'shop-order-1'])
    expect(await chosen(t, link, approvedCard)).toMatch(/^409 /)
  })

  test('goes back to the shop as cancelled, and can still be paid', async () => {
    const t = harness()
    const link = await linkOf(t)
    expect(await chosen(t, link, { cancel: '1' })).toBe(`${shop}&status=cancelled&tx_ref=shop-order-1`)
    expect(await chosen(t, link, { method: 'bank_transfer' })).toContain('/_emulator/pay/chg_')
    const [charge] = t.world.state.charges
    const page = `/_emulator/pay/${charge?.id}`
    expect(await chosen(t, page, { action: 'abandon' })).toBe(
      `${shop}&status=cancelled&tx_ref=shop-order-1&transaction_id=1000001`,
    )
    expect((await t.fetch(pathOf(link), { redirect: 'manual' })).headers.get('location')).toContain(page)
    expect(await chosen(t, page, { action: 'approve' })).toContain('status=successful')
  })

  test('expires on the clock of the world', async () => {
    const t = harness()
    const link = await linkOf(t, { configurations: { session_duration: 10 } })
    await t.advance('9m')
    expect(await opened(t, link)).toContain('Card number')
    await t.advance('1m')
    expect(await opened(t, link)).toContain('This payment link has expired')
    expect(await chosen(t, link, approvedCard)).toMatch(/^409 .*ask the shop for a new link/)
    expect(t.world.state.charges.size).toBe(0)
  })

  test('follows the scenario key of its request, and asks the payer for PIN and OTP itself', async () => {
    const t = harness()
    const link = await linkOf(t, {}, 'scenario:auth_pin')
    expect(await opened(t, link)).not.toContain('USSD')
    const page = await chosen(t, link, approvedCard)
    expect(await opened(t, page)).toContain('Enter your card PIN')
    expect(await chosen(t, page, { action: 'answer', answer: '00000' })).toBe(page)
    expect(await opened(t, page)).toContain('That was wrong. You can try 2 more times.')
    expect(await chosen(t, page, { action: 'answer', answer: '12345' })).toBe(page)
    expect(await opened(t, page)).toContain('Enter the code')
    expect(await chosen(t, page, { action: 'answer', answer: '123456' })).toContain('status=successful')
    expect(await opened(t, page)).toContain('Continue')
  })

  test('follows added rules and the test data, by e-mail, amount and the card that the payer enters', async () => {
    const t = harness()
    const poor = await linkOf(t)
    expect(await chosen(t, poor, { ...approvedCard, card_number: '4000000000000051' })).toBe(poor)
    const byMail = await linkOf(t, { tx_ref: 'mail', customer: { email: 'auth_3ds@example.com' } })
    expect(await chosen(t, byMail, approvedCard)).toContain('/_emulator/pay/chg_')
    await t.post('/_emulator/rules', {
      key: 'issuer:expired_card',
      when: { payment_method: 'card' },
      count: 1,
    })
    const ruled = await linkOf(t, { tx_ref: 'ruled' })
    expect(await chosen(t, ruled, approvedCard)).toBe(ruled)
    expect(t.world.state.rules.size).toBe(0)
    expect([...t.world.state.charges].map(({ processorResponse }) => processorResponse)).toEqual([
      'insufficient_funds',
      undefined,
      'expired_card',
    ])
  })

  test('plays a sequence: declined first, then approved', async () => {
    const t = harness()
    const link = await linkOf(t, {}, 'sequence:declined_then_approved')
    expect(await chosen(t, link, approvedCard)).toBe(link)
    expect(await chosen(t, link, approvedCard)).toContain('status=successful')
  })

  test('offers the payment methods of payment_options', async () => {
    const t = harness()
    const link = await linkOf(t, { payment_options: 'ussd, mobilemoneyghana,rubbish' })
    const page = await opened(t, link)
    expect(page).toContain('USSD')
    expect(page).toContain('Mobile money')
    expect(page).not.toContain('Card number')
    expect(await chosen(t, link, approvedCard)).toMatch(/^400 .*ussd, mobile_money/)
    expect(await chosen(t, link, { method: 'mobile_money', network: 'MTN', phone: '0201234567' })).toContain(
      '/_emulator/pay/chg_',
    )
    const answer = await t.post('/v3/payments', paymentBody({ payment_options: 'ussd' }), {
      'x-scenario-key': 'scenario:auth_pin',
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('the payment offers ussd')])
  })

  test.each([
    [{ tx_ref: undefined }, 'tx_ref: '],
    [{ tx_ref: '' }, 'tx_ref: '],
    [{ amount: 0 }, 'amount: '],
    [{ redirect_url: 'javascript:alert(1)' }, 'redirect_url: '],
    [{ customer: { email: 'nobody' } }, 'customer.email: '],
    [{ max_retry_attempt: -1 }, 'max_retry_attempt: '],
    [{ meta: 'x' }, 'meta: '],
  ])('is not created with %j', async (overrides, message) => {
    const answer = await harness().post<V3Body<null>>('/v3/payments', paymentBody(overrides))
    expect(refusal(answer)).toEqual([400, expect.stringMatching(`^${message}`)])
  })

  test('may be created twice, but not for a tx_ref that is paid or belongs to something else', async () => {
    const t = harness()
    const first = await linkOf(t)
    const second = await linkOf(t)
    expect(second).not.toBe(first)
    await chosen(t, first, approvedCard)
    const paid = await t.post<V3Body<null>>('/v3/payments', paymentBody())
    expect(refusal(paid)).toEqual([400, expect.stringContaining('"shop-order-1" is in use')])
    await t.created({ reference: 'charged-1' })
    const charged = await t.post<V3Body<null>>('/v3/payments', paymentBody({ tx_ref: 'charged-1' }))
    expect(charged.status).toBe(400)
  })

  test('reuses the customer of a known e-mail address, in any case', async () => {
    const t = harness()
    const link = await linkOf(t, { customer: { email: 'Adaobi@example.com', name: 'Someone Else' } })
    await chosen(t, link, approvedCard)
    expect([...t.world.state.charges][0]?.customer.id).toBe('cus_adaobi0001')
    expect(t.world.state.customers.size).toBe(2)
  })

  test('takes any text or number as tx_ref; the reference of the charge keeps the form of the contract', async () => {
    const t = harness()
    for (const tx_ref of ['a_b c/1', 'x', 1_733_000_000_000, 'long '.repeat(20)])
      await chosen(t, await linkOf(t, { tx_ref }), approvedCard)
    expect([...t.world.state.charges].map(({ v3, reference }) => [v3?.txRef, reference])).toEqual([
      ['a_b c/1', 'a-b-c-1'],
      ['x', 'tx-ref-x'],
      ['1733000000000', '1733000000000'],
      ['long '.repeat(20), 'long-long-long-long-long-long-long-long-lo'],
    ])
  })

  test('survives a snapshot, in another world too, where its page stands under the prefix of that world', async () => {
    const t = harness()
    const link = await linkOf(t, { max_retry_attempt: 2 }, 'issuer:do_not_honor')
    await chosen(t, link, approvedCard)
    const { body } = await t.get('/_emulator/state')
    const other = t.in('other')
    expect((await other.put('/_emulator/state', body)).status).toBe(200)
    expect((await other.get('/_emulator/state')).body).toMatchObject({
      state: { links: [{ baseUrl: 'http://emulator.test/w/other' }] },
    })
    expect(await opened(other, link)).toContain('do_not_honor')
    expect((await t.put('/_emulator/state', body)).status).toBe(200)
    expect(await opened(t, link)).toContain('You can try 2 more times')
  })
})
