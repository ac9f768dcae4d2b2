import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/operations.ts'
import { type Harness, harness } from '../harness.ts'
import { pageRoutes } from '../support/pages.ts'
import { httpRequest, type Wire, wire } from '../support/wire.ts'

const statusOf = ({ text }: { text: string }): number => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])

/** A request with only these headers, on a separate connection. */
const bare = (method: string, path: string, headers: string[]): string =>
  [`${method} ${path} HTTP/1.1`, 'connection: close', 'content-length: 0', ...headers, '', ''].join('\r\n')

describe('The control interface and web browsers', () => {
  let t: Harness
  let w: Wire
  beforeAll(async () => {
    t = harness({ settings: { allowHosts: ['pay.example.com', '*.dev.example.com'] } })
    w = await wire(t)
  })
  afterAll(() => w.close())

  /** The headers of a browser's request, and the existing worlds. */
  const fetched = (site = '', mode = '', dest = '') => ({
    headers: [
      'host: localhost',
      `sec-fetch-site: ${site}`,
      `sec-fetch-mode: ${mode}`,
      `sec-fetch-dest: ${dest}`,
    ],
    worlds: () => Array.from(t.emulator.worlds(), ({ name }) => name),
  })

  test.each([
    'localhost',
    'localhost:4290',
    '127.0.0.1:4290',
    '[::1]:4290',
    '10.0.0.7',
    'emulator',
    'emulator:4290',
    'my_service',
    'emulator.localhost',
    'host.docker.internal',
    'printer.local',
    'emulator.payments.svc',
    'emulator.payments.svc.cluster.local:80',
    'emulator.test',
    'router.home.arpa',
    'PAY.example.com',
    'a.b.dev.example.com:8443',
  ])('answers to the host %s', async (host) => {
    expect(statusOf(await w.raw(bare('GET', '/_emulator/clock', [`host: ${host}`])))).toBe(200)
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'example.com',
    'dev.example.com',
    'notdev.example.com.evil.example',
    'internal.evil.example',
    'svc.evil.example',
    // A name of Kubernetes ends in its zone.
    'rebind.svc.evil.com',
    'a.svc.cluster.local.evil.com',
    'a.svc.cluster.evil',
    'a.notsvc',
  ])('refuses the host %s, which a page may have bound to this machine', async (host) => {
    const { text } = await w.raw(bare('GET', '/_emulator/clock', [`host: ${host}`]))
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).toContain(`--allow-hosts ${host}`)
  })

  test('answers health to any host, for load balancers', async () => {
    expect(statusOf(await w.raw(bare('GET', '/health', ['host: evil.example'])))).toBe(200)
  })

  test.each([
    ['http://localhost:4290', 'localhost:4290', 200],
    ['https://emulator', 'emulator', 200],
    ['http://127.0.0.1:4290', '127.0.0.1:4290', 200],
    ['http://localhost:3000', 'localhost:4290', 403],
    ['https://evil.example', 'localhost:4290', 403],
    ['null', 'localhost:4290', 403],
    ['nonsense', 'localhost:4290', 403],
  ])('a page of %s that asks %s gets %i', async (origin, host, status) => {
    const seen = await w.raw(bare('POST', '/_emulator/reset', [`host: ${host}`, `origin: ${origin}`]))
    expect(statusOf(seen)).toBe(status)
  })

  test('a page of another origin cannot post what needs no preflight either', async () => {
    const body = 'key: mine\ntitle: Mine\nprocessor_response: do_not_honor'
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    expect(statusOf(await w.raw(httpRequest('POST', '/_emulator/scenarios', headers, body)))).toBe(403)
    expect(t.world.catalogue.fragments.has('mine')).toBe(false)
  })

  test.each([
    ['cross-site', 'no-cors', 'image'],
    ['same-site', 'no-cors', 'script'],
    ['cross-site', 'cors', 'empty'],
    ['cross-site', 'navigate', 'object'],
    ['nonsense', 'no-cors', 'image'],
  ])('what a page of another site puts up (%s, %s, %s) is refused, and makes no world', async (...sent) => {
    const { headers, worlds } = fetched(...sent)
    const before = worlds()
    const journalled = t.world.requests.total
    for (const path of ['/_emulator/state', '/health', '/charges', '/v3/banks/NG', '/_emulator/ui/charges'])
      for (const prefix of ['', '/w/made'])
        expect(statusOf(await w.raw(bare('GET', prefix + path, headers)))).toBe(403)
    for (const method of ['GET', 'OPTIONS']) await w.raw(bare(method, '/w/made/nothing', headers))
    expect(worlds()).toEqual(before)
    expect(t.world.requests.total).toBe(journalled)
  })

  test('a link, a redirect or a frame of another site opens the pages of a world, and creates none', async () => {
    const charge = await t.in('shop').created({}, 'scenario:auth_redirect')
    for (const dest of ['document', 'iframe']) {
      const { headers, worlds } = fetched('cross-site', 'navigate', dest)
      const before = worlds()
      const page = await w.raw(bare('GET', `/w/shop/_emulator/pay/${charge.id}`, headers))
      expect(statusOf(page)).toBe(200)
      expect(statusOf(await w.raw(bare('GET', '/_emulator', headers)))).toBe(200)
      expect(statusOf(await w.raw(bare('GET', '/w/made/_emulator', headers)))).toBe(403)
      expect(statusOf(await w.raw(bare('POST', '/w/shop/_emulator/reset', headers)))).toBe(403)
      expect(worlds()).toEqual(before)
    }
  })

  test('a form of another origin creates no world either', async () => {
    const { worlds } = fetched()
    const before = worlds()
    const headers = ['host: localhost', 'origin: https://evil.example']
    for (const path of ['/_emulator/reset', '/realms/a/protocol/openid-connect/token', '/nothing'])
      await w.raw(bare('POST', `/w/made${path}`, headers))
    expect(worlds()).toEqual(before)
  })

  test('an address typed into a browser, and a client that is not a browser, create a world', async () => {
    const { headers } = fetched('none', 'navigate', 'document')
    expect(statusOf(await w.raw(bare('GET', '/w/typed/_emulator', headers)))).toBe(200)
    const node = ['host: localhost', 'sec-fetch-mode: cors']
    expect(statusOf(await w.raw(bare('GET', '/w/fetched/_emulator/clock', node)))).toBe(200)
    expect(t.emulator.has('typed') && t.emulator.has('fetched')).toBe(true)
  })

  test('a page that hides its origin is recognised by the Sec-Fetch headers', async () => {
    const hidden = ['host: localhost', 'origin: null']
    const own = await w.raw(bare('POST', '/_emulator/reset', [...hidden, 'sec-fetch-site: same-origin']))
    expect(statusOf(own)).toBe(200)
    const other = await w.raw(bare('POST', '/_emulator/reset', [...hidden, 'sec-fetch-site: cross-site']))
    expect(statusOf(other)).toBe(403)
  })

  test('another page cannot play the payer, and nothing says that it may read', async () => {
    const charge = await t.created({}, 'scenario:auth_redirect')
    const path = `/_emulator/pay/${charge.id}`
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    expect(statusOf(await w.raw(httpRequest('POST', path, headers, 'action=approve')))).toBe(403)
    expect((await t.seen(charge.id)).status).toBe('pending')
    const { text } = await w.raw(
      httpRequest('OPTIONS', '/_emulator/reset', { origin: 'https://evil.example' }),
    )
    expect(text).not.toMatch(/access-control-allow/i)
  })

  test('the service itself answers under any name: it asks for its own credentials', async () => {
    expect(statusOf(await w.raw(bare('GET', '/charges', ['host: pay.example.net'])))).toBe(401)
  })
})

