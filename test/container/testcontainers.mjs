// usage: node testcontainers.mjs FOLDER_WITH_TESTCONTAINERS IMAGE SCENARIOS_FOLDER      (see testcontainers.sh)

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const [client, image, scenarios] = process.argv.slice(2)
const { GenericContainer, Wait } = createRequire(`${client}/`)('testcontainers')

const started = performance.now()
const container = await new GenericContainer(image)
  .withExposedPorts(4290)
  .withBindMounts([{ source: scenarios, target: '/scenarios', mode: 'ro' }])
  // Docker would also do with Wait.forHealthCheck(); podman runs no health checks without systemd.
  .withWaitStrategy(Wait.forHttp('/health', 4290))
  .withStartupTimeout(30_000)
  .start()
const ready = performance.now() - started

try {
  const base = `http://${container.getHost()}:${container.getMappedPort(4290)}`
  const token = await fetch(`${base}/realms/test/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  })
  const { access_token } = await token.json()
  const charge = await fetch(`${base}/charges`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'x-scenario-key': 'mounted-pin',
    },
    body: JSON.stringify({
      amount: 2500,
      currency: 'NGN',
      reference: 'testcontainers-1',
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }),
  })
  const body = await charge.json()
  assert.equal(charge.status, 201, JSON.stringify(body))
  assert.equal(body.data.next_action.type, 'requires_pin')
} finally {
  await container.stop({ timeout: 10_000 })
}
console.log(Math.round(ready))
