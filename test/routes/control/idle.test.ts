import { expect, test } from 'vitest'
import { harness, start } from '../../harness.ts'
import { settle } from '../../support/time.ts'

interface Idle {
  idle: boolean
  open_requests: number
  open_deliveries: number
}

test('Waiting until a world is idle ends once nothing was in progress for a while', async () => {
  const t = harness()
  expect((await t.get<Idle>('/_emulator/idle?quiet=0ms')).body.idle).toBe(true)
  const waiting = t.get<Idle>('/_emulator/idle?quiet=20ms')
  await t.time.pass(19)
  let isOver = false
  void waiting.then(() => {
    isOver = true
  })
  await settle()
  expect(isOver).toBe(false)
  await t.time.pass(1)
  expect((await waiting).body).toEqual({ idle: true, open_requests: 0, open_deliveries: 0 })
})

test('A request that is not answered yet keeps a world from being idle, until the time is over', async () => {
  const t = harness()
  await t.token()
  const slow = t.charge({}, 'network:slow')
  const waiting = t.get<Idle>('/_emulator/idle?quiet=20ms&timeout=100ms')
  await t.time.pass(100)
  expect((await waiting).body).toEqual({ idle: false, open_requests: 1, open_deliveries: 0 })
  await t.time.pass(5000)
  expect((await slow).status).toBe(201)
  const after = t.get<Idle>('/_emulator/idle')
  await t.time.pass(20)
  expect((await after).body.idle).toBe(true)
})

test('Waiting for longer than a minute is refused', async () => {
  const { status } = await harness().get('/_emulator/idle?timeout=61s')
  expect(status).toBe(400)
})

test('Revoked tokens are refused, and a new one is taken', async () => {
  const t = harness()
  const old = await t.token()
  const { body } = await t.post<{ revoked: number }>('/_emulator/tokens/revoke')
  expect(body).toEqual({ revoked: 1 })
  expect((await t.get('/charges', { authorization: `Bearer ${old}` })).status).toBe(401)
})

test('With the program clock at real time, tokens stay valid while the clock of the world is advanced', async () => {
  const t = harness({ settings: { programClock: 'real' } })
  const token = await t.token()
  await t.advance('1d')
  const read = () => t.get('/charges', { authorization: `Bearer ${token}` })
  expect((await read()).status).toBe(200)
  await t.time.pass(600_000)
  expect((await read()).status).toBe(401)
})

test('With the program clock at real time, webhooks are stamped with it, and shown as they were sent', async () => {
  const t = harness({
    settings: {
      programClock: 'real',
      webhookUrl: 'http://merchant.test/hook',
      webhookSignature: 'standard-webhooks',
    },
  })
  await t.advance('1d')
  await t.charge({}, 'scenario:noauth&webhook:truncated_first')
  t.receiver.answer = () => ({ status: 400, headers: {}, body: '' })
  await t.advance('1s')
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await t.advance('5s')
  const [first, second] = t.webhooks
  expect(first?.headers['webhook-timestamp']).toBe(String(start / 1000))
  expect(() => JSON.parse(first?.text ?? '')).toThrow()
  expect(JSON.parse(second?.text ?? '')).toMatchObject({ timestamp: start, type: 'charge.completed' })
  const { body } = await t.get<{ deliveries: { attempts: { request: { body: string } }[] }[] }>(
    '/_emulator/webhooks/deliveries',
  )
  expect(body.deliveries[0]?.attempts.map(({ request }) => request.body)).toEqual([first?.text, second?.text])
})

test('The last examination is kept for the dashboard, with the story that somebody wants to see again', async () => {
  const t = harness()
  const report = {
    stories: 2,
    seconds: 0.1,
    seed: 'a',
    notes: ['a note'],
    findings: [
      {
        law: 'fulfilled_once',
        how: 'shipped twice',
        flow: 'scenario:noauth',
        issuer: 'approved',
        deviations: ['webhook_twice@1'],
        story: 'scenario:noauth issuer:approved webhook_twice@1',
        unsteady: false,
        timeline: [{ at: '+1s', who: 'look', what: 'paid, fulfilled 2 times' }],
      },
    ],
  }
  const empty = await (await t.fetch('/_emulator/ui/examination')).text()
  expect(empty).toContain('No program was examined yet')
  expect((await t.get('/_emulator/examination')).body).toEqual({ examination: null, wanted: null })
  expect((await t.put('/_emulator/examination', report)).body).toEqual({ examination: report, wanted: null })
  const story = report.findings[0]?.story
  const { body } = await t.post<{ wanted: string }>('/_emulator/examination/play', { story })
  expect(body.wanted).toBe(story)
  const page = await (await t.fetch('/_emulator/ui/examination')).text()
  for (const text of ['shipped twice', 'fulfilled 2 times', 'a note', 'Play it again'])
    expect(page).toContain(text)
})
