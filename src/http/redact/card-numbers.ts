import { memo } from '../fast/memo.ts'
import { type Decoded, decodeAll } from './decode.ts'
import { isEscaped } from './traces.ts'

/** The number of digits of a card number (ISO/IEC 7812). */
const fewest = 12
const most = 19

/** A row of this many digits counts as a card number even if the checksum is wrong, because it may be mistyped. */
const surely = 14

/** Adjacent digits, in the characters `from` up to `to` of a text. */
interface Group {
  from: number
  to: number
  digits: string
  /** The text between them and the previous group; of a long gap only its beginning. */
  gap: string
}

/**
 * Whether enough digits for a card number are close together, with anything but letters between them. Looks at every
 * twelfth character, and searches around it if it is not a letter.
 */
export function hasManyDigits(text: string): boolean {
  for (let at = fewest - 1; at < text.length; at += fewest) {
    if (kindAt(text, at) === letter) continue
    let from = at
    let digits = 0
    for (let kind = kindAt(text, from); kind < letter; kind = kindAt(text, --from)) digits += kind
    for (let kind = kindAt(text, ++at); kind < letter; kind = kindAt(text, ++at)) digits += kind
    if (digits >= fewest) return true
  }
  return false
}

const letter = 2

/** For each ASCII character: 1 for a digit, 2 for letters and the mask, which no card number spans. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z*]/.test(character) ? letter : Number(/[0-9]/.test(character))
})

/** The kind of a character; outside of the text and of ASCII it counts as a letter. */
function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return letter
  const code = text.charCodeAt(at)
  return code < kinds.length ? (kinds[code] as number) : letter
}

/** Masks card numbers except for their first six and last four digits, regardless of escapes, groups and separators. */
export function maskCardNumbers(source: string): string {
  const isPlain = !isEscaped(source)
  if (isPlain && !hasManyDigits(source)) return source
  const decoded: Decoded | undefined = isPlain ? undefined : decodeAll(source)
  const text = decoded?.text ?? source
  const place = (index: number): number => decoded?.at[index] ?? index
  let safe = ''
  let done = 0
  for (const run of runs(text))
    for (const [first, last] of cardsIn(run)) {
      const groups = run.slice(first, last + 1)
      const digits = groups.map((group) => group.digits).join('')
      safe += source.slice(done, place(groups[0]?.from ?? 0)) + cut(digits)
      done = place(groups.at(-1)?.to ?? 0)
    }
  return done === 0 ? source : safe + source.slice(done)
}

