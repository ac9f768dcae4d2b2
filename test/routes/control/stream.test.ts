import { describe, expect, it } from 'vitest'
import { WireStreamEvent } from '../../../src/wire/stream-event.ts'
import { type Harness, harness } from '../../harness.ts'
import { settle } from '../../support/time.ts'

/** Reads a stream of server-sent events as its blocks: `hello {…}` or a comment. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''

  constructor(response: Response) {
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += new TextDecoder().decode(value)
    }
  }

  /** The next message as an object, checked against its schema; undefined at the end. */
  async next(): Promise<Record<string, unknown> | undefined> {
    for (;;) {
      const block = await this.block()
      if (block === undefined) return undefined
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      const event = WireStreamEvent.parse(JSON.parse(data))
      expect(block).toContain(`event: ${event.kind}\n`)
      return event
    }
  }

  async until(kind: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    for (;;) {
      const event = await this.next()
      if (event === undefined) throw new Error(`the stream ended before ${kind}`)
      if (event['kind'] === kind && Object.entries(more).every(([name, value]) => event[name] === value))
        return event
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }
}

const open = async (t: Harness, query = '', headers: Record<string, string> = {}): Promise<Reader> => {
  const response = await t.fetch(`/_emulator/stream${query}`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return new Reader(response)
}

const forward = (url: string) => ({ 'x-emulator-forward-to': url })

describe('the stream', () => {
  it('begins with a message about the world', async () => {
    const t = harness()
    const stream = await open(t)
    expect(await stream.next()).toMatchObject({ kind: 'hello', world: 'default', mode: 'frozen' })
  })

  it('names the process, its seed and its start, so that a reader sees that it was restarted', async () => {
    const t = harness()
    const { instance, seed, started_at } = (await (await open(t)).next()) ?? {}
    expect([instance, seed, started_at]).toEqual([
      t.emulator.ports.instance(),
      t.emulator.seed,
      '2030-01-01T00:00:00.000Z',
    ])
  })

  it('counts what happened in a digest, soon at first and then twice a second', async () => {
    const t = harness()
    const stream = await open(t, '?digest=true')
    await stream.until('hello')
    await t.created()
    await t.created()
    await t.time.pass(20)
    const first = await stream.next()
    expect(first).toMatchObject({ kind: 'changed', charges: 2 })
    expect(first?.['requests']).toBeGreaterThanOrEqual(2)
    await t.created()
    await t.advance('1m')
    expect(await stream.next()).toMatchObject({ kind: 'clock' })
    await t.time.pass(500)
    expect(await stream.until('changed')).toMatchObject({ charges: 1 })
    await stream.cancel()
  })

  it('sends charges, events, deliveries, requests and the clock, as ids and summaries', async () => {
    const t = harness()
    const stream = await open(t)
    const charge = await t.created()
    const saved = await stream.until('saved', { collection: 'charges' })
    expect(saved).toEqual({
      kind: 'saved',
      at: '2030-01-01T00:00:00.000Z',
      collection: 'charges',
      id: charge.id,
      reference: charge.reference,
      status: 'succeeded',
      amount: 1500.5,
      currency: 'NGN',
      next_action: null,
    })
    expect(await stream.until('saved', { collection: 'events' })).toMatchObject({ type: 'charge.completed' })
    expect(await stream.until('saved', { collection: 'deliveries' })).toMatchObject({ status: 'pending' })
    expect(await stream.until('request')).toMatchObject({ method: 'POST', path: '/charges', status: 201 })
    await t.post('/_emulator/clock/advance', { by: '1s' })
    expect(await stream.until('saved', { collection: 'deliveries' })).toMatchObject({ status: 'delivered' })
    expect(await stream.until('clock')).toMatchObject({ mode: 'frozen', at: '2030-01-01T00:00:01.000Z' })
  })

  it('never contains tokens, nonces or idempotency keys', async () => {
    const t = harness()
    const stream = await open(t)
    const token = await t.token()
    await t.charge({}, undefined, { 'x-idempotency-key': 'a-secret-key-of-mine' })
    await t.post('/_emulator/reset')
    let told = ''
    for (let block = await stream.block(); block !== undefined; block = await stream.block()) told += block
    expect(told).toContain('event: request')
    expect(told).not.toContain(token)
    expect(told).not.toContain('a-secret-key-of-mine')
  })

  it('sends nothing of another world', async () => {
    const t = harness()
    const stream = await open(t)
    await t.in('other').created()
    await t.post('/_emulator/reset')
    expect(await stream.next()).toMatchObject({ kind: 'hello' })
    expect(await stream.next()).toMatchObject({ kind: 'reset' })
  })

  it('ends with a reset of its world and with the stop of the process', async () => {
    const t = harness()
    const first = await open(t)
    await t.post('/_emulator/reset')
    await first.until('reset')
    expect(await first.next()).toBeUndefined()
    const second = await open(t)
    t.emulator.disconnectSubscribers()
    await second.until('closing')
    expect(await second.next()).toBeUndefined()
    expect(t.time.pending).toBe(0)
  })

  it('reports when posted scenarios change the catalogue', async () => {
    const t = harness()
    const stream = await open(t)
    await t.post('/_emulator/scenarios', 'key: mine\ntitle: Mine\nprocessor_response: do_not_honor')
    await stream.until('scenarios')
  })

  it('sends a comment every 15 seconds', async () => {
    const t = harness()
    const stream = await open(t)
    await stream.block()
    await t.time.pass(15_000)
    expect(await stream.block()).toBe(': still here')
    await t.time.pass(15_000)
    expect(await stream.block()).toBe(': still here')
  })

  it('leaves out what a slow reader cannot take, and says how many', async () => {
    const t = harness()
    const stream = await open(t)
    for (let n = 0; n < 3000; n++) t.world.publish({ kind: 'clock' })
    const told = new Map<unknown, number>()
    t.world.publish({ kind: 'scenarios' })
    let missed = 0
    for (;;) {
      const event = await stream.next()
      if (event?.['kind'] === 'missed') missed += Number(event['count'])
      told.set(event?.['kind'], (told.get(event?.['kind']) ?? 0) + 1)
      if (missed > 0) break
    }
    expect((told.get('clock') ?? 0) + missed).toBe(3001)
    expect(told.get('clock')).toBeLessThanOrEqual(1001)
  })

  it('stops watching when its reader goes away', async () => {
    const t = harness()
    const stream = await open(t)
    expect(t.time.pending).toBe(1)
    await stream.cancel()
    await settle()
    expect(t.time.pending).toBe(0)
  })

  it('adds the webhook endpoint that its reader asks for, until the reader goes away', async () => {
    const t = harness()
    const stream = await open(t, '', forward('http://127.0.0.1:9/mine'))
    const { endpoint_id } = (await stream.next()) ?? {}
    expect(t.world.state.endpoints.get(String(endpoint_id))?.url).toBe('http://127.0.0.1:9/mine')
    await t.created()
    await t.advance('1s')
    expect(t.webhooks.map(({ url }) => url)).toContain('http://127.0.0.1:9/mine')
    expect(
      await stream.until('saved', {
        collection: 'deliveries',
        endpoint_id: endpoint_id as string,
        attempts: 1,
      }),
    ).toMatchObject({ status: 'delivered', url: 'http://127.0.0.1:9/mine', answer: 200 })
    await t.created()
    await stream.cancel()
    await settle()
    expect(t.world.state.endpoints.has(String(endpoint_id))).toBe(false)
    const own = [...t.world.state.deliveries].filter(({ endpoint }) => endpoint.id === endpoint_id)
    expect(own.map(({ status }) => status)).toEqual(['delivered', 'dropped'])
    t.webhooks.length = 0
    await t.advance('10m')
    expect(t.webhooks.filter(({ url }) => url.endsWith('/mine'))).toEqual([])
  })

  it('leaves the endpoints of other readers alone', async () => {
    const t = harness()
    const before = t.world.state.endpoints.size
    const [first, second] = [
      await open(t, '', forward('http://127.0.0.1:9/one')),
      await open(t, '', forward('http://127.0.0.1:9/two')),
    ]
    expect(t.world.state.endpoints.size).toBe(before + 2)
    await first.cancel()
    await settle()
    expect(Array.from(t.world.state.endpoints, ({ url }) => url).slice(before)).toEqual([
      'http://127.0.0.1:9/two',
    ])
    await t.post('/_emulator/reset')
    await second.until('reset')
    expect(t.world.state.endpoints.size).toBe(before)
  })

  it('refuses to forward to what is no web address', async () => {
    const { status } = await harness().fetch('/_emulator/stream', { headers: forward('here') })
    expect(status).toBe(400)
  })

  it('adds no endpoint for an address alone, which a link of another site could open', async () => {
    const t = harness()
    const before = t.world.state.endpoints.size
    await open(t, '?forward_to=http://127.0.0.1:9/mine')
    expect(t.world.state.endpoints.size).toBe(before)
  })

  it('refuses the 501st watcher of a world', async () => {
    const t = harness()
    for (let n = 0; n < 500; n++) await t.fetch('/_emulator/stream')
    const refused = await t.get('/_emulator/stream')
    expect(refused.status).toBe(429)
    expect(refused.body.error.message).toContain('500')
    const waited = await t.get('/_emulator/webhooks/events?wait=5s')
    expect(waited.status).toBe(429)
  })
})
