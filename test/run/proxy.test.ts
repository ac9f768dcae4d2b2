import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isLoopback, MappedHosts } from '../../src/run/hosts.ts'
import { Upstream } from '../../src/run/upstream.ts'
import { open, request, running, secured, textOf, tunnel } from './support.ts'

/** A server that answers with the request line and the headers that it got. */
async function otherServer(): Promise<string> {
  const server = createServer((incoming, outgoing) =>
    outgoing.end(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.rawHeaders)}`),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a mapped host', () => {
  test('reaches the emulator over HTTPS, with method, path, headers and body', async () => {
    const here = await running()
    const form = 'grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret'
    const answer = await request(
      here,
      'api.example.com',
      'POST /realms/r/protocol/openid-connect/token?a=1 HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nX-Trace-Id: trace-of-mine',
      form,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"access_token":"/)
    const [entry] = await here.emulator.requests.list()
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/realms/r/protocol/openid-connect/token?a=1',
      trace_id: 'trace-of-mine',
      request_headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-emulator-mapped': 'https://api.example.com',
      },
    })
    expect(here.proxy.mapped).toBe(1)
  })

  test('gets a certificate of its own for every name below a wildcard', async () => {
    const here = await running()
    const [, socket] = await tunnel(here.proxy.port, 'login.example.org:8443')
    const secure = await secured(socket, 'login.example.org', here.authority)
    expect(secure.getPeerCertificate().subjectaltname).toBe('DNS:login.example.org')
    secure.destroy()
  })

  test.each([
    ['in a tunnel', true],
    ['directly', false],
  ])('is recognised %s by the name in TLS or in the request, with TLS and without', async (_, tunnelled) => {
    const here = await running()
    const socket = tunnelled
      ? (await tunnel(here.proxy.port, 'API.example.com.:8080'))[1]
      : open(here.proxy.port)
    socket.write('GET /health HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n')
    expect(await textOf(socket)).toContain('"status":"ok"')
    const raw = tunnelled ? (await tunnel(here.proxy.port, 'api.example.com:443'))[1] : open(here.proxy.port)
    const secure = await secured(raw, 'api.example.com', here.authority)
    secure.write('GET /health HTTP/1.1\r\nHost: elsewhere\r\nConnection: close\r\n\r\n')
    expect(await textOf(secure)).toContain('"status":"ok"')
  })

  test('is reached by an absolute address, and under the name of its issuer', async () => {
    const here = await running()
    const socket = open(here.proxy.port)
    socket.write(
      'GET http://api.example.com/realms/r/.well-known/openid-configuration HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n',
    )
    expect(await textOf(socket)).toContain('"issuer":"http://api.example.com/realms/r"')
    const secure = await request(
      here,
      'api.example.com',
      'GET /realms/r/.well-known/openid-configuration HTTP/1.1',
    )
    expect(secure).toContain('"issuer":"https://api.example.com/realms/r"')
  })

  test('keeps its connection after a request, also after one with a body over the limit', async () => {
    const here = await running()
    const [, socket] = await tunnel(here.proxy.port, 'api.example.com:443')
    const secure = await secured(socket, 'api.example.com', here.authority)
    const head = `HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: Bearer ${await here.emulator.token()}\r\n`
    const body = 'x'.repeat(10_000_000)
    secure.write(
      `POST /charges ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    secure.write(`GET /customers ${head}\r\n`)
    secure.write(`GET /customers ${head}Connection: close\r\n\r\n`)
    const statuses = (await textOf(secure)).match(/HTTP\/1\.1 \d{3} /g)
    expect(statuses).toEqual(['HTTP/1.1 413 ', 'HTTP/1.1 200 ', 'HTTP/1.1 200 '])
  })

  test('is reached by a client that speaks HTTP/1.0 alone', async () => {
    const here = await running()
    const [, socket] = await tunnel(here.proxy.port, 'api.example.com:443')
    const secure = await secured(socket, 'api.example.com', here.authority, ['http/1.0'])
    secure.write('GET /health HTTP/1.0\r\n\r\n')
    expect(await textOf(secure)).toContain('"status":"ok"')
  })

  test('is a world if one is named, and payer pages are on the address of the emulator', async () => {
    const here = await running()
    const other = await running({ emulator: new URL(`${here.url}/w/mine`) })
    const token = await here.emulator.world('mine').token()
    const answer = await request(
      other,
      'api.example.com',
      `POST /charges HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nX-Scenario-Key: scenario:auth_3ds`,
      JSON.stringify({
        amount: 10,
        currency: 'NGN',
        reference: 'run-0001',
        customer_id: 'cus_adaobi0001',
        payment_method_id: 'pmd_card000001',
      }),
    )
    expect(answer).toContain(`"url":"${here.url}/w/mine/_emulator/pay/chg_`)
  })

  test.each([
    ['network:reset', { code: 'ECONNRESET' }],
    ['network:truncated', { text: /^HTTP\/1\.1 20\d .*\r\n[\s\S]+\{"status"[^}]*$/ }],
  ])('breaks as %s breaks it', async (key, { code, text }: { code?: string; text?: RegExp }) => {
    const here = await running()
    await here.emulator.next(key, { path: '/customers' })
    const token = await here.emulator.token()
    const outcome = await request(
      here,
      'api.example.com',
      `GET /customers HTTP/1.1\r\nAuthorization: Bearer ${token}`,
    ).catch((error: NodeJS.ErrnoException) => error)
    if (code !== undefined) expect(outcome).toMatchObject({ code })
    if (text !== undefined) expect(outcome).toMatch(text)
  })
})

