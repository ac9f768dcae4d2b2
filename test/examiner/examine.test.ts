import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examine as runExamine } from '../../src/cli/examine.ts'
import type { CommandEnvironment } from '../../src/cli/flags.ts'
import { examine, type Order, type ServiceAddress } from '../../src/examine.ts'
import { signatureHeaders } from '../../src/examiner/play/forge.ts'
import { junitReport } from '../../src/examiner/report/junit.ts'
import { parseStory } from '../../src/examiner/story.ts'
import { createEmulator } from '../../src/index.ts'

type Mistake = 'none' | 'ships_each_webhook' | 'trusts_webhooks' | 'paid_at_once' | 'creates_nothing'

/** A small shop in this process. */
function shopOf(mistake: Mistake) {
  const orders = new Map<string, { status: 'paid' | 'failed' | 'pending'; fulfilled: number }>()
  let service: ServiceAddress
  let token: string | undefined
  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; data: never }> => {
    for (let tries = 0; ; tries++) {
      if (token === undefined) {
        const form = {
          grant_type: 'client_credentials',
          client_id: service.client_id,
          client_secret: service.client_secret,
        }
        const answer = await fetch(`${service.auth_url}/realms/x/protocol/openid-connect/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        })
        token = ((await answer.json()) as { access_token?: string }).access_token
      }
      const answer = await fetch(service.base_url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status === 401 && tries === 0) token = undefined
      else return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
    }
  }
  const settle = (id: string, status: string): void => {
    const order = orders.get(id)
    if (!order || (order.status !== 'pending' && mistake !== 'ships_each_webhook')) return
    if (status === 'succeeded') {
      order.status = 'paid'
      order.fulfilled++
    } else if (status === 'failed') order.status = 'failed'
  }
  const read = async (id: string): Promise<void> => {
    const { status, data } = await call('GET', `/charges?reference=${id}`)
    if (status !== 200) throw new Error(`cannot read: ${status}`)
    const [charge] = data as { status: string }[]
    if (charge) settle(id, charge.status)
  }
  return {
    start: (address: ServiceAddress) => {
      service = address
    },
    pay: async ({ id, amount, currency }: Order) => {
      if (!orders.has(id)) orders.set(id, { status: 'pending', fulfilled: 0 })
      if (mistake === 'creates_nothing') return { status: 200 }
      const { status, data } = await call('POST', '/charges', {
        amount,
        currency,
        reference: id,
        customer_id: service.customer_id,
        payment_method_id: service.payment_method_id,
      })
      if (status === 409) await read(id)
      else if (status !== 201) return { status: 502 }
      else if (mistake !== 'ships_each_webhook')
        settle(id, mistake === 'paid_at_once' ? 'succeeded' : (data as { status: string }).status)
      return { status: 200 }
    },
    look: ({ id }: Order) => orders.get(id),
    webhook: async (request: Request) => {
      const text = await request.text()
      const { type, data } = JSON.parse(text) as { type: string; data: { reference: string; status: string } }
      if (type !== 'charge.completed') return new Response(null)
      if (mistake === 'trusts_webhooks') settle(data.reference, data.status)
      else await read(data.reference)
      return new Response(null)
    },
  }
}

const flows = ['scenario:noauth', 'scenario:payment_instruction']

test('A correct program is accused of nothing', async () => {
  const { findings, stories, notes } = await examine({ ...shopOf('none'), flows, stories: 25, seed: 'a' })
  expect(findings).toEqual([])
  expect(stories).toBeGreaterThanOrEqual(25)
  expect(notes.join('\n')).toContain('webhook_lost')
})

test.each<[Mistake, string, string]>([
  ['ships_each_webhook', 'fulfilled_once', 'scenario:noauth issuer:approved webhook_twice@1'],
  ['trusts_webhooks', 'forged_ignored', 'scenario:payment_instruction issuer:approved forged_unsigned@1'],
  ['paid_at_once', 'never_early', 'scenario:noauth issuer:insufficient_funds'],
])(
  'Of a program that %s the law %s is told to be broken, each time it is played',
  async (mistake, law, story) => {
    const { findings, text } = await examine({ ...shopOf(mistake), flows, story, seed: 'a' })
    const found = findings.find((one) => one.law === law)
    expect(found).toMatchObject({ law, story, unsteady: false })
    expect(found?.timeline.some(({ who }) => who === 'look')).toBe(true)
    expect(text).toContain(`--story '${story}'`)
  },
)

test('A program whose simplest story does not go through is refused, with what was sent and answered', async () => {
  await expect(examine({ ...shopOf('creates_nothing'), flows })).rejects.toThrow(
    /the simplest story does not go through: the program created no charge\n.*presses “pay”/,
  )
})

test.each(['hmac-sha256', 'secret', 'standard-webhooks'] as const)(
  'What the examiner signs with %s is what the service would send',
  async (signature) => {
    const emulator = await createEmulator({ webhookSignature: signature, webhookUrl: 'http://127.0.0.1:9/' })
    onTestFinished(() => emulator.close())
    const [endpoint] = await emulator.webhooks.endpoints.list()
    if (!endpoint) throw new Error('no endpoint')
    const headers = signatureHeaders(endpoint, 'wbk_1', '{}', 'true', 1_000_000)
    expect(signatureHeaders(endpoint, 'wbk_1', '{}', 'none', 1_000_000)).toEqual({})
    expect(signatureHeaders(endpoint, 'wbk_1', '{}', 'wrong', 1_000_000)).not.toEqual(headers)
    const expected = {
      'hmac-sha256': { 'X-Webhook-Signature': expect.stringMatching(/^[\w+/]{43}=$/) },
      secret: { 'X-Webhook-Signature': endpoint.secret },
      'standard-webhooks': {
        'webhook-id': 'wbk_1',
        'webhook-timestamp': '1000',
        'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
      },
    }[signature]
    expect(headers).toEqual(expected)
  },
)

test('A JUnit report has a test for each law, and a failure for what was found', () => {
  const story = parseStory('scenario:noauth issuer:approved webhook_twice@1')
  const finding = {
    law: 'fulfilled_once',
    how: 'shipped <twice>',
    story,
    unsteady: false,
    timeline: [],
    creates: '/charges',
  } as const
  const xml = junitReport([finding, { ...finding, law: 'ends', unsteady: true }], 1)
  expect(xml).toContain('tests="10" failures="1" errors="0" skipped="1"')
  expect(xml).toContain('<failure message="shipped &lt;twice&gt;">')
})

test('A JUnit report of a program that cannot be examined is one error, and tells no law to be kept', () => {
  const xml = junitReport([], 0, 'it does not <start>')
  expect(xml).toContain('tests="1" failures="0" errors="1"')
  expect(xml.match(/<testcase/g)).toHaveLength(1)
  expect(xml).toContain('<error message="it does not &lt;start&gt;"/>')
})

test('The reports are written where nothing could be examined, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-examine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, json, junit] = ['file.yaml', 'a.json', 'a.xml'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const address = 'http://127.0.0.1:9'
  const look = `look: { url: ${address}, status: /status, paid: [paid] }`
  const program = `program: { start: 'exit 3', ready: ${address} }`
  writeFileSync(file, [program, `webhook: ${address}`, `pay: { url: ${address} }`, look].join('\n'))
  const around = {
    environment: {},
    out: () => undefined,
    error: () => undefined,
  } as unknown as CommandEnvironment
  expect(await runExamine([file, '--seed', 'a', '--json', json, '--junit', junit], around)).toBe(2)
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual({
    stories: 0,
    seconds: 0,
    seed: 'a',
    findings: [],
    notes: [expect.stringContaining('the program ended at its start')],
  })
  expect(readFileSync(junit, 'utf8')).toContain('errors="1"')
  await expect(runExamine([`${file}x`, '--json', json], around)).rejects.toThrow('cannot read')
  expect(JSON.parse(readFileSync(json, 'utf8')).notes).toEqual([expect.stringContaining('cannot read')])
})
