import fc from 'fast-check'

/** Names of fields with credentials, and similar ones. */
export const secretNames = [
  'client_secret',
  'clientSecret',
  'client-secret',
  'Client Secret',
  'CLIENT_SECRET',
  'secret',
  'webhook_secret',
  'pin',
  'PIN',
  'card_pin',
  'newPin',
  'pinBlock',
  'pin-code',
  'pins',
  'encrypted_pin',
  'encryptedPin',
  'encrypted-pin',
  'authorization.pin.value',
  'cvv',
  'CVV2',
  'cvc',
  'cardCvv',
  'csc',
  'security_code',
  'encrypted_cvv',
  'encryptedCardNumber',
  'card_number',
  'cardNumber',
  'card-no',
  'card_no',
  'CardNum',
  'PAN',
  'card_pan',
  'access_token',
  'accessToken',
  'refresh_token',
  'password',
  'passcode',
  'api_key',
  'private-key',
]

/** Texts without digits, in which nothing must be masked. */
const filler = fc.constantFrom(
  '',
  'a',
  'shipping',
  'two words',
  'x=y',
  '"',
  '\\',
  '%',
  '&',
  '}',
  'Ünï',
  '\n',
  'note: this is fine',
)

const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0')

/** Writes each character of a text plainly or escaped, as `escapes` chooses in turn. */
const escaped = (text: string, escapes: readonly boolean[], write: (character: string) => string): string =>
  Array.from(text, (character, n) => (escapes[n % escapes.length] ? write(character) : character)).join('')

const inJson = (character: string): string => `\\u${hex(character.charCodeAt(0), 4)}`
const inUrl = (text: string): string => Array.from(Buffer.from(text), (byte) => `%${hex(byte, 2)}`).join('')

const some = fc.array(fc.boolean(), { minLength: 3, maxLength: 7 })

/** JSON text of a member whose name and value are partly escaped. */
const member = (name: string, value: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      some,
      some,
      fc.constantFrom('', ' ', '\n  '),
      fc.constantFrom('text', 'list', 'lists', 'object', 'deep'),
    )
    .map(([ofName, ofValue, blank, shape]) => {
      const text = `"${escaped(value, ofValue, inJson)}"`
      const shapes = {
        text,
        list: `[${Array.from(value, (one) => `"${one}"`).join(`,${blank}`)}]`,
        lists: `[[${text}],{"x":[${text}]}]`,
        object: `{"value"${blank}:${text}}`,
        deep: `{"a":{"b":{"c":[${text}]}},"d":null}`,
      }
      return `"${escaped(name, ofName, inJson)}"${blank}:${blank}${shapes[shape]}`
    })

/** A JSON body that contains a value under a name; possibly as JSON within a string, or truncated. */
export const jsonWith = (name: string, value: string): fc.Arbitrary<string> =>
  fc
    .tuple(member(name, value), filler, filler, fc.nat(2), fc.nat(2), fc.boolean())
    .map(([one, before, after, depth, texts, isWhole]) => {
      let text = `{"a":${JSON.stringify(before)},${one},"z":${JSON.stringify(after)}}`
      for (let level = 0; level < depth; level++)
        text = level % 2 === 0 ? `[1,${text}]` : `{"in":${text},"b":false}`
      for (let level = 0; level < texts; level++) text = JSON.stringify({ document: text })
      return isWhole ? text : text.slice(0, -1)
    })

/** A form or a query with a value under a name, partly percent-encoded, possibly twice. */
export const formWith = (name: string, value: string): fc.Arbitrary<string> =>
  fc
    .tuple(some, some, filler, fc.constantFrom('name', 'again', 'nested', 'json'))
    .map(([ofName, ofValue, other, way]) => {
      const asName = escaped(name.replaceAll(' ', '+'), ofName, inUrl)
      const asValue = escaped(value, ofValue, inUrl)
      const pair = {
        name: `${asName}=${asValue}`,
        again: `${asName.replaceAll('%', '%25')}=${asValue.replaceAll('%', '%25')}`,
        nested: `card[${asName}]=${asValue}`,
        json: `payload=${encodeURIComponent(JSON.stringify({ [name]: value }))}`,
      }[way]
      return `grant_type=x&a=${encodeURIComponent(other)}&${pair}&z=1`
    })

/** A card number with a valid check digit, and without a run of zeros, which dates contain too. */
export const cardNumber: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('4', '51', '5061', '37'),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 15, maxLength: 15 }),
    fc.integer({ min: 13, max: 19 }),
  )
  .map(([begin, digits, length]) => {
    const all = (begin + digits.join('')).slice(0, length - 1)
    const sum = Array.from(all)
      .reverse()
      .map((digit, n) => (n % 2 === 0 ? Number(digit) * 2 : Number(digit)))
      .reduce((total, n) => total + (n > 9 ? n - 9 : n), 0)
    return `${all}${(10 - (sum % 10)) % 10}`
  })

const gaps = [
  '',
  ' ',
  '  ',
  '-',
  '.',
  ' - ',
  '/',
  '_',
  ',',
  '", "',
  '\u00a0',
  '\u2009',
  '\u2013',
  '\u200b',
  '\t',
  ':',
  '+',
  '|',
]
const scripts = ['0', '\uff10', '\u0660', '\u0966', '\u{1d7ce}']

/** A card number in groups with any separators, in the digits of any script, with any escapes. */
export const disguisedCard = (number: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 19, maxLength: 19 }),
      fc.array(fc.constantFrom(...gaps), { minLength: 19, maxLength: 19 }),
      fc.constantFrom(...scripts),
      fc.constantFrom('plain', 'json', 'json twice', 'url', 'url twice', 'xml'),
      some,
    )
    .map(([sizes, between, zero, way, escapes]) => {
      let text = ''
      let at = 0
      for (let group = 0; at < number.length; group++) {
        const size = sizes[group] ?? 1
        text += number.slice(at, at + size)
        at += size
        if (at < number.length) text += between[group]
      }
      text = text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
      const units = (write: (unit: string) => string) =>
        escaped(text, escapes, (one) => one.split('').map(write).join(''))
      return {
        plain: text,
        json: units(inJson),
        'json twice': units((unit) => `\\${inJson(unit)}`),
        url: escaped(text, escapes, inUrl),
        'url twice': escaped(text, escapes, (one) => inUrl(one).replaceAll('%', '%25')),
        xml: escaped(text, escapes, (one) => `&#${one.codePointAt(0)};`),
      }[way]
    })

/** A text with its escapes decoded layer by layer; all layers concatenated. */
export function saysAll(text: string): string {
  let said = text
  let all = text
  for (let layer = 0; layer < 8; layer++) {
    said = said
      .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\([^u])/g, '$1')
      .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    all += `\n${said}`
  }
  return all
}

/** The letters and digits of a text, those of other scripts as ASCII. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[^A-Za-z0-9*]/g, '')
