import type { World } from '../../src/client.ts'

interface Answer {
  status: number
  body: { data: { id: string; [member: string]: unknown } }
}

/**
 * Plays a session with a bit of everything in a world, and records it: a customer and a card, a charge with a wrong PIN, the right
 * one and an OTP, refusals, a payer, a rule, a refund, a transfer, an order with a partial capture, webhooks and jumps of the
 * clock.
 */
export async function recordRichSession(world: World): Promise<void> {
  const token = await world.token()
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await world.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const secret = { authorization: 'Bearer sk_sandbox' }
  // Made before the session, and needed in it.
  const regular = await send('POST', '/customers', { email: 'regular@example.com' })
  await world.session.start('A refund after a wrong PIN')
  const customer = await send('POST', '/customers', {
    email: 'ada@example.com',
    name: { first: 'Ada', last: "O'Neil" },
    meta: { note: 'costs $5 "or" more \\ less `x`' },
  })
  const card = await send('POST', '/payment-methods', {
    type: 'card',
    customer_id: customer.body.data.id,
    card: {
      encrypted_card_number: '5123450000000008',
      encrypted_expiry_month: '09',
      encrypted_expiry_year: '32',
      encrypted_cvv: '123',
      nonce: 'abcdefabcdef',
    },
  })
  const order = {
    amount: 1500.5,
    currency: 'NGN',
    customer_id: customer.body.data.id,
    payment_method_id: card.body.data.id,
  }
  const charge = await send(
    'POST',
    '/charges',
    { ...order, reference: 'order-1', redirect_url: 'https://shop.test/paid' },
    { 'x-scenario-key': 'scenario:auth_pin&webhook:duplicate', 'x-idempotency-key': 'checkout-of-ada' },
  )
  const authorize = (authorization: object): Promise<Answer> =>
    send('PUT', `/charges/${charge.body.data.id}`, { authorization })
  const pin = (encrypted_pin: string, nonce: string): Promise<Answer> =>
    authorize({ type: 'pin', pin: { nonce, encrypted_pin } })
  await pin('00000', 'nonceofpin01')
  await pin('12345', 'nonceofpin01')
  await pin('12345', 'nonceofpin02')
  await authorize({ type: 'otp', otp: { code: '123456' } })
  await world.clock.advance('2s')
  await send('POST', '/refunds', { charge_id: charge.body.data.id, amount: 500 })
  await world.clock.advance('10s')
  await send('GET', `/charges/${charge.body.data.id}`)
  await send('POST', '/charges', { ...order, reference: 'order-1' })
  await send('POST', '/charges', { ...order, reference: 'order-2', amount: 0 })
  await send('POST', '/charges', { ...order, reference: 'order-2' }, { authorization: 'Bearer nonsense' })
  await send('POST', '/charges', { ...order, reference: 'order-2' }, { 'x-scenario-key': 'network:503' })
  const redirected = await send(
    'POST',
    '/charges',
    { ...order, reference: 'order-3', customer_id: regular.body.data.id, payment_method_id: undefined },
    { 'x-scenario-key': 'scenario:auth_redirect' },
  )
  void redirected
  const waiting = await send(
    'POST',
    '/charges',
    { ...order, reference: 'order-4' },
    { 'x-scenario-key': 'scenario:auth_redirect' },
  )
  await world.charges.approve(waiting.body.data.id, { processorResponse: 'insufficient_funds' })
  await world.next('scenario:auth_otp', { reference: 'order-5' })
  const played = await send('POST', '/charges', { ...order, reference: 'order-5' })
  await world.pay(played.body.data.id)
  await world.webhooks.hold()
  const transfer = await send(
    'POST',
    '/v3/transfers',
    {
      account_bank: '044',
      account_number: '0690000031',
      amount: 5500,
      currency: 'NGN',
      reference: 'salary-1_PMCK',
    },
    secret,
  )
  await world.clock.advance('1m')
  await world.webhooks.release()
  await send('GET', `/v3/transfers/${transfer.body.data.id}`, undefined, secret)
  await world.clock.advance('11m')
  const fresh = { authorization: `Bearer ${await world.token()}` }
  const authorized = await send(
    'POST',
    '/orders',
    { ...order, reference: 'order-6' },
    { ...fresh, 'x-scenario-key': 'scenario:noauth' },
  )
  await send('PUT', `/orders/${authorized.body.data.id}`, { action: 'capture', amount: 100 }, fresh)
  const disputed = await send(
    'POST',
    '/chargebacks',
    { charge_id: charge.body.data.id, amount: 100, type: 'local' },
    fresh,
  )
  await world.chargebacks.outcome(disputed.body.data.id, 'won')
  const account = { customer_id: regular.body.data.id, currency: 'NGN' }
  const single = { ...account, reference: 'account-1', account_type: 'dynamic', amount: 2500 }
  const many = { ...account, reference: 'account-2', account_type: 'static' }
  const paid = await send('POST', '/virtual-accounts', single, fresh)
  await world.virtualAccounts.pay(paid.body.data.id)
  const savings = await send('POST', '/virtual-accounts', many, fresh)
  await world.virtualAccounts.pay(savings.body.data.id, { amount: 400, originatorName: 'Ngozi Eze' })
  await send('GET', `/virtual-accounts/${paid.body.data.id}`, undefined, fresh)
  await world.webhooks.send('charge.completed', { data: { reference: 'made-by-hand', status: 'succeeded' } })
  await world.session.stop()
}
