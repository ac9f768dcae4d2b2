import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask, redactText } from '../src/http/redact.ts'

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

test.each(names)('The value of a member named %s is masked, wherever it stands', (name) => {
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

test('A card number is masked, wherever it stands and however it is grouped', () => {
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

test('A text without credentials and card numbers is kept as it is', () => {
  const harmless = fc.string().filter((each) => !/["\\]|(?:\d[ -]?){12}/.test(each))
  fc.assert(
    fc.property(harmless, (text) => {
      expect(redactText(text)).toBe(text)
    }),
  )
  for (const text of ['1500.5 and 1893456000000 ms', '{"currency":"NGN","reference":"order-2030-0001"}', ''])
    expect(redactText(text)).toBe(text)
})
