import { createCipheriv } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, harness, ids, type ServiceBody } from '../../harness.ts'

interface CardView {
  id: string
  type: string
  card: Record<string, unknown>
}

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const send = (card: object, more: object = {}): Promise<Answer<ServiceBody<CardView>>> =>
  t.post('/payment-methods', { type: 'card', customer_id: ids.customer, card, ...more })

const fieldsOf = ({ body }: Answer<ServiceBody<CardView>>): string[] =>
  body.error.validation_errors.map((error) => error.field_name)

/** A number with these first digits and this length that passes the checksum. */
function cardNumber(prefix: string, length = 16): string {
  const open = prefix.padEnd(length - 1, '0')
  let sum = 0
  for (let index = 0; index < open.length; index++) {
    const digit = Number(open[open.length - 1 - index])
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return open + ((10 - (sum % 10)) % 10)
}

const number = '4187427415564246'
const plain = { number, expiry_month: 8, expiry_year: 2032, cvv: '123' }

describe('plain card details', () => {
  test('leave first6, last4 and network, and nothing else of the number', async () => {
    const more = { card_holder_name: 'Ada Obi', cof: { enabled: true, agreement_id: 'agr-1' } }
    const { status, body } = await send({ ...plain, ...more })
    expect(status).toBe(201)
    expect(body.data.card).toEqual({
      expiry_month: 8,
      expiry_year: 2032,
      first6: '418742',
      last4: '4246',
      network: 'VISA',
      ...more,
    })
  })

  test.each([
    ['VISA', '4'],
    ['MASTERCARD', '51'],
    ['MASTERCARD', '55'],
    ['UNKNOWN', '50'],
    ['UNKNOWN', '56'],
    ['MASTERCARD', '2221'],
    ['MASTERCARD', '2720'],
    ['UNKNOWN', '2220'],
    ['UNKNOWN', '2721'],
    ['AMERICAN EXPRESS', '34'],
    ['AMERICAN EXPRESS', '37'],
    ['UNKNOWN', '35'],
    ['DISCOVER', '6011'],
    ['DISCOVER', '622126'],
    ['DISCOVER', '622925'],
    ['UNKNOWN', '622125'],
    ['UNKNOWN', '622926'],
    ['DISCOVER', '644'],
    ['DISCOVER', '65'],
    ['VERVE', '506099'],
    ['VERVE', '506198'],
    ['UNKNOWN', '506199'],
    ['VERVE', '507865'],
    ['VERVE', '507964'],
    ['VERVE', '650002'],
    ['VERVE', '650027'],
    ['DISCOVER', '650028'],
    ['AFRIGO', '564456'],
    ['UNKNOWN', '9'],
  ])('are of the network %s when they begin with %s', async (network, prefix) => {
    const { body } = await send({ ...plain, number: cardNumber(prefix) })
    expect(body.data.card['network']).toBe(network)
  })

  test.each([12, 13, 15, 16, 18, 19])('may have a number of %i digits', async (length) => {
    expect((await send({ ...plain, number: cardNumber('4', length) })).status).toBe(201)
  })

  test.each<[string, object]>([
    ['card.number', { number: cardNumber('4', 11) }],
    ['card.number', { number: cardNumber('4', 20) }],
    ['card.number', { number: '4187427415564247' }],
    ['card.number', { number: '4187 4274 1556 4246' }],
    ['card.number', { number: 4187427415564246 }],
    ['card.number', { number: undefined }],
    ['card.expiry_month', { expiry_month: 0 }],
    ['card.expiry_month', { expiry_month: 13 }],
    ['card.expiry_month', { expiry_month: '08' }],
    ['card.expiry_year', { expiry_year: undefined }],
    ['card.expiry_year', { expiry_year: 10_000 }],
    ['card.cvv', { cvv: '12' }],
    ['card.cvv', { cvv: '12345' }],
    ['card.billing_address.country', { billing_address: { ...address(), country: 'ng' } }],
    ['card.cof.enabled', { cof: {} }],
    ['card.cof.agreement_type', { cof: { enabled: true, agreement_type: 'RECURRING' } }],
    [
      'card.cof.recurring_amount_variability',
      { cof: { enabled: true, recurring_amount_variability: 'FIXED' } },
    ],
    ['card.card_holder_name', { card_holder_name: `my card ${number}` }],
    ['card.card_holder_name', { card_holder_name: '4187-4274 1556.4246' }],
  ])('refuse a bad %s: %j', async (field, over) => {
    const answer = await send({ ...plain, ...over })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual([field])
    expect(answer.text).not.toContain('41874274')
  })

  test('refuse the number in a meta value, a meta key or the fingerprint', async () => {
    expect(fieldsOf(await send(plain, { meta: { note: number } }))).toEqual(['meta'])
    expect(fieldsOf(await send(plain, { meta: { [number]: 'note' } }))).toEqual(['meta'])
    expect(fieldsOf(await send(plain, { device_fingerprint: number }))).toEqual(['device_fingerprint'])
  })
})

describe('encrypted card details', () => {
  const fields = (nonce: string, open: (text: string) => string, over: Record<string, string> = {}) => {
    const values = { card_number: number, expiry_month: '08', expiry_year: '32', cvv: '123', ...over }
    const sealed = Object.entries(values).map(([name, value]) => [`encrypted_${name}`, open(value)])
    return { nonce, ...Object.fromEntries(sealed) }
  }
  const asTheyAre = (text: string): string => text

  test('may come plain', async () => {
    const { status, body } = await send(fields('Nonce0000001', asTheyAre))
    expect(status).toBe(201)
    expect(body.data.card).toEqual({
      expiry_month: 8,
      expiry_year: 32,
      first6: '418742',
      last4: '4246',
      network: 'VISA',
    })
  })

  test('need a fresh nonce, shared with PINs, which a refused card does not use up', async () => {
    const bad = { card_number: '4187427415564247' }
    expect((await send(fields('Nonce0000001', asTheyAre, bad))).status).toBe(400)
    expect((await send(fields('Nonce0000001', asTheyAre))).status).toBe(201)
    const again = await send(fields('Nonce0000001', asTheyAre))
    expect(again.status).toBe(400)
    expect(fieldsOf(again)).toEqual(['card.nonce'])
    const charge = await t.created({}, 'scenario:auth_pin')
    const pin = { type: 'pin', pin: { nonce: 'Nonce0000001', encrypted_pin: '1234' } }
    expect((await t.put(`/charges/${charge.id}`, { authorization: pin })).status).toBe(400)
  })

  test.each<[string, object]>([
    ['card.nonce', { nonce: 'Nonce000001' }],
    ['card.nonce', { nonce: 'Nonce00000012' }],
    ['card.nonce', { nonce: 'Nonce-000001' }],
    ['card.nonce', { nonce: undefined }],
    ['card.encrypted_card_number', { encrypted_card_number: undefined }],
    ['card.encrypted_card_number', { encrypted_card_number: 'b3BhcXVl' }],
    ['card.encrypted_card_number', { encrypted_card_number: '4187427415564247' }],
    ['card.encrypted_expiry_month', { encrypted_expiry_month: '13' }],
    ['card.encrypted_expiry_month', { encrypted_expiry_month: '0' }],
    ['card.encrypted_expiry_year', { encrypted_expiry_year: 'soon' }],
    ['card.encrypted_cvv', { encrypted_cvv: '12' }],
    ['card.number', { number }],
  ])('refuse a bad %s: %j', async (field, over) => {
    const answer = await send({ ...fields('Nonce0000001', asTheyAre), ...over })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual([field])
    expect(answer.text).not.toContain('41874274')
  })

  const { encryptionKey } = harness().emulator.fixtures
  const otherKey = Buffer.alloc(32, 7).toString('base64')
  const sealedWith =
    (key: string, nonce: string) =>
    (text: string): string => {
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(nonce))
      return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
    }

  test('are decrypted with the key of the fixtures and the nonce as IV, the CVV optional', async () => {
    const { encrypted_cvv: _, ...card } = fields(
      'Nonce0000001',
      sealedWith(encryptionKey, 'Nonce0000001'),
    ) as {
      encrypted_cvv?: string
    }
    const more = { card_holder_name: 'Ada Obi', cof: { enabled: true }, billing_address: address() }
    const { status, body, headers } = await send({ ...card, ...more })
    expect([status, headers.get('x-emulator-warning')]).toEqual([201, null])
    expect(body.data.card).toEqual({
      expiry_month: 8,
      expiry_year: 32,
      first6: '418742',
      last4: '4246',
      network: 'VISA',
      ...more,
    })
  })

  test('that do not decrypt select a card of the fixtures, the same one for the same ciphertext', async () => {
    const known = t.world.fixtures.paymentMethods.flatMap(({ type, details }) =>
      type === 'card' ? [details.first6] : [],
    )
    const shown = new Set<unknown>()
    for (let count = 10; count < 30; count++) {
      const nonce = `Nonce00000${count}`
      const card = fields(nonce, sealedWith(otherKey, nonce))
      const { status, body, headers } = await send(card)
      expect(status).toBe(201)
      expect(headers.get('x-emulator-warning')).toContain('one of their cards stands for it')
      const again = await t.in('other').post<typeof body>('/payment-methods', {
        type: 'card',
        customer_id: ids.customer,
        card,
      })
      expect(again.body.data.card).toEqual(body.data.card)
      expect(body.data.card['expiry_year']).toBeGreaterThan(2030)
      shown.add(body.data.card['first6'])
    }
    expect([...shown].sort()).toEqual(known.sort())
  })

  test('of which only one does not decrypt take that one from the replacing card', async () => {
    const own = sealedWith(encryptionKey, 'Nonce0000001')
    const encrypted_expiry_year = sealedWith(otherKey, 'Nonce0000001')('32')
    const { body } = await send({ ...fields('Nonce0000001', own), encrypted_expiry_year })
    expect(body.data.card).toMatchObject({ first6: '418742', last4: '4246', expiry_month: 8 })
    expect([2031, 2032]).toContain(body.data.card['expiry_year'])
  })

  test.each<[string, object]>([
    ['card.encrypted_card_number', { card_number: '4187427415564247' }],
    ['card.encrypted_card_number', { card_number: 'no number' }],
    ['card.encrypted_expiry_month', { expiry_month: '13' }],
    ['card.encrypted_cvv', { cvv: 'x' }],
  ])('refuse a bad %s inside: %j', async (field, over) => {
    const nonce = 'Nonce0000001'
    const answer = await send(fields(nonce, sealedWith(encryptionKey, nonce), over as Record<string, string>))
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual([field])
  })

  test('that do not decrypt are refused if the fixtures have no card to replace them', async () => {
    t = harness({ fixtures: { paymentMethods: [] } })
    const nonce = 'Nonce0000001'
    const answer = await send(fields(nonce, sealedWith(otherKey, nonce)))
    expect(fieldsOf(answer)).toEqual(['card.encrypted_card_number'])
    expect(answer.body.error.message).toContain('payment_methods')
  })

  describe('with encryption: strict', () => {
    beforeEach(() => {
      t = harness({ fixtures: { encryption: 'strict' } })
    })

    test('are decrypted with the nonce as IV', async () => {
      const nonce = 'Nonce0000001'
      const { status, body } = await send(fields(nonce, sealedWith(encryptionKey, nonce)))
      expect(status).toBe(201)
      expect(body.data.card).toMatchObject({ first6: '418742', last4: '4246', expiry_month: 8 })
    })

    test('are refused under another key, another nonce, or where they are no cipher text', async () => {
      const nonce = 'Nonce0000001'
      for (const seal of [
        sealedWith(otherKey, nonce),
        sealedWith(encryptionKey, 'Nonce0000002'),
        asTheyAre,
      ]) {
        const answer = await send(fields(nonce, seal))
        expect(answer.status).toBe(400)
        expect(fieldsOf(answer)[0]).toMatch(/^card\.encrypted_/)
        expect(answer.body.error.message).toContain('does not decrypt')
      }
    })

    test('may still come plain', async () => {
      expect((await send(plain)).status).toBe(201)
    })
  })
})

function address() {
  return { line1: '1 High Street', city: 'Lagos', state: 'Lagos', postal_code: '100001', country: 'NG' }
}
