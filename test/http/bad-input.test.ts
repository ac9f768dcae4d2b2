import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type Answer, chargeBody, type Harness, harness } from '../harness.ts'
import { listen } from '../support/listen.ts'

/** The field names of a 400, or another status. */
const fieldsOf = ({ status, body }: Answer): unknown =>
  status === 400 ? body.error.validation_errors.map((error) => error.field_name) : status

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const valid = (): string => JSON.stringify(chargeBody())
const withAmount = (text: string): string => valid().replace('1500.5', text)

describe('a body', () => {
  test.each([
    ['empty', ''],
    ['blank', ' \n\t '],
    ['no JSON', 'hello'],
    ['broken off', '{"amount": 5'],
    ['two objects', '{}{}'],
    ['in single quotes', "{'amount': 5}"],
    ['with a trailing comma', '{"amount": 5,}'],
    ['with a comment', '{/* x */}'],
    ['NaN', '{"amount": NaN}'],
    ['with a hexadecimal number', '{"amount": 0x10}'],
    ['a NUL character', '\u0000'],
    ['an array', '[]'],
    ['an array of objects', `[${valid()}]`],
    ['a string', '"text"'],
    ['a number', '5'],
    ['null', 'null'],
    ['true', 'true'],
    ['nested 33 deep', nested(33)],
    ['nested 10,000 deep', nested(10_000)],
    ['an array nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('that is %s is a 400 on the body', async (_what, text) => {
    expect(fieldsOf(await harness().post('/charges', text))).toEqual(['body'])
  })

  test.each([
    ['1e400', 'amount'],
    ['-1e400', 'amount'],
    ['1e-400', 'amount'],
  ])('with the number %s is a 400 on %s', async (number, field) => {
    expect(fieldsOf(await harness().post('/charges', withAmount(number)))).toEqual([field])
  })

  test.each(['1e300', '1.7976931348623157e308', '0.010000000000000000001', '1E2', '9007199254740993'])(
    'with the number %s is carried out, fees and all',
    async (number) => {
      const { status, body } = await harness().post('/charges', withAmount(number))
      expect([status, body.data.amount]).toEqual([201, Number(number)])
      for (const fee of body.data.fees) expect(Number.isFinite(fee.amount)).toBe(true)
    },
  )

  test('with a __proto__ member, at any depth, is a 400 that names it', async () => {
    const t = harness()
    expect(fieldsOf(await t.post('/charges', valid().replace('{', '{"__proto__":{"x":1},')))).toEqual([
      '__proto__',
    ])
    const deep = valid().replace('{', '{"meta":{"__proto__":"x"},')
    expect(fieldsOf(await t.post('/charges', deep))).toEqual(['meta.__proto__'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('with inherited member names in meta is stored unchanged', async () => {
    const meta = {
      constructor: 'a',
      toString: 'b',
      hasOwnProperty: 'c',
      prototype: 'd',
      camel_case: 'e',
      '': 'f',
    }
    expect((await harness().created({ meta })).meta).toEqual(meta)
  })

  test('that is not UTF-8 is a 400', async () => {
    const text = Buffer.from(valid().replace('"NGN"', '"NG\u00e9"'), 'latin1')
    expect((await harness().post('/charges', new Uint8Array(text))).status).toBe(400)
    const cut = new Uint8Array([...Buffer.from('{"meta":{"a":"'), 0xe2, 0x82, ...Buffer.from('"}}')])
    expect((await harness().post('/charges', cut)).status).toBe(400)
    const surrogate = new Uint8Array([
      ...Buffer.from('{"meta":{"a":"'),
      0xed,
      0xa0,
      0x80,
      ...Buffer.from('"}}'),
    ])
    expect((await harness().post('/charges', surrogate)).status).toBe(400)
  })

  test('with every kind of character in a text is stored', async () => {
    const meta = { text: 'ünï 💳 \u0000\u001f\u2028 \ufffd \\ "quoted" \ud800', 'kęy 💳': '' }
    const { status, text } = await harness().charge({ meta })
    expect([status, JSON.parse(text).data.meta]).toEqual([201, meta])
  })

  test('with the same member twice uses the last one, as JSON does', async () => {
    const { body } = await harness().post('/charges', valid().replace('{', '{"amount":1,'))
    expect(body.data.amount).toBe(1500.5)
  })
})

test('A literal replacement character is ordinary text, also over a socket', async () => {
  const t = harness()
  const base = await listen(t)
  const headers = { authorization: `Bearer ${await t.token()}`, 'content-type': 'application/json' }
  const bodies = [valid(), valid()].map((text) => text.replace('{', '{"meta":{"name":"\ufffd"},'))
  const [whole = '', chunks = ''] = bodies
  for (const body of [whole, new Blob([chunks]).stream()]) {
    const answer = await fetch(`${base}/charges`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, await answer.json()]).toMatchObject([201, { data: { meta: { name: '\ufffd' } } }])
  }
})

describe('a content type', () => {
  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonx'],
    ['application/'],
    ['json'],
    ['garbage garbage'],
    ['application/json, text/plain'],
    [','],
  ])('%s is a 400 on Content-Type', async (type) => {
    expect(fieldsOf(await harness().post('/charges', valid(), { 'content-type': type }))).toEqual([
      'Content-Type',
    ])
  })

  test('that is missing is a 400 on Content-Type, with a body and without', async () => {
    const t = harness()
    const bytes = new Uint8Array(Buffer.from(valid()))
    expect(fieldsOf(await t.post('/charges', bytes, { 'content-type': null }))).toEqual(['Content-Type'])
    expect(fieldsOf(await t.post('/charges'))).toEqual(['Content-Type'])
  })
})

describe('a body over the limit', () => {
  const small = () => harness({ settings: { maxBodyBytes: 2048 } })
  const big = (bytes: number): string => valid().replace('{', `{"x":"${'x'.repeat(bytes)}",`)

  test('is a 413, and one at the limit is not', async () => {
    const t = small()
    expect((await t.post('/charges', big(4000), { 'content-length': '4200' })).status).toBe(413)
    const exact = valid().padEnd(2048)
    expect((await t.post('/charges', exact, { 'content-length': '2048' })).status).toBe(201)
    expect((await t.post('/charges', `${valid().padEnd(2049)}`, { 'content-length': '2049' })).status).toBe(
      413,
    )
  })

  test('that comes in chunks of unknown number is given up', async () => {
    const t = small()
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(512).fill(120))
      },
    })
    const response = await t.fetch('/charges', {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { authorization: `Bearer ${await t.token()}`, 'content-type': 'application/json' },
    })
    expect((await t.check('POST', '/charges', response)).status).toBe(413)
    expect(pulled).toBeLessThan(20)
  })

  test('is a 413 over a socket, which stays usable or is closed', async () => {
    const base = await listen(small())
    const send = (body: string) =>
      fetch(`${base}/realms/r/protocol/openid-connect/token`, { method: 'POST', body })
    expect((await send('x'.repeat(3_000_000))).status).toBe(413)
    expect((await send('x=y')).status).toBe(400)
  })
})

