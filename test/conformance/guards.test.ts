import { afterEach, describe, expect, test, vi } from 'vitest'
import { readOptions, UsageError } from './kit/options.ts'
import { report, resultText, summaryText } from './kit/report.ts'
import { area } from './kit/rule.ts'
import { looksLikeSandbox } from './kit/target.ts'
import { Transport, type TransportOptions } from './kit/transport.ts'
import { exitCode } from './main.ts'
import { rules } from './rules.ts'
import { address, behind, look, rulesOf, status } from './support.ts'

const ok = async (): Promise<Response> => new Response('{}')

const transport = (options: Partial<TransportOptions> = {}): Transport =>
  new Transport({
    addresses: [address],
    control: false,
    rate: Number.POSITIVE_INFINITY,
    maxRequests: 100,
    timeoutMs: 60_000,
    fetch: ok,
    ...options,
  })

const get = (path: string, method = 'GET') => ({ method, url: address + path, headers: {}, body: '' })

describe('a whole run on a foreign address', () => {
  test('asks nothing of /_emulator, deletes nothing, goes nowhere else, and agrees with the emulator', async () => {
    const asked: { method: string; url: string }[] = []
    const fetch = behind({ request: ({ method, url }) => void asked.push({ method, url }) })
    const { results, transport } = await look(rules, fetch)
    expect(asked.length).toBeGreaterThan(500)
    expect(asked.filter(({ url }) => !url.startsWith(`${address}/`) || url.includes('_emulator'))).toEqual([])
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PUT']))
    expect(transport.count).toBe(asked.length)
    expect(results.filter(({ outcome }) => outcome === 'differs' || outcome === 'not applicable')).toEqual([])
    const skipped = results.filter(({ outcome }) => outcome === 'skipped')
    const withoutControl = skipped.filter(({ rule }) => !rule.needs.includes('control'))
    expect(withoutControl.map(({ reason }) => reason)).toEqual(['needs --encryption-key'])
  })

  test('reports no credential and no card number', async () => {
    const fetch = behind(status(/./, 400, 418))
    const { results, mask, target, transport } = await look(rules, fetch)
    const text = [
      ...results.map((result) => resultText(result, mask)),
      summaryText(results, transport.count),
      JSON.stringify(report(results, target, mask, transport.count)),
    ].join('\n')
    expect(text).toContain('DIFFERS')
    expect(text).toContain('Bearer ***')
    for (const secret of ['sandbox-secret', 'sk_sandbox', '4187427415564246', 'eyJ', btoa('sk_sandbox:')])
      expect(text).not.toContain(secret)
  })
})

describe('requests', () => {
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['/_emulator/reset', 'POST'],
    ['/w/x/_emulator/reset', 'POST'],
    ['/%5Femulator/reset', 'POST'],
    ['//_emulator/reset', 'POST'],
    ['/charges/chg_1', 'DELETE'],
  ])('to %s by %s are never sent to a foreign address', async (path, method) => {
    const fetch = vi.fn(ok)
    await expect(transport({ fetch }).send(get(path, method))).rejects.toThrow(/emulator|deletes/)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('go to the addresses that were given, and to no other', async () => {
    const elsewhere = { ...get('/'), url: 'http://sandbox.example.attacker.test/' }
    await expect(transport().send(elsewhere)).rejects.toThrow('not among the addresses')
  })

  test('are paced', async () => {
    vi.useFakeTimers()
    const times: number[] = []
    const fetch = async (): Promise<Response> => {
      times.push(performance.now())
      return new Response('{}')
    }
    const paced = transport({ rate: 2, fetch })
    const began = performance.now()
    const all = Promise.all([1, 2, 3, 4].map(() => paced.send(get('/'))))
    await vi.advanceTimersByTimeAsync(2000)
    await all
    expect(times.map((time) => time - began)).toEqual([0, 500, 1000, 1500])
  })

  test('end at their limit, and the rest is skipped', async () => {
    const { results, transport } = await look(rulesOf('charges.'), behind(), {
      transport: { maxRequests: 20 },
    })
    expect(transport.count).toBe(20)
    expect(results.at(-1)).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('--max-requests'),
    })
  })

  test('wait as a 429 asks them to', async () => {
    vi.useFakeTimers()
    const answers = [new Response('', { status: 429, headers: { 'retry-after': '7' } }), new Response('{}')]
    const sent = transport({ fetch: async () => answers.shift() ?? new Response('') }).send(get('/'))
    await vi.advanceTimersByTimeAsync(6999)
    expect(answers).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await sent).status).toBe(200)
  })

  test('that get no answer skip their rules, and the run fails', async () => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError('fetch failed')
    }
    const { results, transport } = await look(rules, fetch)
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']))
    expect(transport.count).toBeLessThan(5)
    expect(exitCode(results, 'foreign', { strict: false })).toBe(1)
  })

  test('that are not answered by an address that has answered before are a difference', async () => {
    let asked = 0
    const served = behind()
    const { of } = await look(rulesOf('charges.malformed'), (url, init) =>
      ++asked > 3 ? Promise.reject(new TypeError('socket hang up')) : served(url, init),
    )
    expect(of('charges.malformed').outcome).toBe('differs')
  })
})

