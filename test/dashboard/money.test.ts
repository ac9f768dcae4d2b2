import { beforeEach, expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

let t: Harness
beforeEach(() => {
  t = harness()
})

const page = async (path: string): Promise<string> => (await t.fetch(`/_emulator/ui/${path}`)).text()

test('the settlements are listed with their sums', async () => {
  expect(await page('settlements')).toContain('No settlements yet')
  await t.created({ amount: 10_000 })
  await t.advance('24h')
  const text = await page('settlements?status=pending')
  for (const sum of ['10,000.00', '150.50', '9,849.50']) expect(text).toContain(sum)
  expect(await page('settlements?status=completed')).toContain('No settlements match')
  const { id } = [...t.world.state.settlements][0] as { id: string }
  expect(await page(`charges?q=${id}`)).toContain('10,000.00')
})

test('the chargebacks are listed with what can be done to each', async () => {
  expect(await page('chargebacks')).toContain('No chargebacks yet')
  const { id: charge_id, reference } = await t.created({ amount: 100 })
  const { body } = await t.post('/chargebacks', { charge_id, type: 'local' })
  const text = await page('chargebacks')
  expect(text).toContain(reference)
  const labels = ['Accept', 'Contest', 'Win', 'Lose', 'Reverse']
  const shown = (html: string) => labels.filter((label) => html.includes(`>${label}</button>`))
  expect(shown(text)).toEqual(labels)
  await t.put(`/chargebacks/${body.data.id}`, { status: 'declined' })
  expect(shown(await page('chargebacks?status=declined'))).toEqual(['Win', 'Lose', 'Reverse'])
  expect(shown(await page('chargebacks?status=lost'))).toEqual([])
})

test('a charge that succeeded has a button that disputes it', async () => {
  const { id: charge_id } = await t.created({ amount: 100 })
  expect(await page(`charges/${charge_id}`)).toContain('Dispute it as the payer')
  await t.post('/chargebacks', { charge_id, type: 'local' })
  expect(await page(`charges/${charge_id}`)).toContain('Refunded or disputed in full')
})