describe('another host', () => {
  test('is passed on untouched, in a tunnel and by its absolute address', async () => {
    const { proxy } = await running()
    const other = await otherServer()
    const head = `HTTP/1.1\r\nHost: ${other}\r\nX-Mine: 1\r\nX-mine: 2\r\n`
    const [status, socket] = await tunnel(proxy.port, other)
    expect(status).toBe('HTTP/1.1 200 Connection established')
    socket.write(`GET /a?b ${head}Connection: close\r\n\r\n`)
    expect(await textOf(socket)).toContain(`GET /a?b ["Host","${other}","X-Mine","1","X-mine","2"`)
    const absolute = open(proxy.port)
    absolute.write(`GET http://${other}/a?b ${head}Proxy-Connection: keep-alive\r\nConnection: close\r\n\r\n`)
    expect(await textOf(absolute)).toContain(`GET /a?b ["Host","${other}","X-Mine","1","X-mine","2"`)
    expect(proxy.mapped).toBe(0)
  })

  test('is refused with what to do under --offline, but this machine is not', async () => {
    const { proxy, authority } = await running({ offline: true })
    const advice = /"pypi\.example" is not mapped, and --offline refuses .* add --map pypi\.example/
    const socket = open(proxy.port)
    socket.write('CONNECT pypi.example:443 HTTP/1.1\r\nHost: pypi.example\r\n\r\n')
    const refused = await textOf(socket)
    expect(refused).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(refused).toMatch(advice)
    const plain = await fetch(proxy.url, { headers: { host: 'x' } })
    expect(plain.status).toBe(502)
    const absolute = open(proxy.port)
    absolute.write('GET http://pypi.example/ HTTP/1.1\r\nHost: pypi.example\r\nConnection: close\r\n\r\n')
    expect(await textOf(absolute)).toMatch(advice)
    // As the preload of Node programs diverts them.
    const direct = await secured(open(proxy.port), 'pypi.example', authority)
    direct.write('GET / HTTP/1.1\r\nHost: pypi.example\r\nConnection: close\r\n\r\n')
    expect(await textOf(direct)).toMatch(advice)
    expect((await tunnel(proxy.port, await otherServer()))[0]).toBe('HTTP/1.1 200 Connection established')
  })

  test('that cannot be reached is a 502 that says why', async () => {
    const { proxy } = await running()
    const socket = open(proxy.port)
    socket.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n')
    expect(await textOf(socket)).toMatch(
      /^HTTP\/1\.1 502 [\s\S]*127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/,
    )
  })

  test('goes through the proxy that was set before, unless that excludes it', async () => {
    const asked: string[] = []
    const before = createTcpServer((socket) => {
      socket.once('data', (chunk) => {
        asked.push(String(chunk))
        socket.end('HTTP/1.1 200 OK\r\n\r\nfrom the proxy')
      })
    })
    await new Promise<void>((resolve) => void before.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void before.close())
    const address = `http://me:pass@127.0.0.1:${(before.address() as AddressInfo).port}`
    const upstream = new Upstream({ https_proxy: address, NO_PROXY: 'inner.example,.corp.example:8443' })
    const { proxy } = await running({ upstream })
    const [, socket] = await tunnel(proxy.port, 'outer.example:443')
    expect(await textOf(socket)).toBe('from the proxy')
    expect(asked[0]).toBe(
      'CONNECT outer.example:443 HTTP/1.1\r\nHost: outer.example:443\r\nProxy-Authorization: Basic bWU6cGFzcw==\r\n\r\n',
    )
    expect(upstream.for('https', 'a.inner.example', 443)).toBeUndefined()
    expect(upstream.for('https', 'a.corp.example', 8443)).toBeUndefined()
    expect(upstream.for('https', 'a.corp.example', 443)?.hostname).toBe('127.0.0.1')
    expect(upstream.for('https', 'localhost', 443)).toBeUndefined()
    expect(upstream.for('http', 'outer.example', 80)).toBeUndefined()
  })
})

test('The proxy does not ask itself, and answers a request that is for nobody', async () => {
  const { proxy } = await running()
  const answer = await fetch(proxy.url)
  expect([answer.status, await answer.text()]).toEqual([
    502,
    `payment-emulator run: ${proxy.url} is a proxy; nothing else listens on its port\n`,
  ])
  const socket = open(proxy.port)
  socket.write('GET / HTTP/1.0\r\n\r\n')
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 421 /)
  const malformed = open(proxy.port)
  malformed.write('what is this\r\n\r\n')
  expect(await textOf(malformed)).toMatch(/^HTTP\/1\.1 400 /)
})

test('Only this machine is served: what counts as that', () => {
  expect(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.9.9.9', 'localhost', 'a.localhost.'].every(isLoopback),
  ).toBe(true)
  expect(
    ['10.0.0.1', '::', '::ffff:10.0.0.1', 'localhost.example', '127.0.0.1.example', ''].some(isLoopback),
  ).toBe(false)
})

test('A wildcard maps the names below it and not itself', () => {
  const hosts = new MappedHosts(['*.example.org', 'api.example.com'])
  expect(['a.example.org', 'A.B.Example.Org.', 'API.example.com'].every((name) => hosts.has(name))).toBe(true)
  expect(['example.org', 'aexample.org', 'a.api.example.com', ''].some((name) => hosts.has(name))).toBe(false)
})
