import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

const page = async (t: Harness, path: string): Promise<string> => (await t.fetch(`/_emulator${path}`)).text()

test('While a session is recorded, every screen says so and has the button that stops it', async () => {
  const t = harness()
  expect(await page(t, '/ui/charges')).not.toContain('Recording a session')
  await t.post('/_emulator/session/start', { name: 'a <b>refund</b>' })
  await t.created()
  for (const path of ['/ui/charges', '/ui/session', '']) {
    const html = await page(t, path)
    expect(html).toContain(
      '<strong>Recording a session:</strong> <bdi>a &lt;b&gt;refund&lt;/b&gt;</bdi>, 2 requests',
    )
    expect(html).toContain('data-url="/_emulator/session/stop"')
  }
  await t.post('/_emulator/session/stop')
  expect(await page(t, '/ui/charges')).not.toContain('Recording a session')
})

test('The page of the session starts one, and shows it as each kind of test, to be copied or downloaded', async () => {
  const t = harness()
  expect(await page(t, '/ui/session')).toContain('No session was recorded yet')
  expect(await page(t, '/ui/session')).toContain('data-url="/_emulator/session/start"')
  await t.post('/_emulator/session/start', { name: 'a refund' })
  expect(await page(t, '/ui/session')).toContain('Nothing has happened in the session yet')
  await t.created({}, 'scenario:auth_pin')
  await t.post('/_emulator/session/stop')
  const html = await page(t, '/ui/session')
  expect(html).toContain('a-refund.test.ts')
  expect(html).toContain('href="/_emulator/session/export?as=vitest" download="a-refund.test.ts"')
  expect(html).toMatch(/data-copy="import \{ expect, test \} from &#39;payment-emulator\/vitest&#39;/)
  expect(await page(t, '/ui/session?as=pytest')).toContain('def test_a_refund(world):')
  expect((await t.fetch('/_emulator/ui/session?as=ruby')).status).toBe(400)
})