describe('an address', () => {
  test.each([
    'http://localhost:4290',
    'http://127.0.0.1:4290/w/worker-3',
    'http://[::1]:4290',
    'http://emulator:4290',
    'http://10.1.2.3',
    'https://developersandbox-api.vendor.com',
    'https://api.vendor.com/sandbox',
    'https://api.staging.vendor.com',
    'https://pay.test',
  ])('%s looks like a sandbox', (url) => {
    expect(looksLikeSandbox(url)).toBe(true)
    expect(readOptions(['--base-url', url]).target?.baseUrl).toBe(url)
  })

  test.each([
    'https://api.vendor.com',
    'https://latest.vendor.com',
    'https://sandbox-live.vendor.com',
    'https://prod.test',
    'https://11.1.2.3',
  ])('%s does not, and is refused unless somebody vouches for it', (url) => {
    expect(() => readOptions(['--base-url', url])).toThrow(UsageError)
    expect(() => readOptions(['--base-url', 'http://localhost', '--v3-base-url', url])).toThrow(UsageError)
    expect(readOptions(['--base-url', url, '--yes-this-is-a-sandbox']).target?.baseUrl).toBe(url)
  })

  test('with a production key is refused as well', () => {
    expect(() => readOptions(['--base-url', 'http://localhost', '--secret-key', 'KEY_LIVE-123'])).toThrow(
      '--yes-this-is-a-sandbox',
    )
  })

  test('that is foreign is paced, gets no credentials of the fixtures, and no control interface', () => {
    const { rate, target } = readOptions(['--base-url', 'http://localhost:4290'])
    expect(rate).toBe(2)
    expect(target).toMatchObject({ emulator: false, clientId: undefined, secretKey: undefined })
  })
})

describe('the rules', () => {
  test('have unique ids and a description', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    for (const { id, rule } of rules) expect([id, rule.length > 15]).toEqual([id, true])
  })

  test('that compare nothing are skipped, not passed', async () => {
    const empty = area('x', [{ id: 'y', rule: 'nothing', basis: 'stated', needs: [], check: async () => {} }])
    expect((await look(empty, behind())).results[0]).toMatchObject({ outcome: 'skipped' })
  })
})

describe('the exit code', () => {
  const run = async (...ids: string[]) =>
    (await look(rulesOf(...ids), behind(status(/charges$/, 401, 403)))).results

  test('of a foreign address is 0 with a report, and 1 where strict and a stated rule differs', async () => {
    const results = await run('access.charges_without', 'token.request')
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['agrees', 'differs'])
    expect(exitCode(results, 'foreign', { strict: false })).toBe(0)
    expect(exitCode(results, 'foreign', { strict: true })).toBe(1)
    expect(exitCode(results, 'emulator', { strict: false })).toBe(1)
  })

  test('of the emulator of this folder is 1 also where a rule was skipped', async () => {
    const results = await run('token.lifetime', 'token.request')
    expect(exitCode(results, 'emulator', { strict: false })).toBe(0)
    expect(exitCode(results, 'own', { strict: false })).toBe(1)
  })
})