const cut = (digits: string): string =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`

/** Every run of digits without letters between them, if it is long enough. */
function* runs(text: string): Iterable<Group[]> {
  let run: Group[] = []
  let count = 0
  for (const { index, 0: piece } of text.matchAll(/[0-9]+|[A-Za-z*]+|[^\0-\x7f]/gu)) {
    const digits = digitsOf(piece)
    if (digits === undefined) continue
    if (digits === '') {
      if (count >= fewest) yield run
      run = []
      count = 0
      continue
    }
    count += digits.length
    const before = run.at(-1)
    if (before?.to === index) {
      before.digits += digits
      before.to += piece.length
    } else {
      const gap = before === undefined ? '' : text.slice(before.to, Math.min(index, before.to + longestGap))
      run.push({ from: index, to: index + piece.length, digits, gap })
    }
  }
  if (count >= fewest) yield run
}

/** The ASCII digits that a piece means; empty for letters, undefined for anything else. */
function digitsOf(piece: string): string | undefined {
  if (piece >= '0' && piece < ':') return piece
  if (piece.charCodeAt(0) < 128) return ''
  return digitsBeyondAscii(piece) ?? undefined
}

/**
 * The same for one character outside of ASCII; null for anything else. Cached, because it takes most of the time for a
 * long text.
 */
const digitsBeyondAscii = memo(
  (piece) =>
    /^[\p{N}]$/u.test(piece)
      ? Array.from(piece.normalize('NFKC'), asciiDigit).join('')
      : /^\p{L}$/u.test(piece)
        ? ''
        : null,
  5000,
)

const isUnicodeDigit = /^\p{Nd}$/u

function asciiDigit(character: string): string {
  if (/^[0-9]$/.test(character)) return character
  if (!isUnicodeDigit.test(character)) return ''
  // The ten digits of a script are consecutive.
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && isUnicodeDigit.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** The card numbers in a run, as indexes of the first and last group of each, in order and not overlapping. */
function cardsIn(run: readonly Group[]): [first: number, last: number][] {
  const found: [number, number][] = []
  const add = (first: number, last: number): void => {
    const before = found.at(-1)
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last)
    else found.push([first, last])
  }
  const passes = checkSums(run)
  const addresses = networkAddresses(run)
  let sureUntil = -1
  for (let first = 0; first < run.length; first++) {
    const sure = first > sureUntil && !addresses.has(first) ? endOfSure(run, first) : undefined
    if (sure !== undefined) {
      add(first, sure)
      sureUntil = sure
    }
    let count = 0
    let isMore = false
    for (let last = first; last < run.length; last++) {
      count += lengthOf(run[last])
      if (count > most) break
      isMore ||= !addresses.has(last)
      if (isMore && count >= fewest && (passes(first, last) || looksGrouped(run, first, last)))
        add(first, last)
    }
  }
  return found
}

const lengthOf = (group: Group | undefined): number => group?.digits.length ?? 0

/**
 * Whether the digits from one group up to another have the checksum of card numbers (ISO/IEC 7812), which doubles every
 * second digit from the end. Prefix sums of the groups are computed once for each parity.
 */
function checkSums(run: readonly Group[]): (first: number, last: number) => boolean {
  const ends = [0]
  const sums: [number[], number[]] = [[0], [0]]
  const total: [number, number] = [0, 0]
  let count = 0
  for (const { digits } of run) {
    for (let at = 0; at < digits.length; at++, count++) {
      const digit = digits.charCodeAt(at) - 48
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
      total[0] += count % 2 === 0 ? doubled : digit
      total[1] += count % 2 === 0 ? digit : doubled
    }
    ends.push(count)
    sums[0].push(total[0])
    sums[1].push(total[1])
  }
  return (first, last) => {
    const own = (ends[last + 1] ?? 0) % 2 === 0 ? sums[0] : sums[1]
    return ((own[last + 1] ?? 0) - (own[first] ?? 0)) % 10 === 0
  }
}

/** A longer gap is not a separator. */
const longestGap = 4

/** Blanks and hyphens of any kind between groups. */
const isUsual = (gap: string): boolean =>
  gap === ' ' ||
  gap === '-' ||
  (gap !== '.' && gap !== ',' && /^[\s\p{Z}\p{Cf}\p{Pd}\u2212]{1,3}$/u.test(gap))

/**
 * The end of the digits from a group on that are consecutive or in the usual groups, if they are enough to be sure. Not
 * those after a decimal point.
 */
function endOfSure(run: readonly Group[], first: number): number | undefined {
  const before = run[first]?.gap ?? ''
  if (before === '.' || isUsual(before)) return undefined
  let count = lengthOf(run[first])
  let last = first
  while (last + 1 < run.length && isUsual(run[last + 1]?.gap ?? '')) count += lengthOf(run[++last])
  return count >= surely ? last : undefined
}

/** Whether groups have the lengths that are printed on cards, with the same separator between them. */
function looksGrouped(run: readonly Group[], first: number, last: number): boolean {
  if (last - first < 2 || last - first > 4) return false
  const groups = run.slice(first, last + 1)
  const sign = groups[1]?.gap ?? ''
  if (!/^[./_:|·•]$/.test(sign) || groups.slice(1).some(({ gap }) => gap !== sign)) return false
  return /^4,4,4,[1-7]$|^4,4,4,4,3$|^4,6,[45]$/.test(groups.map(lengthOf).join())
}

/** The groups that belong to an IPv4 address. Addresses alone are not card numbers, but digits beside one may be. */
function networkAddresses(run: readonly Group[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let first = 0; first < run.length; ) {
    let last = first
    while (run[last + 1]?.gap === '.') last++
    const octets = last - first === 3 ? run.slice(first, last + 1) : []
    if (octets.length > 0 && octets.every(({ digits }) => digits.length <= 3 && Number(digits) <= 255))
      for (let index = first; index <= last; index++) found.add(index)
    first = last + 1
  }
  return found
}
