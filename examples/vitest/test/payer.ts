import type { World } from 'payment-emulator/client'
import type { Payments } from '../shop/payments.ts'

let nonces = 0

/** Acts as the payer until the end: enters what the shop asks for, and approves on other pages and devices. */
export async function pay(world: World, payments: Payments, id: string): Promise<void> {
  for (;;) {
    const { waits_for: wanted } = await world.charges.inspect(id)
    if (wanted === null) return
    switch (wanted.answer) {
      case 'otp':
        await payments.authorize(id, { type: 'otp', otp: { code: wanted.accepted } })
        break
      case 'pin': {
        const nonce = `nonce${String(nonces++).padStart(7, '0')}`
        await payments.authorize(id, { type: 'pin', pin: { nonce, encrypted_pin: wanted.accepted } })
        break
      }
      case 'avs': {
        const address = { line1: '12 Marina Road', city: 'Lagos', state: 'Lagos', country: 'NG' }
        await payments.authorize(id, {
          type: 'avs',
          avs: { address: { ...address, postal_code: wanted.accepted } },
        })
        break
      }
      default:
        await world.charges.approve(id)
    }
  }
}