test('Behind a proxy with a public address, pages of that address are its own', async () => {
  const t = harness({ settings: { publicUrl: 'https://pay.qa.example' } })
  const w = await wire(t)
  const headers = ['host: pay.qa.example', 'origin: https://pay.qa.example']
  expect(statusOf(await w.raw(bare('POST', '/_emulator/reset', headers)))).toBe(200)
  const inner = ['host: emulator', 'origin: https://pay.qa.example']
  expect(statusOf(await w.raw(bare('POST', '/_emulator/reset', inner)))).toBe(200)
  await w.close()
})

describe('With a control token', () => {
  const t = harness({ settings: { controlToken: 'let-me-in' } })
  const open = /^\/(_emulator\/)?(health|pay\/|assets\/|(scenario\.schema\.json|ca\.pem)$)/
  const guarded = [
    ...operations.filter(({ access }) => access === 'control'),
    ...pageRoutes.filter(({ path }) => !open.test(path)),
  ]
  test.each(guarded.map((op) => [op.method.toUpperCase(), op.path.replace(/:\w+/g, 'x')]))(
    '%s %s asks for it',
    async (method, path) => {
      expect((await t.fetch(path, { method })).status).toBe(401)
      const wrong = { authorization: 'Bearer let-me-out' }
      expect((await t.fetch(path, { method, headers: wrong })).status).toBe(401)
      const right = { authorization: 'Bearer let-me-in' }
      expect((await t.fetch(path, { method, headers: right })).status).not.toBe(401)
    },
  )

  test('every endpoint of the control interface is guarded but health, the payer pages and their style, the schema for editors and the authority of HTTPS', () => {
    const unguarded = operations.filter(({ family, access }) => family === 'control' && access !== 'control')
    expect(unguarded.map(({ path }) => path).filter((path) => !open.test(path))).toEqual([])
    expect(pageRoutes.filter(({ path }) => open.test(path)).map(({ path }) => path)).toEqual([
      '/_emulator/assets/:version/:name',
      '/_emulator/pay/:id{lnk_[^/]+}',
      '/_emulator/pay/:id{lnk_[^/]+}',
      '/_emulator/pay/accounts/:id',
      '/_emulator/pay/accounts/:id',
      '/_emulator/pay/:id',
      '/_emulator/pay/:id',
    ])
  })

  test('what is refused to those without it shows no credentials of the world', async () => {
    const accept = 'text/html'
    const paths = ['assets/x/y', 'pay/chg_x', 'ui/charges', 'ui/charges/chg_x', 'ui/charges?page=x', 'docs']
    for (const path of paths) {
      const response = await t.fetch(`/_emulator/${path}`, { headers: { accept } })
      expect([path, response.status]).toEqual([path, /^(assets|pay)/.test(path) ? 404 : 401])
      expect(await response.text()).not.toMatch(/sandbox-client|sandbox-secret|sk_sandbox/)
    }
  })

  test('health stays open', async () => {
    expect((await t.fetch('/_emulator/health')).status).toBe(200)
  })
})

