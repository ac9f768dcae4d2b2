import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mask, redactText } from '../../src/http/redact.ts'
import {
  bare,
  cardNumber,
  disguisedCard,
  formWith,
  jsonWith,
  saysAll,
  secretNames,
} from '../support/disguise.ts'

const names = [
  'client_secret',
  'access_token',
  'secret',
  'pin',
  'CVV',
  'cvc',
  'card_number',
  'Encrypted_anything',
]

test.each(names)('The value of a member named %s is masked in every position', (name) => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 1 }), fc.nat(40), (other, blanks) => {
      const padding = ' '.repeat(blanks)
      const kept = redactText(`{"a":${other},"${name}"${padding}:${padding}"a \\"hidden\\" value"}`)
      expect(kept).toContain(`"${name}"${padding}:${padding}"${mask}"`)
      expect(kept).not.toContain('hidden')
    }),
    { numRuns: 50 },
  )
})

describe('a credential', () => {
  const secret = fc.stringMatching(/^Q[A-Za-z0-9]{11,19}$/)
  const name = fc.constantFrom(...secretNames)
  const mustHide = (secret: string, text: string): void => {
    expect(bare(saysAll(redactText(text)))).not.toContain(secret)
  }

  test('is not stored from JSON with any spelling, nesting or escaping', () => {
    const sent = fc
      .tuple(name, secret)
      .chain(([name, value]) => fc.tuple(fc.constant(value), jsonWith(name, value)))
    fc.assert(
      fc.property(sent, ([value, text]) => mustHide(value, text)),
      { numRuns: 500 },
    )
  })

  test('is not stored from a form or a query with any percent-encoding', () => {
    const sent = fc
      .tuple(name, secret)
      .chain(([name, value]) => fc.tuple(fc.constant(value), formWith(name, value)))
    fc.assert(
      fc.property(sent, fc.constantFrom('', '/charges?'), ([value, text], before) =>
        mustHide(value, before + text),
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['{"pin":[1,2,3,4]}', '{"pin":"***"}'],
    ['{"pin":-1234,"a":1}', '{"pin":"***","a":1}'],
    ['{"pin":"1234","pin":null}', '{"pin":"***","pin":null}'],
    ['{"pin":"1234', '{"pin":"***"'],
    ['{"pin":[1,2,3', '{"pin":"***"'],
    ["{'pin':'12 34','a':1}", `{'pin':"***",'a':1}`],
    ['{pin: 12 34, a: 1}', '{pin: ***, a: 1}'],
    ['{\\"pin\\":\\"1234\\"}', '{\\"pin\\":\\"***\\"}'],
    ['<pin>1234</pin><a>1</a>', '<pin>***</pin><a>1</a>'],
    ['note=Bearer+abcdefgh', 'note=Bearer+***'],
    ['{"note":"basic c2FuZGJveDpzZWNyZXQ="}', '{"note":"basic ***"}'],
    ['{"authorization":"Token abc"}', '{"authorization":"***"}'],
    ['see https://user:pass@shop.test/x', 'see https://***@shop.test/x'],
    ['a eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln b', 'a *** b'],
    ['"\0p\0i\0n\0"\0:\0"\0' + '1\0' + '2\0"', '"pin":"***"'],
    [
      '--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\nabc\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n***\r\n--b--',
    ],
  ])('in %j is kept as %j', (text, kept) => {
    expect(redactText(text)).toBe(kept)
  })

  test.each([
    ['{"next_action":{"type":"requires_pin","requires_pin":{}}}'],
    ['{"pin":null,"shipping":"pinned","token_type":"Bearer","expires_in":600}'],
    ['authorization.pin.encrypted_pin: does not decrypt; send base64(AES-256-GCM) with 3 or 4 digits'],
    ['the Authorization header is missing; send "Bearer <ACCESS_TOKEN>"'],
    ['{"phone":{"country_code":"234","number":"8012345678"}}'],
    ['{"account_number":"0690000031"}'],
    ['a=1&b=%7Bx%7D&c=+'],
  ])('is not seen in %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('that is encrypted keeps its nonce', () => {
    expect(redactText('{"pin":{"nonce":"abcdefghijkl","encrypted_pin":"x","value":12}}')).toBe(
      '{"pin":{"nonce":"abcdefghijkl","encrypted_pin":"***","value":"***"}}',
    )
  })
})

test('A card number is masked in every position and grouping', () => {
  const text = fc.string({ maxLength: 60 }).filter((each) => !/[\d.]/.test(each))
  const gaps = fc.constantFrom('', ' ', '-')
  fc.assert(
    fc.property(text, text, gaps, (before, after, gap) => {
      const number = ['4187', '4274', '1556', '4246'].join(gap)
      const kept = redactText(`${before}x${number}x${after}`)
      expect(kept).toBe(`${before}x418742******4246x${after}`)
    }),
  )
})

test('A card number is masked with any separators and in any encoding of its digits', () => {
  const text = fc.string({ maxLength: 30 }).filter((each) => !/[\d%\\&]/.test(each))
  const sent = cardNumber.chain((number) => fc.tuple(fc.constant(number), disguisedCard(number)))
  fc.assert(
    fc.property(text, text, sent, (before, after, [number, disguised]) => {
      const kept = bare(saysAll(redactText(`${before}x${disguised}x${after}`)))
      for (let at = 0; at + 7 <= number.length; at++) expect(kept).not.toContain(number.slice(at, at + 7))
    }),
    { numRuns: 1000 },
  )
})

test('A card number is masked, even where a part of it reads as a network address', () => {
  expect(redactText('x433263774 3.13.6.137x')).toBe('x433263******6137x')
})

test('Network addresses, decimals and dates are no card numbers', () => {
  for (const text of [
    '203.0.113.195, 70.41.3.18, 150.172.238.178',
    '{"a":0.30000000000000004}',
    '2030-01-01T00:00:00.000Z',
    '4187-4274',
  ])
    expect(redactText(text)).toBe(text)
})

test('A text without credentials and card numbers is unchanged', () => {
  const harmless = fc.string().filter((each) => !/["\\]|(?:\d[ -]?){12}/.test(each))
  fc.assert(
    fc.property(harmless, (text) => {
      expect(redactText(text)).toBe(text)
    }),
  )
  for (const text of ['1500.5 and 1893456000000 ms', '{"currency":"NGN","reference":"order-2030-0001"}', ''])
    expect(redactText(text)).toBe(text)
})
