import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

const page = async (t: Harness, path: string): Promise<string> => (await t.fetch(path)).text()

/** The editor of the newest request. */
const editor = (t: Harness): Promise<string> =>
  page(t, `/_emulator/ui/requests/${t.world.requests.total}/again`)

/** The value of a field in a page. */
const contentOf = (html: string, name: string): string =>
  (new RegExp(`<textarea name="${name}"[^>]*>([^<]*)<`).exec(html) ??
    new RegExp(`<input name="${name}" value="([^"]*)"`).exec(html))?.[1]?.replaceAll('&quot;', '"') ?? ''

const answered = { outcome: 'answered', what: 'the answer arrived', duration_ms: 4 }

const compared = (t: Harness, id: number, sent: object, seen: object) =>
  t.fetch(`/_emulator/requests/${id}/compared`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sent, seen: { ...answered, ...seen } }),
  })

test('The editor has method, path, key, headers and body of the request, without the prefix of its world', async () => {
  const t = harness().in('mine')
  await t.created({ reference: 'order-77' }, 'scenario:auth_pin')
  const html = await editor(t)
  expect(html).toContain('<option selected>POST</option>')
  expect([contentOf(html, 'path'), contentOf(html, 'key')]).toEqual(['/charges', 'scenario:auth_pin'])
  expect(contentOf(html, 'headers')).toBe('content-type: application/json')
  expect(JSON.parse(contentOf(html, 'body')).reference).toBe('order-77')
  expect(html).toContain('authorization: the page sends its own access token')
  expect(html).toContain('data-renew>Renew the reference</button>')
})

test('Masked credentials in a body are replaced, and the page says by what', async () => {
  const t = harness()
  await t.post('/payment-methods', {
    type: 'card',
    customer_id: 'cus_adaobi0001',
    card: { number: '5399838383838381', expiry_month: 9, expiry_year: 32, cvv: '470' },
  })
  const html = await editor(t)
  const { card } = JSON.parse(contentOf(html, 'body'))
  expect(card.number).toMatch(/^\d{16}$/)
  expect(html).toContain(`number: the journal masks it; ${card.number} stands for it.`)
})

test('A token request is sent again with the secret of its client', async () => {
  const t = harness()
  const form = 'grant_type=client_credentials&client_id=sandbox-readonly&client_secret=sandbox-secret'
  await t.fetch('/realms/x/protocol/openid-connect/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  })
  expect(contentOf(await editor(t), 'body').replaceAll('&amp;', '&')).toBe(form)
})

test('The PIN that the charge accepts now stands for the masked one, with a nonce that can be renewed', async () => {
  const t = harness()
  const { id } = await t.created({}, 'scenario:auth_pin')
  const pin = { nonce: 'abcdefghijk1', encrypted_pin: '00000' }
  await t.put(`/charges/${id}`, { authorization: { type: 'pin', pin } })
  const html = await editor(t)
  expect(JSON.parse(contentOf(html, 'body')).authorization.pin.encrypted_pin).toBe('12345')
  expect(html).toContain('data-renew>Renew the nonce</button>')
})

test('What nothing can stand for is named', async () => {
  const t = harness()
  await t.post('/charges', { client_assertion_secret: 'mine' })
  const html = await editor(t)
  expect(html).toContain('client_assertion_secret: the journal masks it, and nothing can stand for it')
})

test('A request without credentials has an empty header for them', async () => {
  const t = harness()
  await t.fetch('/charges', { headers: {} })
  expect(contentOf(await editor(t), 'headers')).toContain('authorization: ')
})

test('What was sent and seen is compared with the request of the journal and its answer', async () => {
  const t = harness()
  await t.created({ reference: 'order-78', amount: 10 })
  const [entry] = t.world.requests.newestFirst()
  const sent = { method: 'POST', path: '/charges', headers: { 'content-type': 'application/json' } }
  const body = String(entry?.requestBody).replace('10', '11')
  const same = { status: 201, headers: entry?.responseHeaders, body: entry?.responseBody }
  const html = await (await compared(t, entry?.id ?? 0, { ...sent, body }, same)).text()
  expect(html).toContain('201 as before, no difference')
  expect(html).toContain('What was edited: 1 line differs')
  expect(html).toContain('<ins>11</ins>')
  const lost = { outcome: 'reset', what: 'the connection was reset before an answer arrived' }
  const other = await (await compared(t, entry?.id ?? 0, { ...sent, body: entry?.requestBody }, lost)).text()
  expect(other).toContain('No response (reset) instead of 201')
  expect(other).toContain('What was edited: nothing')
})

test('Credentials in what was sent and seen are masked as in the journal', async () => {
  const t = harness()
  await t.created()
  const sent = {
    method: 'POST',
    path: '/charges',
    headers: { authorization: 'Bearer my-very-own-token' },
    body: '{"pin":"97531"}',
  }
  const seen = { status: 200, headers: {}, body: '{"access_token":"opaque-token-2"}' }
  const html = await (await compared(t, 1, sent, seen)).text()
  expect(html).not.toMatch(/my-very-own-token|97531|opaque-token-2/)
})

test.each([
  ['an unknown request', 99, {}, 404],
  ['something else', 1, { sent: 5 }, 400],
])('Comparing with %s is refused', async (_what, id, more, status) => {
  const t = harness()
  await t.created()
  const answer = await t.fetch(`/_emulator/requests/${id}/compared`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sent: {}, seen: {}, ...more }),
  })
  expect(answer.status).toBe(status)
})

test('An attempt that was edited is shown next to the original one, with what was changed', async () => {
  const t = harness()
  await t.created({ reference: 'order-79' })
  await t.advance('1s')
  const [delivery] = t.world.state.deliveries
  const path = `/_emulator/ui/deliveries/${delivery?.id}/again`
  const before = await page(t, path)
  expect(before).toContain('Nothing to compare yet')
  expect(JSON.parse(contentOf(before, 'body')).data.reference).toBe('order-79')
  t.receiver.answer = () => ({ status: 401, headers: {}, body: 'who?' })
  await t.post(`/_emulator/webhooks/deliveries/${delivery?.id}/redeliver`, { signature: 'invalid' })
  const html = await page(t, path)
  expect(html).toContain('401, before: 200; ')
  expect(html).toContain('its signature is invalid, before it was valid')
  expect(html).toContain('What was changed: 1 line differs')
  expect((await t.fetch(`${path}?attempt=0`)).status).toBe(400)
  expect(await page(t, `${path}?attempt=7`)).toContain('Nothing to compare yet')
  expect((await t.fetch('/_emulator/ui/deliveries/dlv_none/again')).status).toBe(404)
})
