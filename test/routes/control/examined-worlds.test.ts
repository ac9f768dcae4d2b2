import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { settle } from '../../support/time.ts'

interface Idle {
  idle: boolean
  open_requests: number
  open_deliveries: number
}

describe('waiting until a world is idle', () => {
  const idle = async (t: Harness, query = '') => (await t.get<Idle>(`/_emulator/idle${query}`)).body

  test('ends at once if nothing is in progress', async () => {
    const t = harness()
    await t.created()
    expect(await idle(t)).toEqual({ idle: true, open_requests: 0, open_deliveries: 0 })
  })

  test('lasts for the quiet time, which begins again with each request', async () => {
    const t = harness()
    let answer: Idle | undefined
    const waiting = idle(t, '?quiet=20ms').then((body) => {
      answer = body
    })
    await t.time.pass(15)
    await t.get('/charges')
    await t.time.pass(15)
    expect(answer).toBeUndefined()
    await t.time.pass(5)
    await waiting
    expect(answer?.idle).toBe(true)
  })

  test('reports a request without an answer when its time is over', async () => {
    const t = harness()
    await t.token()
    const slow = t.charge({}, 'network:slow')
    await settle()
    const waiting = idle(t, '?timeout=1s')
    await t.time.pass(1000)
    expect(await waiting).toEqual({ idle: false, open_requests: 1, open_deliveries: 0 })
    await t.time.pass(2000)
    expect((await slow).status).toBe(201)
    expect(await idle(t)).toMatchObject({ idle: true })
  })

  test('counts every answer, also those that a scenario spoils', async () => {
    const t = harness()
    for (const key of ['network:503', 'network:lost_after_commit', 'network:reset', 'network:truncated'])
      await t.charge({}, key).catch(() => undefined)
    await t.charge({ amount: -1 })
    await t.get('/charges/chg_unknown')
    expect(await idle(t)).toMatchObject({ idle: true, open_requests: 0 })
  })

  test('is refused for more than 60s', async () => {
    expect((await harness().get('/_emulator/idle?timeout=61s')).status).toBe(400)
  })
})

test('Revoked tokens are refused, and new ones are valid', async () => {
  const t = harness()
  const authorization = `Bearer ${await t.token()}`
  expect((await t.get('/charges', { authorization })).status).toBe(200)
  expect((await t.post<{ revoked: number }>('/_emulator/tokens/revoke')).body.revoked).toBe(1)
  expect((await t.get('/charges', { authorization })).status).toBe(401)
  const { access_token } = (await (
    await t.fetch('/realms/r/protocol/openid-connect/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'sandbox-client',
        client_secret: 'sandbox-secret',
      }),
    })
  ).json()) as { access_token: string }
  expect((await t.get('/charges', { authorization: `Bearer ${access_token}` })).status).toBe(200)
})

describe('with a program that lives in real time', () => {
  const real = { settings: { programClock: 'real' as const, webhookSignature: 'standard-webhooks' as const } }

  test('tokens expire by real time, however far the clock of the world is moved', async () => {
    const t = harness(real)
    const authorization = `Bearer ${await t.token()}`
    await t.advance('1d')
    expect((await t.get('/charges', { authorization })).status).toBe(200)
    await t.time.pass(601_000)
    expect((await t.get('/charges', { authorization })).status).toBe(401)
  })

  test('webhooks are stamped and signed with real time', async () => {
    const t = harness(real)
    await t.created()
    await t.advance('1d')
    const [sent] = t.webhooks
    expect(sent?.headers['webhook-timestamp']).toBe(String(Math.floor(t.time.now() / 1000)))
    expect(JSON.parse(sent?.text ?? '{}').timestamp).toBe(t.time.now())
  })
})
