import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { type Harness, harness, type Received } from '../harness.ts'

interface DeliveryView {
  id: string
  status: string
  attempts: { manual: boolean; edited: boolean; request: { body: string } }[]
}

const secret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0'
const other = 'whsec_b3RoZXItb3RoZXItb3RoZXItb3RoZXItb3RoZXI='

/** A world in which a charge was delivered, and what sends that delivery again; resolves to what arrived last. */
async function delivered(signature = 'hmac-sha256', key?: string) {
  const t = harness({ settings: { webhookUrl: undefined } })
  await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/in', secret, signature })
  await t.created({}, key)
  await t.advance('1s')
  const list = async (): Promise<DeliveryView[]> =>
    (await t.get<{ deliveries: DeliveryView[] }>('/_emulator/webhooks/deliveries')).body.deliveries
  const [first] = await list()
  const redeliver = (edit?: object) =>
    t.post<DeliveryView>(`/_emulator/webhooks/deliveries/${first?.id}/redeliver`, edit)
  const again = async (edit: object): Promise<Received> => {
    const answer = await redeliver(edit)
    expect(answer.status, answer.text).toBe(200)
    return t.webhooks.at(-1) as Received
  }
  return { t, list, redeliver, again, original: t.webhooks[0] as Received }
}

const hmac = (key: string, body: string) => createHmac('sha256', key).update(body).digest('base64')
const signatureOf = ({ headers }: Received) => headers['X-Webhook-Signature']

afterEach(() => {
  vi.useRealTimers()
})

test('A delivery is sent again with another body, which is signed', async () => {
  const { again } = await delivered()
  const sent = await again({ body: '{"type": "charge.completed" }' })
  expect(sent.text).toBe('{"type": "charge.completed" }')
  expect(signatureOf(sent)).toBe(hmac(secret, sent.text))
})

test.each([
  [
    'invalid',
    (sent: Received) => signatureOf(sent) !== hmac(secret, sent.text) && signatureOf(sent)?.length === 44,
  ],
  ['missing', (sent: Received) => signatureOf(sent) === undefined],
  ['unchanged', (sent: Received, original: Received) => signatureOf(sent) === signatureOf(original)],
  ['valid', (sent: Received) => signatureOf(sent) === hmac(secret, sent.text)],
])('A changed body is sent with a signature that is %s', async (signature, holds) => {
  const { again, original } = await delivered()
  const sent = await again({ body: '{"amount":1}', signature })
  expect(sent.text).toBe('{"amount":1}')
  expect(holds(sent, original)).toBe(true)
})

test('A delivery is sent again signed with another secret, cut in half, and with the right signature of a wrong one', async () => {
  const { again, original } = await delivered('hmac-sha256', 'webhook:bad_signature')
  expect(signatureOf(original)).not.toBe(hmac(secret, original.text))
  expect(signatureOf(await again({ secret: other, signature: 'valid' }))).toBe(hmac(other, original.text))
  expect(signatureOf(await again({ signature: 'valid' }))).toBe(hmac(secret, original.text))
  const cut = await again({ truncated: true, signature: 'valid' })
  expect([original.text.startsWith(cut.text), cut.text.length]).toEqual([
    true,
    Math.floor(original.text.length / 2),
  ])
})

test('A delivery is sent again with an old timestamp, which the library of its scheme refuses for its age alone', async () => {
  const { again, original } = await delivered('standard-webhooks')
  const verify = ({ text, headers }: Received, at: number) => {
    vi.useFakeTimers({ now: at, toFake: ['Date'] })
    return new Webhook(secret).verify(text, headers) as { timestamp: number }
  }
  const { timestamp } = verify(original, original.at)
  const sent = await again({ stale_by: '10m' })
  expect(() => verify(sent, sent.at)).toThrow('too old')
  expect(verify(sent, sent.at - 600_000).timestamp).toBe(timestamp - 600_000)
})

test('An edited attempt is marked and does not count: neither its success nor its failure changes the delivery', async () => {
  const { t, redeliver } = await delivered()
  const answer = (status: number): void => {
    t.receiver.answer = () => ({ status, headers: {}, body: '' })
  }
  answer(400)
  const { body } = await redeliver({ signature: 'missing' })
  expect(body.status).toBe('delivered')
  expect(body.attempts.map(({ manual, edited }) => [manual, edited])).toEqual([
    [false, false],
    [true, true],
  ])
  await t.created({ reference: 'second-1' })
  answer(500)
  await t.advance('10m')
  answer(200)
  const deliveries = await t.get<{ deliveries: DeliveryView[] }>('/_emulator/webhooks/deliveries')
  const [dead] = deliveries.body.deliveries
  const again = await t.post<DeliveryView>(`/_emulator/webhooks/deliveries/${dead?.id}/redeliver`, {
    signature: 'invalid',
  })
  expect(again.body.status).toBe('dead')
})

test('A redelivery without changes is as before, with or without a body', async () => {
  const { t, redeliver, original } = await delivered()
  for (const body of [undefined, {}]) await redeliver(body)
  expect(t.webhooks.map(({ text }) => text)).toEqual([original.text, original.text, original.text])
  expect(t.webhooks.map(signatureOf)).toEqual(Array(3).fill(signatureOf(original)))
})

test('What was edited is in a snapshot, and the restored world shows the attempt as it was sent', async () => {
  const { t, list, again } = await delivered()
  await again({ body: '{"amount":1}', signature: 'missing', stale_by: '1h', truncated: false })
  const before = await list()
  const { body: snapshot } = await t.get<object>('/_emulator/state')
  const restored: Harness = harness()
  expect((await restored.put('/_emulator/state', snapshot)).status).toBe(200)
  const after = await restored.get<{ deliveries: DeliveryView[] }>('/_emulator/webhooks/deliveries')
  expect(after.body.deliveries).toEqual(before)
  expect(before[0]?.attempts.map(({ request }) => request.body).at(-1)).toBe('{"amount":1}')
})

test.each([
  [{ signature: 'bad' }, 'signature', 'valid, invalid, missing, unchanged'],
  [{ secret: '' }, 'secret', 'characters'],
  [{ body: 5 }, 'body', 'string'],
  [{ stale_by: 'long' }, 'stale_by', 'duration'],
  [{ signatures: 'bad' }, 'signatures', ''],
])(
  'A redelivery with %j is refused with what is allowed, and nothing is sent',
  async (edit, field, allowed) => {
    const { t, redeliver } = await delivered()
    const refused = await redeliver(edit)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(`"field_name":"${field}"`)
    expect(refused.text).toContain(allowed)
    expect(t.webhooks).toHaveLength(1)
  },
)

test('A secret that the scheme of the endpoint cannot use is refused', async () => {
  const { redeliver } = await delivered('standard-webhooks')
  const refused = await redeliver({ secret: 'not base64!' })
  expect([refused.status, refused.text.includes('must be base64')]).toEqual([400, true])
})
