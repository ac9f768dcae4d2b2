import { expect, test } from './fixture.ts'
import { pay } from './payer.ts'

const order = {
  reference: 'order-0001',
  amount: 2500,
  currency: 'NGN',
  customerId: 'cus_adaobi0001',
  paymentMethodId: 'pmd_card000001',
}

// All three use the same reference: no test sees the charges of another one.
test.concurrent('an approved card pays the order at once', async ({ payments }) => {
  expect((await payments.charge(order)).status).toBe('succeeded')
})

test.concurrent('a card that asks for PIN and OTP pays it after the answers', async ({ payments, world }) => {
  const charge = await payments.charge(order, 'scenario:auth_pin')
  expect(charge.next_action?.type).toBe('requires_pin')
  await pay(world, payments, charge.id)
  expect((await payments.find(charge.id)).status).toBe('succeeded')
})

test.concurrent('a payer on a redirect page is played by the test', async ({ payments, shop, world }) => {
  const charge = await payments.charge(order, 'scenario:auth_redirect')
  expect(charge.next_action?.type).toBe('redirect_url')
  await world.charges.decline(charge.id)
  await world.clock.advance('1s')
  expect(shop.taken.map(({ data }) => data.status)).toEqual(['failed'])
  expect((await payments.find(charge.id)).status).toBe('failed')
})
