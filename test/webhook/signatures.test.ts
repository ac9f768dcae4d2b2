import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { type Harness, harness, type Received } from '../harness.ts'

const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0'

/** A world with one endpoint of a scheme, and its delivery for a charge with a key. */
async function received(signature: string, key?: string, more: object = {}): Promise<Received[]> {
  const t = harness({ settings: { webhookUrl: undefined } })
  const endpoint = { url: 'http://merchant.test/in', secret: `whsec_${secret}`, signature, ...more }
  const { status, text } = await t.post('/_emulator/webhooks/endpoints', endpoint)
  expect(status, text).toBe(201)
  await t.created({}, key)
  await t.advance('1s')
  expect(t.webhooks).not.toHaveLength(0)
  return t.webhooks
}

/**
 * Verifies with the library of Standard Webhooks, which compares the timestamp with real time; here that is set to
 * match.
 */
function verify({ text, headers, at }: Received): unknown {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  return new Webhook(`whsec_${secret}`).verify(text, headers)
}
afterEach(() => {
  vi.useRealTimers()
})

test('hmac-sha256 is the base64 of an HMAC over the raw body, in the header of the merchant’s choice', async () => {
  const [got] = await received('hmac-sha256', undefined, { header: 'X-My-Signature' })
  const reference = createHmac('sha256', `whsec_${secret}`).update(got?.text ?? '', 'utf8')
  expect(got?.headers['X-My-Signature']).toBe(reference.digest('base64'))
})

test('hmac-sha256 covers bytes, not characters', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/events', { type: 'charge.completed', data: { name: 'Ọláyínká 🌍' } })
  await t.advance('1s')
  const [got] = t.webhooks
  const key = t.emulator.settings.webhookSecret
  const bytes = Buffer.from(got?.text ?? '', 'utf8')
  expect(got?.headers['X-Webhook-Signature']).toBe(createHmac('sha256', key).update(bytes).digest('base64'))
})

test('secret sends the secret itself, as older generations do', async () => {
  const [got] = await received('secret', undefined, { header: 'verif-hash' })
  expect(got?.headers['verif-hash']).toBe(`whsec_${secret}`)
})

test('standard-webhooks is accepted by the library of that scheme', async () => {
  const [got] = await received('standard-webhooks')
  const payload = verify(got as Received) as { id: string; type: string }
  expect(payload.type).toBe('charge.completed')
  expect(got?.headers['webhook-id']).toBe(payload.id)
})

test('standard-webhooks: every retry is accepted, with the same id, the same bytes and its own timestamp', async () => {
  const t = harness({ settings: { webhookUrl: undefined } })
  await t.post('/_emulator/webhooks/endpoints', {
    url: 'http://merchant.test/in',
    secret,
    signature: 'standard-webhooks',
  })
  t.receiver.answer = () => ({ status: 503, headers: {}, body: '' })
  await t.created()
  await t.advance('10m')
  expect(t.webhooks).toHaveLength(4)
  for (const got of t.webhooks) verify(got)
  expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
  expect(new Set(t.webhooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(t.webhooks.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
})

test.each([
  ['hmac-sha256', 'X-Webhook-Signature'],
  ['secret', 'X-Webhook-Signature'],
  ['standard-webhooks', 'webhook-signature'],
])('A bad signature of %s has the right form and the wrong value', async (scheme, header) => {
  const [good] = await received(scheme)
  const [bad] = await received(scheme, 'webhook:bad_signature')
  const value = bad?.headers[header] ?? ''
  expect(value).toHaveLength((good?.headers[header] ?? '').length)
  if (scheme === 'standard-webhooks') expect(() => verify(bad as Received)).toThrow(/signature/i)
  if (scheme === 'secret') expect(value).not.toBe(`whsec_${secret}`)
  if (scheme === 'hmac-sha256')
    expect(value).not.toBe(
      createHmac('sha256', `whsec_${secret}`)
        .update(bad?.text ?? '')
        .digest('base64'),
    )
})

test('A stale timestamp is refused by the library for its age, and its signature would be right for that time', async () => {
  const [stale] = await received('standard-webhooks', 'webhook:stale_timestamp')
  const got = stale as Received
  expect(() => verify(got)).toThrow(/timestamp/i)
  expect(() => verify({ ...got, at: got.at - 3_600_000 })).not.toThrow()
  expect((JSON.parse(got.text) as { timestamp: number }).timestamp).toBe(got.at - 3_600_000 - 1000)
})

test('An unsigned webhook of standard-webhooks lacks all of its headers', async () => {
  const [got] = await received('standard-webhooks', 'webhook:unsigned')
  expect(() => verify(got as Received)).toThrow(/missing/i)
})

test.each([
  [{ signature: 'standard-webhooks', secret: 'not base64!' }, 'secret'],
  [{ signature: 'secret', secret: 'line\nbreak' }, 'secret'],
  [{ signature: 'rot13' }, 'signature'],
  [{ header: 'no spaces' }, 'header'],
  [{ headers: { 'content-length': '3' } }, 'headers.content-length'],
  [{ headers: { a: 'new\nline' } }, 'headers.a'],
  [{ url: 'ftp://merchant.test' }, 'url'],
  [{ url: `http://merchant.test/${'x'.repeat(2000)}` }, 'url'],
  [{ events: ['charge.done'] }, 'events.0'],
])('The endpoint %j is refused because of %s, and none is added', async (more, field) => {
  const t = harness({ settings: { webhookUrl: undefined } })
  const { status, body } = await t.post('/_emulator/webhooks/endpoints', {
    url: 'http://merchant.test/in',
    ...more,
  })
  expect(status).toBe(400)
  expect(body.error.validation_errors.map(({ field_name }) => field_name)).toEqual([field])
  expect(t.world.state.endpoints.size).toBe(0)
})

test('Extra headers and the world’s name go with each delivery', async () => {
  const t: Harness = harness({ settings: { webhookUrl: undefined } }).in('mine')
  await t.post('/_emulator/webhooks/endpoints', {
    url: 'http://merchant.test/in',
    headers: { 'X-Api-Key': 'abc' },
  })
  await t.created()
  await t.advance('1s')
  expect(t.webhooks[0]?.headers).toMatchObject({ 'X-Api-Key': 'abc', 'x-emulator-world': 'mine' })
})

test('The secret of each endpoint is shown, and with it what signs the others', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/in', secret: 'mine' })
  const { body } = await t.get<{ endpoints: { secret: string }[]; defaults: object }>(
    '/_emulator/webhooks/endpoints',
  )
  const { webhookSecret } = t.emulator.settings
  expect(body.endpoints.map(({ secret }) => secret)).toEqual([webhookSecret, 'mine'])
  expect(body.defaults).toEqual({
    form: 'charge',
    secret: webhookSecret,
    signature: 'hmac-sha256',
    header: 'X-Webhook-Signature',
  })
  const page = await (await t.fetch('/_emulator/ui/webhooks')).text()
  for (const shown of [webhookSecret, 'mine']) expect(page).toContain(`<code class="wrap">${shown}</code>`)
  expect(await (await t.in('bare').fetch('/_emulator/ui/webhooks')).text()).toContain(webhookSecret)
})
