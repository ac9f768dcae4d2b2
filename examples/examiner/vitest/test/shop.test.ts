import { examine } from 'payment-emulator/examine'
import { expect, test } from 'vitest'
import { Shop } from '../shop.ts'

test('the shop neither loses money nor ships twice, whatever happens', { timeout: 60_000 }, async () => {
  let shop: Shop
  const { findings, text } = await examine({
    start: (service) => {
      shop = new Shop(service)
    },
    pay: ({ id, amount, currency }) => shop.pay(id, amount, currency),
    look: ({ id }) => {
      const order = shop.order(id)
      return order && { status: order.status, fulfilled: order.shipments }
    },
    webhook: (request) => shop.webhook(request),
    flows: ['scenario:noauth', 'scenario:auth_3ds'],
    play: { also: ['token_revoked'] },
    stories: 60,
  })
  expect(findings, text).toEqual([])
})
