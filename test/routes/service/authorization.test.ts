import { createCipheriv } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { type Answer, type Harness, harness } from '../../harness.ts'

const nonce = 'aB3dE5gH7jK9'
const pin = (more: object = {}) => ({ type: 'pin', pin: { nonce, encrypted_pin: '1234', ...more } })
const otp = (code: unknown) => ({ type: 'otp', otp: { code } })
const address = { line1: '1 Road', city: 'Lagos', state: 'Lagos', postal_code: '10115', country: 'NG' }
const avs = (more: object = {}) => ({ type: 'avs', avs: { address: { ...address, ...more } } })
const result = {
  eci: '05',
  time: '2030-01-01T00:00:00Z',
  authentication_token: 'AAABBBCCC=',
  transaction_id: 'tx-1',
  version: '2.2.0',
  transaction_status: 'Y',
  status_reason_code: '00',
  amount: 10,
}
const external = (more: object = {}) => ({ type: 'external_3ds', external_3ds: { ...result, ...more } })

const fieldsOf = ({ status, body }: Answer): unknown =>
  status === 400 ? body.error.validation_errors.map((error) => error.field_name) : status

/** The result of an authorization that is sent to a charge with a key. */
async function answer(t: Harness, key: string, authorization: unknown): Promise<Answer> {
  const { id } = await t.created({}, key)
  return t.put(`/charges/${id}`, { authorization })
}

describe('an authorization', () => {
  test.each([
    ['scenario:auth_otp', otp('1234')],
    ['scenario:auth_otp', otp('12345678')],
    ['scenario:auth_pin_only', pin()],
    ['scenario:auth_avs', avs()],
    ['scenario:auth_avs', avs({ line2: 'Flat 2' })],
  ])('of %s as %j is taken', async (key, authorization) => {
    const { status, body } = await answer(harness(), key, authorization)
    expect([status, body.data.status]).toEqual([200, 'succeeded'])
  })

  test.each([
    [otp('123'), ['authorization.otp.code']],
    [otp('123456789'), ['authorization.otp.code']],
    [otp('12a4'), ['authorization.otp.code']],
    [otp('12 34'), ['authorization.otp.code']],
    [otp('١٢٣٤'), ['authorization.otp.code']],
    [otp('1234\n'), ['authorization.otp.code']],
    [otp(1234), ['authorization.otp.code']],
    [otp(undefined), ['authorization.otp.code']],
    [{ type: 'otp' }, ['authorization.otp']],
    [pin({ nonce: 'aB3dE5gH7jK' }), ['authorization.pin.nonce']],
    [pin({ nonce: 'aB3dE5gH7jK9x' }), ['authorization.pin.nonce']],
    [pin({ nonce: 'aB3dE5gH7jK-' }), ['authorization.pin.nonce']],
    [pin({ nonce: undefined }), ['authorization.pin.nonce']],
    [pin({ encrypted_pin: undefined }), ['authorization.pin.encrypted_pin']],
    [pin({ encrypted_pin: '' }), ['authorization.pin.encrypted_pin']],
    [pin({ nonce: '', encrypted_pin: 5 }), ['authorization.pin.nonce', 'authorization.pin.encrypted_pin']],
    [{ type: 'pin' }, ['authorization.pin']],
    [{ type: 'pin', otp: { code: '1234' } }, ['authorization.pin']],
    [avs({ line1: '' }), ['authorization.avs.address.line1']],
    [avs({ line2: '' }), ['authorization.avs.address.line2']],
    [avs({ city: undefined }), ['authorization.avs.address.city']],
    [avs({ state: '' }), ['authorization.avs.address.state']],
    [avs({ postal_code: 10115 }), ['authorization.avs.address.postal_code']],
    [avs({ country: 'ng' }), ['authorization.avs.address.country']],
    [avs({ country: 'NGA' }), ['authorization.avs.address.country']],
    [{ type: 'avs', avs: {} }, ['authorization.avs.address']],
    [{ type: 'external_3ds' }, ['authorization.external_3ds']],
    [external({ transaction_status: 'C' }), ['authorization.external_3ds.transaction_status']],
    [external({ transaction_status: 'y' }), ['authorization.external_3ds.transaction_status']],
    [external({ amount: 0 }), ['authorization.external_3ds.amount']],
    ...Object.keys(result).map((field): [object, string[]] => [
      external({ [field]: undefined }),
      [`authorization.external_3ds.${field}`],
    ]),
    [{}, ['authorization.type']],
    [{ type: 'fingerprint' }, ['authorization.type']],
    [{ type: null }, ['authorization.type']],
    [{ type: ['pin'] }, ['authorization.type']],
  ])('%j is refused at %j, in both requests', async (authorization, fields) => {
    const t = harness()
    expect(fieldsOf(await t.charge({ authorization }, 'scenario:auth_pin'))).toEqual(fields)
    expect(fieldsOf(await answer(t, 'scenario:auth_pin', authorization))).toEqual(fields)
  })

  test('of an unknown type is refused with the four that there are', async () => {
    const { body } = await harness().charge({ authorization: { type: 'x' } })
    expect(body.error.message).toMatch(/otp.*pin.*external_3ds.*avs/)
  })

  test('of the wrong kind, or at the wrong time, is refused with the kind expected', async () => {
    const t = harness()
    const wrong = await answer(t, 'scenario:auth_pin', otp('1234'))
    expect(fieldsOf(wrong)).toEqual(['authorization.type'])
    expect(wrong.body.error.message).toContain('"pin"')
    const early = await answer(t, 'scenario:auth_3ds', otp('1234'))
    expect(fieldsOf(early)).toEqual(['authorization.type'])
    expect(early.body.error.message).toContain('redirect_url')
    expect(fieldsOf(await t.charge({ authorization: otp('1234') }))).toEqual(['authorization.type'])
  })

  test('that is wrong leaves the charge unchanged, and a warning says so', async () => {
    const t = harness()
    const { status, body, headers } = await answer(t, 'scenario:auth_otp', otp('000000'))
    expect([status, body.data.status, body.data.next_action?.type]).toEqual([200, 'pending', 'requires_otp'])
    expect(headers.get('x-emulator-warning')).toContain('otp was wrong, attempt 1 of 3')
  })

  test('after the last correct one causes no warning', async () => {
    const t = harness()
    const { headers } = await answer(t, 'scenario:auth_pin', pin())
    expect(headers.get('x-emulator-warning')).toBeNull()
  })
})

