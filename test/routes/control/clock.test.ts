import { describe, expect, test } from 'vitest'
import { type Answer, harness, ids, type ServiceBody } from '../../harness.ts'

interface Clock {
  mode: string
  now: string
  pending_timers: number
  next: { at: string } | null
  total: number
  fired: { command: string }[]
}

const fieldsOf = ({ status, body }: Answer<unknown>): unknown =>
  status === 400 ? (body as ServiceBody).error.validation_errors.map((error) => error.field_name) : status

describe('the clock', () => {
  const advance = (body: object) => harness().post<Clock>('/_emulator/clock/advance', body)

  test('advances by a duration or to an instant, and lists what fired in due order', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_3ds&payer:approves')
    const { body } = await t.post<Clock>('/_emulator/clock/advance', { by: '10m' })
    expect(body.now).toBe('2030-01-01T00:10:00.000Z')
    expect(body.fired.map(({ command }) => command)).toEqual(['charge.timer', 'delivery.due'])
    expect(body.total).toBe(2)
    expect(t.webhooks).toHaveLength(1)
    const to = await t.post<Clock>('/_emulator/clock/advance', { to: '2030-01-03T00:00:00Z' })
    expect([to.body.now, to.body.total]).toEqual(['2030-01-03T00:00:00.000Z', 1])
  })

  test.each([
    [{ by: '0s' }, 200],
    [{ by: '366d' }, 200],
    [{ to: '2030-01-01T00:00:00.000Z' }, 200],
    [{}, ['body']],
    [{ by: '1m', to: '2030-01-02T00:00:00Z' }, ['body']],
    [{ by: '-1m' }, ['by']],
    [{ by: 5 }, ['by']],
    [{ by: '367d' }, ['by']],
    [{ to: '2029-12-31T23:59:59Z' }, ['to']],
    [{ to: '2032-01-01T00:00:00Z' }, ['to']],
    [{ to: 'tomorrow' }, ['to']],
  ])('advanced by %j answers %j', async (body, expected) => {
    expect(fieldsOf(await advance(body))).toEqual(expected)
  })

  test('freezes, lives and can be set; a live one goes on from where it is', async () => {
    const t = harness({ clock: 'live' })
    const set = async (body: object) => (await t.put<Clock>('/_emulator/clock', body)).body
    expect((await t.get<Clock>('/_emulator/clock')).body).toMatchObject({
      mode: 'live',
      now: '2030-01-01T00:00:00.000Z',
    })
    expect(await set({ mode: 'frozen', now: '2031-05-05T00:00:00Z' })).toMatchObject({ mode: 'frozen' })
    await t.time.pass(60_000)
    expect((await t.get<Clock>('/_emulator/clock')).body.now).toBe('2031-05-05T00:00:00.000Z')
    await set({ mode: 'live' })
    await t.time.pass(60_000)
    expect((await t.get<Clock>('/_emulator/clock')).body.now).toBe('2031-05-05T00:01:00.000Z')
  })

  test.each([{ mode: 'fast' }, { speed: 5 }, { now: true }])('refuses to be set to %j', async (body) => {
    expect((await harness().put('/_emulator/clock', body)).status).toBe(400)
  })

  test.each([
    ['2028-02-29T10:00:00Z', '2028-02-29T10:00:00.000Z'],
    ['2030-06-01T10:00+02:00', '2030-06-01T08:00:00.000Z'],
    ['2030-06-01T10:00:00.1234-05:30', '2030-06-01T15:30:00.123Z'],
    ['9989-12-31T23:59:59.999Z', '9989-12-31T23:59:59.999Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [1_893_456_000_007, '2030-01-01T00:00:00.007Z'],
  ])('takes the instant %j for %s, and goes to it by either way', async (now, text) => {
    const t = harness()
    expect((await t.put<Clock>('/_emulator/clock', { now })).body.now).toBe(text)
    expect((await t.post<Clock>('/_emulator/clock/advance', { to: now })).body.now).toBe(text)
  })

  test.each([
    'noon',
    '',
    '7',
    '2030',
    '1893456000000',
    '2028-02-30T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2030-04-31T10:00:00Z',
    '2030-13-01T10:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T10:60:00Z',
    '2030-01-01',
    '2030-01-01T10:00:00',
    '2030-01-01 10:00:00Z',
    '2030-01-01T10:00:00+2',
    '2030-01-01T10:00:00 GMT',
    'Tue, 01 Jan 2030 00:00:00 GMT',
    'Jan 1 2030',
    ' 2030-01-01T10:00:00Z',
    '1969-12-31T23:59:59Z',
    '9990-01-01T00:00:00Z',
    '9989-12-31T23:59:59-01:00',
    '+010000-01-01T00:00:00Z',
    -1,
    0.5,
    253_370_764_800_000,
    1e300,
    null,
    [0],
    { ms: 0 },
  ])('does not take %j for an instant, anywhere', async (instant) => {
    const t = harness()
    const before = t.world.now()
    expect(fieldsOf(await t.put('/_emulator/clock', { now: instant }))).toEqual(['now'])
    expect(fieldsOf(await t.post('/_emulator/clock/advance', { to: instant }))).toEqual(['to'])
    expect(t.world.now()).toBe(before)
  })

  test('stops at the end of 9989, and every answer stays valid', async () => {
    const t = harness({ clock: 'live' })
    await t.put('/_emulator/clock', { now: '9989-12-31T23:59:59.000Z' })
    await t.created({}, 'scenario:auth_3ds&payer:approves&webhook:stale_timestamp')
    await t.created({ payment_method_id: ids.bank_transfer })
    await t.time.pass(60_000)
    const { body } = await t.get<Clock>('/_emulator/clock')
    expect(body.now).toBe('9989-12-31T23:59:59.999Z')
    expect((await t.get('/charges')).status).toBe(200)
    expect((await t.get('/_emulator/clock/timers')).status).toBe(200)
    const saved = await t.get('/_emulator/state')
    expect((await t.put('/_emulator/state', saved.body)).status).toBe(200)
    expect(fieldsOf(await t.post('/_emulator/clock/advance', { by: '1s' }))).toEqual([])
  })

  test('lists what will happen next, in order', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_3ds&payer:approves')
    const { body } = await t.get<{ total: number; timers: { at: string }[] }>('/_emulator/clock/timers')
    expect(body.timers.map(({ at }) => at)).toEqual(['2030-01-01T00:00:02.000Z', '2030-01-01T01:00:00.000Z'])
    expect((await t.get<Clock>('/_emulator/clock')).body).toMatchObject({
      pending_timers: 2,
      next: body.timers[0],
    })
  })
})