test('Scenarios posted to a world are limited, and so are those posted for all worlds', async () => {
  const t = harness({ settings: { maxBodyBytes: 10_000_000 } })
  const many = (count: number, prefix: string): string =>
    Array.from(
      { length: count },
      (_, n) => `{"key":"${prefix}:f${n}","title":"x","processor_response":"approved"}`,
    ).join('\n---\n')
  const refused = await t.post('/_emulator/scenarios', many(5001, 'a'))
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringContaining('limit for one world is 5000'),
  ])
  expect(t.world.catalogue.fragments.has('a:f0')).toBe(false)
  for (const prefix of ['b', 'c', 'd'])
    expect((await t.post('/_emulator/scenarios?all=true', many(6000, prefix))).status).toBe(201)
  const full = await t.post('/_emulator/scenarios?all=true', many(6000, 'e'))
  expect([full.status, full.body.error.message]).toEqual([400, expect.stringContaining('the limit is 20000')])
}, 60_000)

test('Worlds are limited, and the message says what to do', async () => {
  const t = harness({ settings: { maxWorlds: 3 } })
  for (const name of ['a', 'b']) expect((await t.in(name).get('/_emulator/clock')).status).toBe(200)
  const response = await t.fetch('/w/c/_emulator/clock')
  expect(response.status).toBe(429)
  expect(await response.text()).toContain('--max-worlds')
  expect((await t.delete('/_emulator/worlds/a')).status).toBe(200)
  expect((await t.fetch('/w/c/_emulator/clock')).status).toBe(200)
})
