import { expect, test } from 'vitest'
import { recipes } from '../../src/dashboard/screens/home/recipes.ts'
import { explain } from '../../src/domain/scenario/explain.ts'
import { type Harness, harness } from '../harness.ts'

const overview = async (t: Harness): Promise<string> => (await t.fetch('/_emulator')).text()

/** The content of a live part of the page. */
const part = (html: string, id: string): string =>
  new RegExp(`<div id="${id}" data-live>([\\s\\S]*?)</div></section>`).exec(html)?.[1] ?? ''

/** Every attribute that a copy button copies. */
const copied = (html: string): string[] =>
  Array.from(html.matchAll(/data-copy="([^"]*)"/g), ([, value = '']) => value)

test('The overview of an empty world says what to do first, and marks what a program has done', async () => {
  const t = harness({ settings: { webhookUrl: undefined } })
  const empty = part(await overview(t), 'now')
  expect(empty).toContain('what to do first')
  expect(empty).toContain('Create a charge')
  expect(empty).not.toContain('>done<')
  await t.token()
  expect(part(await overview(t), 'now').match(/>done</g)).toHaveLength(2)
  await t.created()
  expect(part(await overview(t), 'now')).not.toContain('what to do first')
})

test('The overview has addresses and credentials of the world, each with a button that copies it', async () => {
  const t = harness().in('worker-3')
  const html = await overview(t)
  const { clients, secretKeys, encryptionKey, v3 } = t.emulator.fixtures
  const url = 'http://emulator.test/w/worker-3'
  expect(copied(html)).toEqual(
    expect.arrayContaining([
      url,
      `${url}/realms/emulator/protocol/openid-connect/token`,
      ...clients.flatMap(({ id, secret }) => [id, secret]),
      ...secretKeys,
      encryptionKey,
      v3.v3EncryptionKey,
      t.emulator.settings.webhookSecret,
    ]),
  )
  // Secrets are shown on request.
  expect(html).toContain(
    `<details><summary aria-label="Show the encryption key">show</summary><code class="wrap">${encryptionKey}</code>`,
  )
})

test('The overview lists live tokens, the newest first, and none that has expired', async () => {
  const t = harness()
  await t.token()
  await t.advance('9m')
  const token = await t.token('sandbox-readonly', 'sandbox-secret')
  const both = part(await overview(t), 'tokens')
  expect(both.indexOf('sandbox-readonly')).toBeLessThan(both.indexOf('sandbox-client'))
  expect(copied(both)).toContain(token)
  await t.advance('2m')
  expect(part(await overview(t), 'tokens')).not.toContain('<code>sandbox-client</code>')
  await t.advance('9m')
  expect(part(await overview(t), 'tokens')).toContain('None.')
})

test('The overview lists rules in force and deliveries that are held, failing or undelivered', async () => {
  const t = harness()
  await t.post('/_emulator/rules', { key: 'network:503', count: 3, when: { reference: 'order-17*' } })
  expect(part(await overview(t), 'rules-in-force')).toMatch(/network:503[\s\S]*order-17[\s\S]*3 more/)
  const now = async () => part(await overview(t), 'webhooks-now')
  expect(await now()).toContain('every webhook so far was delivered')
  t.receiver.answer = () => ({ status: 500, headers: {}, body: '' })
  const { reference } = await t.created()
  await t.advance('2s')
  expect(await now()).toMatch(/Failing, will be retried[\s\S]*charge\.completed/)
  expect(await now()).toContain(reference)
  await t.advance('1h')
  expect(await now()).toContain('Undelivered after the last retry')
  await t.post('/_emulator/webhooks/hold')
  await t.created()
  await t.advance('2s')
  expect(await now()).toMatch(/Deliveries are on hold[\s\S]*Held/)
})

test('A delivery that a scenario lets fail needs no attention', async () => {
  const t = harness()
  await t.created({}, 'webhook:receiver_500')
  await t.advance('1h')
  expect(part(await overview(t), 'webhooks-now')).toContain('every webhook so far was delivered')
})

test('The overview reports unknown keys, refused requests and what was used, as GET /_emulator/report does', async () => {
  const t = harness()
  await t.created({}, 'issuer:insufficient_funds')
  await t.charge({}, 'scenario:auth_pni')
  await t.charge({ amount: -1 })
  await t.charge({ amount: -1 })
  const report = part(await overview(t), 'report')
  expect(report).toMatch(/do not exist[\s\S]*scenario:auth_pni/)
  expect(report).toMatch(/<td class="right num">2<\/td><td><code>POST \/charges<\/code>/)
  expect(report).toMatch(/issuer:insufficient_funds<\/code> <span class="unit num">1×/)
})

test('Every recipe opens the composer with a key that its payment method can have', async () => {
  const t = harness()
  const html = (await overview(t)).replaceAll('&amp;', '&')
  for (const { title, key, pays } of Object.values(recipes).flat()) {
    const method = [...t.world.state.paymentMethods].find(({ type }) => type === pays)
    const pm = pays === 'transfer' ? pays : (method?.id ?? 'none')
    const address = `/_emulator/ui/scenarios?${new URLSearchParams({ key, pm })}`
    expect(html).toContain(`href="${address}">${title}</a>`)
    expect(() => explain(t.world.catalogue, key, method?.type)).not.toThrow()
    const composer = await (await t.fetch(address)).text()
    expect([title, composer.includes('data-refused')]).toEqual([title, false])
    expect(composer).toMatch(new RegExp(`<option value="${pm}"[^>]* selected>`))
  }
})

test('Links to the composer at its former address lead to it', async () => {
  const t = harness().in('worker-3')
  const { status, headers } = await t.fetch('/_emulator?key=scenario:auth_pin%26webhook:late&pm=transfer')
  expect([status, headers.get('location')]).toEqual([
    302,
    '/w/worker-3/_emulator/ui/scenarios?key=scenario:auth_pin%26webhook:late&pm=transfer',
  ])
  expect((await t.fetch('/_emulator?utm_source=chat')).status).toBe(200)
})
