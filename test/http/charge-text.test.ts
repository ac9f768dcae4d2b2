import { expect, test } from 'vitest'
import { chargeText } from '../../src/http/fast/charge-text.ts'
import { presentCharge } from '../../src/wire/charge.ts'
import { busyWorld } from '../support/busy-world.ts'

const qrImage = (text: string): string => `data:image/png;base64,${btoa(text)}`

test('A charge is serialised as it is presented, in every state', async () => {
  const { world } = await busyWorld()
  const charges = [...world.state.charges]
  expect(new Set(charges.map(({ status }) => status)).size).toBeGreaterThan(2)
  for (const charge of charges)
    expect(chargeText(charge, qrImage)).toBe(JSON.stringify(presentCharge(charge, qrImage)))
})