describe('an address', () => {
  test.each([
    ['/charges/%', 404],
    ['/charges/%E0%A4%A', 404],
    ['/charges/%00', 404],
    ['/charges/..%2f..%2fetc', 404],
    ['/charges/a%2Fb', 404],
    [`/charges/${'x'.repeat(5000)}`, 404],
    ['/charges/__proto__', 404],
    ['/charges/constructor', 404],
    ['/CHARGES', 404],
    ['/charges/', 404],
    ['/charges?page=%', 400],
    ['/charges?page=1&page=2', 200],
    ['/charges?__proto__=x&constructor=y', 200],
    ['/charges?%E0%A4%A=x', 200],
    ['/%', 404],
    ['/_emulator/%zz', 404],
    ['/_emulator/charges/%', 404],
  ])('like %s is answered with %d', async (path, status) => {
    expect((await harness().get(path)).status).toBe(status)
  })

  test.each([
    '/w/bad%20name/charges',
    '/w/%/charges',
    '/w/a%2Fb/charges',
    `/w/${'x'.repeat(65)}/charges`,
    '/w/ümlaut/charges',
    '/w/a:b/charges',
    '/w/a b/charges',
  ])('of a world that has no good name, %s, is a clear 400 or 404', async (path) => {
    const { status, body } = await harness().get(path, { authorization: null })
    expect([400, 404]).toContain(status)
    expect(body.error.message).toBeTruthy()
  })

  test.each([
    '/w/../_emulator/reset',
    '/w/./_emulator/reset',
    '/w/..',
    '//w//..//_emulator/reset',
    '/w/%2e%2e/_emulator/reset',
    '/w/.%2E/_emulator/reset',
    '/w/%2e/_emulator/reset',
    '/w/%252e%252e/_emulator/reset',
    '/w/..%2f_emulator/reset',
    '/w/..%5c_emulator/reset',
    '/w/a/../_emulator/reset',
    '/w/a/../../_emulator/reset',
    '/w/a/%2e%2e/b/_emulator/reset',
    '/_emulator/../w/b/_emulator/reset',
    'http://x/w/../_emulator/reset',
  ])('that would be the path of another world when shortened, %s, is a 400', async (path) => {
    const t = harness()
    const base = await listen(t)
    const answer = await raw(base, `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('REQUEST_NOT_VALID')
    expect(Array.from(t.emulator.worlds(), ({ name }) => name)).toEqual(['default'])
  })

  test('may have dots in names and in its query', async () => {
    const base = await listen(harness())
    for (const path of ['/w/..a/_emulator/clock', '/w/a../_emulator/clock', '/_emulator/clock?a=/../b'])
      expect(await raw(base, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toContain(
        '200 OK',
      )
  })

  test.each(['-', '_', '.a', 'A.b_c-9', 'x'.repeat(64)])('of the world %s is fine', async (name) => {
    const t = harness()
    const base = await listen(t)
    const status = await raw(
      base,
      `GET /w/${name}/_emulator/clock HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    expect(status).toContain('200 OK')
    expect(t.emulator.has(name)).toBe(true)
  })
})

describe('a body with very many members', () => {
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
  const settings = { maxBodyBytes: 10_000_000 }

  test('that is unknown is accepted, and the journal contains the first names', async () => {
    const t = harness({ settings })
    const { status } = await t.post('/customers', { email: 'a@example.com', name: members(200_000) })
    expect(status).toBe(201)
    const [entry] = (await t.get<{ requests: { warnings: string[] }[] }>('/_emulator/requests')).body.requests
    expect(entry?.warnings).toHaveLength(51)
    expect(entry?.warnings.at(-1)).toBe('199950 more unknown fields were ignored')
  })

  test('that are all wrong is refused because of the first thousand', async () => {
    const t = harness({ settings })
    for (const [path, body] of [
      ['/customers', { email: 'a@example.com', meta: members(200_000) }],
      ['/_emulator/webhooks/endpoints', members(200_000)],
    ] as const) {
      const { status, body: answer } = await t.post(path, body)
      expect([status, answer.error.validation_errors.length]).toEqual([400, 1000])
    }
  })
})

describe('a method', () => {
  test.each(['OPTIONS', 'PATCH', 'DELETE', 'PURGE'])(
    '%s of a known path is a 405 with Allow',
    async (method) => {
      const { status, headers } = await harness().send(method, '/charges')
      expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
    },
  )

  test('HEAD answers like GET, without a body', async () => {
    const t = harness()
    const authorization = `Bearer ${await t.token()}`
    const response = await t.fetch('/charges', { method: 'HEAD', headers: { authorization } })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

/** Sends bytes unchanged and reads the whole answer. */
function raw(base: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('bytes at the socket', () => {
  const post = (t: Harness, token: string, more: string, body: string) =>
    listen(t).then((base) =>
      raw(
        base,
        `POST /charges HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n${more}content-length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`,
      ),
    )

  test.each([
    ['with a second content type', 'content-type: text/plain\r\ncontent-type: application/json\r\n', valid()],
    ['with bytes that are not UTF-8', 'content-type: application/json\r\n', '{"meta":{"a":"\xff\xfe"}}'],
    [
      'with a trace id of bytes above 127',
      'content-type: application/json\r\nx-trace-id: \xff\xfe\r\n',
      valid(),
    ],
    [
      'with a scenario key of bytes above 127',
      'content-type: application/json\r\nx-scenario-key: \xe9\xff\r\n',
      valid(),
    ],
    ['without a content type', '', valid()],
  ])('%s are a 400', async (_what, headers, body) => {
    const t = harness()
    const text = await post(t, await t.token(), headers, body)
    expect(text).toContain('HTTP/1.1 400')
    expect(text).toContain('REQUEST_NOT_VALID')
    expect(t.faults).toEqual([])
  })

  test('in a trace id of allowed length that no header may carry are still answered', async () => {
    const t = harness()
    const headers = 'content-type: application/json\r\nx-trace-id: \xe9\xff0123456789\r\n'
    const text = await post(t, await t.token(), headers, valid())
    expect(text).toMatch(/^HTTP\/1\.1 (201|400)/)
    expect(t.faults).toEqual([])
  })
})
