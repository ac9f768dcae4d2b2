import { describe, expect, test } from 'vitest'
import { harness } from '../harness.ts'
import { listen } from '../support/listen.ts'

const key = 'scenario:auth_pin'

/** X-Emulator-Warning in the answer to a charge with one more header. */
async function warningOf(name: string, value = key): Promise<string | null> {
  const { status, headers } = await harness().charge({}, undefined, { [name]: value })
  expect(status).toBe(201)
  return headers.get('x-emulator-warning')
}

describe('A header with a name', () => {
  test.each([
    ['x-scenario', 'X-Scenario-Key'],
    ['X-Scenario', 'X-Scenario-Key'],
    ['X-Emulator-Scenario', 'X-Scenario-Key'],
    ['Scenario-Key', 'X-Scenario-Key'],
    ['X_Scenario_Key', 'X-Scenario-Key'],
    ['X-Scenario-Keys', 'X-Scenario-Key'],
    ['X-Senario-Key', 'X-Scenario-Key'],
    ['X-Test-Scenario', 'X-Scenario-Key'],
    ['Idempotency-Key', 'X-Idempotency-Key'],
    ['X-Idempotency', 'X-Idempotency-Key'],
    ['X-Idempotent-Key', 'X-Idempotency-Key'],
    ['X-Idemptency-Key', 'X-Idempotency-Key'],
    ['Trace-Id', 'X-Trace-Id'],
    ['X-TraceId', 'X-Trace-Id'],
    ['X-Trace', 'X-Trace-Id'],
  ])('%s, which nothing reads, draws a warning that names %s', async (name, meant) => {
    expect(await warningOf(name)).toBe(`header ${name.toLowerCase()} was ignored; did you mean ${meant}?`)
  })

  test.each([
    ['X-Scenario-Key', key],
    ['X-Idempotency-Key', 'key-0000-0001'],
    ['X-Trace-Id', 'trace-0000-0001'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['tracestate', 'vendor=1'],
    ['X-B3-TraceId', '80f198ee56343ba864fe8b2a57d3eff7'],
    ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678'],
    ['X-Cloud-Trace-Context', '105445aa7843bc8bf206b12000100000/1'],
    ['X-Datadog-Trace-Id', '1234567890'],
    ['X-Request-Id', 'request-0001'],
    ['X-Api-Key', 'key'],
    ['X-Forwarded-For', '192.0.2.1'],
  ])('%s draws none', async (name, value) => {
    expect(await warningOf(name, value)).toBeNull()
  })
})

describe('A header that is nearly right', () => {
  test('is in the journal, also over a socket', async () => {
    const t = harness()
    const url = await listen(t)
    const response = await fetch(`${url}/charges`, {
      headers: { authorization: `Bearer ${await t.token()}`, 'x-scenario': key },
    })
    const warning = 'header x-scenario was ignored; did you mean X-Scenario-Key?'
    expect([response.status, response.headers.get('x-emulator-warning')]).toEqual([200, warning])
    const { body } = await t.get<{ requests: { warnings: string[] }[] }>('/_emulator/requests?limit=1')
    expect(body.requests[0]?.warnings).toEqual([warning])
  })

  test('is given if the request is refused, and on v3', async () => {
    const t = harness()
    const refused = await t.get('/charges', { 'x-scenario': key, authorization: null })
    expect([refused.status, refused.headers.get('x-emulator-warning')]).toEqual([
      401,
      'header x-scenario was ignored; did you mean X-Scenario-Key?',
    ])
    const v3 = await t.get('/v3/balances', { 'scenario-key': key })
    expect(v3.headers.get('x-emulator-warning')).toContain('did you mean X-Scenario-Key?')
  })

  test('causes no warning where the correct one would be ignored', async () => {
    const t = harness()
    expect(
      (await t.get('/charges', { 'idempotency-key': 'key-0000-0001' })).headers.get('x-emulator-warning'),
    ).toBeNull()
  })

  test('applies regardless of earlier requests', async () => {
    const t = harness()
    for (let n = 0; n < 1200; n++) await t.get('/charges', { [`x-other-${n}`]: '1' })
    const { headers } = await t.get('/charges', { 'x-scenario': key })
    expect(headers.get('x-emulator-warning')).toContain('did you mean X-Scenario-Key?')
  })
})

describe('A value that is none of those allowed', () => {
  const messageOf = async (overrides: object): Promise<string> =>
    (await harness().charge(overrides)).body.error.validation_errors[0]?.message ?? ''

  test.each([
    ['ngn', 'NGN'],
    ['Ngn', 'NGN'],
    ['NGM', 'NGN'],
    ['usdcc', 'USDC'],
  ])('such as the currency %s names %s first', async (currency, meant) => {
    const message = await messageOf({ currency })
    expect(message).toMatch(
      new RegExp(`^did you mean ${meant}\\? It must be one of 163 values, such as ${meant}, `),
    )
  })

  test.each([
    ['letters', 'XYZQ'],
    ['nothing', ''],
    ['one letter', 'q'],
    ['a number', 7],
    ['null', null],
    ['a long text', 'n'.repeat(10_000)],
  ])('nor near one gets a dozen of them, and where all are listed: %s', async (_, currency) => {
    const message = await messageOf({ currency })
    const [, listed = ''] =
      /must be one of 163 values, such as (.*); GET \/_emulator\/openapi\.json lists them all$/.exec(
        message,
      ) ?? []
    expect(listed.split(', ')).toHaveLength(12)
    expect(message).not.toContain('did you mean')
  })

  test('gets all of them if there are few, the nearest first', async () => {
    const t = harness()
    const { body } = await t.get('/charges?status=successful')
    expect(body.error.validation_errors[0]?.message).toBe(
      'must be one of: succeeded, pending, failed, voided',
    )
    const near = await t.get('/charges?status=void')
    expect(near.body.error.validation_errors[0]?.message).toBe(
      'did you mean voided? It must be one of: voided, succeeded, pending, failed',
    )
  })

  test('of a union is reported in the same way', async () => {
    expect(await messageOf({ authorization: { type: 'opt', otp: { code: '123456' } } })).toMatch(
      /^did you mean otp\? It must be one of: otp, /,
    )
  })

  test('is given on v3 as well', async () => {
    const { body } = await harness().get<{ message: string }>('/v3/transfers?status=succesful')
    expect(body.message).toContain('did you mean SUCCESSFUL? It must be one of: SUCCESSFUL, ')
  })
})

describe('A credential of the other interface', () => {
  test('is named: the secret key of v3 where an access token belongs', async () => {
    const { status, body } = await harness().get('/charges', { authorization: 'Bearer sk_sandbox' })
    expect([status, body.error.message]).toEqual([
      401,
      'that is the secret key of the v3 interface; here send an access token; get one at {auth_url}/realms/<realm>/protocol/openid-connect/token',
    ])
  })

  test('is named: an access token where the secret key belongs', async () => {
    const t = harness()
    const { status, body } = await t.get<{ message: string }>('/v3/balances', {
      authorization: `Bearer ${await t.token()}`,
    })
    expect(status).toBe(401)
    expect(body.message).toMatch(/^that is an access token, .* send "Bearer <SECRET_KEY>", sk_sandbox unless/)
  })
})