describe('a nonce', () => {
  test('is single use, in the creation and in the update, for any charge', async () => {
    const t = harness()
    const made = await t.charge({ authorization: pin() }, 'scenario:auth_pin')
    expect(made.body.data.next_action?.type).toBe('requires_otp')
    expect(fieldsOf(await t.charge({ authorization: pin() }, 'scenario:auth_pin'))).toEqual([
      'authorization.pin.nonce',
    ])
    expect(fieldsOf(await answer(t, 'scenario:auth_pin', pin()))).toEqual(['authorization.pin.nonce'])
    expect((await answer(t, 'scenario:auth_pin', pin({ nonce: 'zzzzzzzzzzzz' }))).status).toBe(200)
  })

  test('is consumed by a wrong PIN as well, but not by a refused request', async () => {
    const t = harness()
    expect(fieldsOf(await answer(t, 'scenario:auth_otp', pin()))).toEqual(['authorization.type'])
    const wrong = await answer(t, 'scenario:auth_pin', pin({ encrypted_pin: '00000' }))
    expect(wrong.body.data.next_action?.type).toBe('requires_pin')
    expect(fieldsOf(await answer(t, 'scenario:auth_pin', pin()))).toEqual(['authorization.pin.nonce'])
  })

  test('of another world is another nonce', async () => {
    const t = harness()
    expect((await answer(t, 'scenario:auth_pin', pin())).status).toBe(200)
    expect((await answer(t.in('other'), 'scenario:auth_pin', pin())).status).toBe(200)
  })
})

describe('an external 3DS result', () => {
  test.each([
    ['Y', 'succeeded', 'approved'],
    ['A', 'succeeded', 'approved'],
    ['N', 'failed', 'security_violation'],
    ['U', 'failed', 'security_violation'],
    ['R', 'failed', 'security_violation'],
  ])('of %s ends the charge as %s', async (status, end, type) => {
    const authorization = external({ transaction_status: status })
    const { body } = await harness().charge({ authorization }, 'scenario:auth_pin')
    expect([body.data.status, body.data.processor_response?.type]).toEqual([end, type])
  })

  test('never answers a question of a flow', async () => {
    expect(fieldsOf(await answer(harness(), 'scenario:auth_pin', external()))).toEqual(['authorization.type'])
  })
})

describe('an encrypted PIN', () => {
  const { fixtures } = inject('builtIn')
  const encrypt = (text: string, iv: string, key = fixtures.encryptionKey): string => {
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(iv))
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }
  const strict = () => harness({ fixtures: { encryption: 'strict' } })

  test.each([
    ['lenient', () => harness()],
    ['strict', strict],
  ])('is decrypted under %s encryption: a right one passes, a wrong one counts', async (_, start) => {
    const t = start()
    const right = await answer(t, 'scenario:auth_pin', pin({ encrypted_pin: encrypt('1234', nonce) }))
    expect(right.body.data.next_action?.type).toBe('requires_otp')
    const other = 'zzzzzzzzzzzz'
    const wrong = await answer(t, 'scenario:auth_pin', {
      type: 'pin',
      pin: { nonce: other, encrypted_pin: encrypt('00000', other) },
    })
    expect(wrong.headers.get('x-emulator-warning')).toContain('pin was wrong')
  })

  test.each([
    ['plain', '1234'],
    ['encrypted under another nonce', encrypt('00000', 'zzzzzzzzzzzz')],
    ['encrypted under another key', encrypt('00000', nonce, Buffer.alloc(32).toString('base64'))],
  ])('that is %s counts as right under lenient encryption', async (_what, encrypted) => {
    const { body } = await answer(harness(), 'scenario:auth_pin', pin({ encrypted_pin: encrypted }))
    expect(body.data.next_action?.type).toBe('requires_otp')
  })

  test.each([
    ['plain', '1234'],
    ['encrypted under another nonce', encrypt('1234', 'zzzzzzzzzzzz')],
    ['encrypted under another key', encrypt('1234', nonce, Buffer.alloc(32).toString('base64'))],
    ['too short', 'AAAA'],
    ['empty but for the tag', encrypt('', nonce).slice(0, 8)],
    ['no base64 at all', '***'],
  ])('that is %s is a 400 under strict encryption', async (_what, encrypted) => {
    const refused = await answer(strict(), 'scenario:auth_pin', pin({ encrypted_pin: encrypted }))
    expect(fieldsOf(refused)).toEqual(['authorization.pin.encrypted_pin'])
  })
})
