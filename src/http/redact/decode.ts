/** An unescaped text; its n-th character was `at[n]` up to `at[n + 1]` in the source. */
export interface Decoded {
  text: string
  at: readonly number[]
}

/** Escapes of JSON, of URLs and forms, and of XML. */
const escapes = /\\(?:u([0-9a-f]{4})|([\s\S]))|((?:%[0-9a-f]{2})+)|&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi

/** How many nested escapes are decoded. */
export const maxLayers = 5

/** The blank that a letter after a backslash stands for: it must not look like a letter. */
const blanks = 'bfnrt'

/** Decodes every escape in a text, nested ones too. */
export function decodeAll(source: string): Decoded {
  let decoded: Decoded = { text: source, at: Array.from({ length: source.length + 1 }, (_, n) => n) }
  for (let layer = 0; layer < maxLayers; layer++) {
    const next = decodeOnce(decoded)
    if (next === undefined) break
    decoded = next
  }
  return decoded
}

function decodeOnce({ text, at }: Decoded): Decoded | undefined {
  const places: number[] = []
  let plain = ''
  let done = 0
  const add = (piece: string, from: number): void => {
    for (let n = 0; n < piece.length; n++) places.push(at[from] as number)
    plain += piece
  }
  for (const found of text.matchAll(escapes)) {
    const { index } = found
    for (let n = done; n < index; n++) places.push(at[n] as number)
    plain += text.slice(done, index)
    done = index + found[0].length
    const [whole, unicode, letter, percents, hex, decimal] = found
    if (percents !== undefined)
      for (const [piece, byte] of fromPercents(percents)) add(piece, index + 3 * byte)
    else if (letter !== undefined) add(blanks.includes(letter) ? ' ' : letter, index)
    else {
      const code = decimal === undefined ? Number.parseInt(unicode ?? hex ?? '', 16) : Number(decimal)
      add(code <= 0x10ffff ? String.fromCodePoint(code) : whole, index)
    }
  }
  if (done === 0) return undefined
  for (let n = done; n <= text.length; n++) places.push(at[n] as number)
  return { text: plain + text.slice(done), at: places }
}

/** The characters in `%41%C3%A9`, each with the index of its first byte; invalid UTF-8 becomes U+FFFD. */
function* fromPercents(percents: string): Iterable<[string, number]> {
  const bytes = Buffer.from(percents.replaceAll('%', ''), 'hex')
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    yield [bytes.toString('utf8', at, at + length), at]
    at += length
  }
}

/** Decodes percent escapes, and the `+` of forms. */
export const fromUrl = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (percents) => Buffer.from(percents.replaceAll('%', ''), 'hex').toString())

/** The content of a JSON string with its escapes decoded, however malformed it is. */
export const fromJson = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, unicode?: string, letter = '') =>
    unicode === undefined
      ? blanks.includes(letter)
        ? JSON.parse(`"\\${letter}"`)
        : letter
      : String.fromCharCode(Number.parseInt(unicode, 16)),
  )
