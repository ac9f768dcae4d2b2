/** What the journal shows instead of a credential. */
const mask = '***'

const truncated = /^(\d{6})\*+(\d{4})$/

/** What is known of the values that the journal masks. */
interface Facts {
  pin: string | undefined
  /** The card of the answer. */
  card: Readonly<Record<string, unknown>> | undefined
}

/**
 * The body of a request with values in the place of masked ones: a PIN with the same result, a card number with the same first
 * and last digits. `guessed` is called with the name of each member that could be anything.
 */
export function unmasked(
  value: unknown,
  facts: Facts,
  guessed: (member: string) => void,
  member = '',
): unknown {
  if (Array.isArray(value)) return value.map((item) => unmasked(item, facts, guessed, member))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, unmasked(inner, facts, guessed, name)]),
    )
  if (typeof value !== 'string') return value
  const [, first6, last4] = truncated.exec(value) ?? []
  if (first6 !== undefined && last4 !== undefined) return cardNumber(first6, last4)
  if (value !== mask) return value
  const found = plain.find(([pattern]) => pattern.test(member))?.[1](facts)
  if (found === undefined) guessed(member)
  return found ?? 'wrong'
}

/** Members that are masked, and what may stand in their place. */
const plain: readonly [RegExp, (facts: Facts) => string | undefined][] = [
  [/pin$/i, ({ pin }) => pin ?? '12345'],
  [
    /number$/i,
    ({ card }) => (card ? cardNumber(String(card['first6']), String(card['last4'])) : '4242424242424242'),
  ],
  [/month$/i, ({ card }) => String(card?.['expiry_month'] ?? '09').padStart(2, '0')],
  [/year$/i, ({ card }) => String(card?.['expiry_year'] ?? '32').slice(-2)],
  [/cvv/i, () => '123'],
]

/** A valid card number of 16 digits with these first and last ones. */
export function cardNumber(first6: string, last4: string): string {
  for (const middle of [first6, '000000', ...Array.from({ length: 10 }, (_, digit) => `00000${digit}`)])
    if (isValid(first6 + middle + last4)) return first6 + middle + last4
  return first6 + first6 + last4
}

/** The checksum of card numbers (ISO/IEC 7812-1). */
const isValid = (number: string): boolean =>
  Array.from(number, Number)
    .reverse()
    .reduce(
      (sum, digit, index) => sum + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
      0,
    ) %
    10 ===
  0
