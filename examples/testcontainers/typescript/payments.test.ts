import { connect, type EmulatorClient } from 'payment-emulator/client'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { afterAll, beforeAll, expect, test } from 'vitest'

let container: StartedTestContainer
let emulator: EmulatorClient

beforeAll(async () => {
  // For webhooks to a server of the test: TestContainers.exposeHostPorts(port) before the start, and
  // http://host.testcontainers.internal:{port}/… as the endpoint.
  container = await new GenericContainer('payment-emulator')
    .withExposedPorts(4290)
    .withWaitStrategy(Wait.forHttp('/health', 4290))
    .start()
  emulator = connect(`http://${container.getHost()}:${container.getMappedPort(4290)}`)
})
afterAll(() => container.stop())

test('a card is declined for lack of funds, and the shop is told', async () => {
  const world = emulator.newWorld()
  const response = await world.fetch('/charges', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.token()}`,
      'content-type': 'application/json',
      'x-scenario-key': 'issuer:insufficient_funds',
    },
    body: JSON.stringify({
      amount: 1500,
      currency: 'NGN',
      reference: 'order-0001',
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }),
  })
  expect(response.status).toBe(201)
  const { event } = await world.waitForEvent('charge.completed', { reference: 'order-0001' })
  expect(event.data['status']).toBe('failed')
})
