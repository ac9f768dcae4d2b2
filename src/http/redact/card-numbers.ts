import { memo } from '../fast/memo.ts'
import { type Decoded, decodeAll } from './decode.ts'
import { isEscaped } from './traces.ts'

/** How many digits a card number has (ISO/IEC 7812). */
const fewest = 12
const most = 19

/** So many digits in a row are taken for a card number even where the check sum is wrong: somebody mistyped it. */
const surely = 14

/** Digits that stand together, in the characters `from` up to `to` of a text. */
interface Group {
  from: number
  to: number
  digits: string
  /** What stands before them, up to the group before; of a long gap only its beginning. */
  gap: string
}

/**
 * Whether so many digits stand together that they may be a card number, whatever is between them but letters. Looks at
 * each twelfth character, and around it where it is none.
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

/** Of each ASCII character: 1 for a digit, 2 for what no card number goes across: letters, and the mask. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[A-Za-z*]/.test(character) ? letter : Number(/[0-9]/.test(character))
})

/** The kind of a character; beyond the ends of a text and beyond ASCII a letter's. */
function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return letter
  const code = text.charCodeAt(at)
  return code < kinds.length ? (kinds[code] as number) : letter
}

/** Card numbers cut to their first six and last four digits, however they are escaped, grouped and separated. */
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

/** Every row of digits that no letter interrupts, if it is long enough. */
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

/** What digits mean in ASCII; empty for letters, undefined for anything else. */
function digitsOf(piece: string): string | undefined {
  if (piece >= '0' && piece < ':') return piece
  if (piece.charCodeAt(0) < 128) return ''
  return digitsBeyondAscii(piece) ?? undefined
}

/** The same for one character beyond ASCII; null for anything else. Kept: it gains most of what masking a long text takes. */
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
  // The ten digits of a script stand in a row.
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && isUnicodeDigit.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/** The card numbers in a run: number of the first and the last group of each, in order and apart from each other. */
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
 * Whether the digits from one group up to another pass the check sum of card numbers (ISO/IEC 7812), where each second
 * digit counts double, from the last one on. Sums up to each group are made once, for both ways to begin.
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

/** More than this is no usual gap. */
const longestGap = 4

/** Blanks and hyphens of any kind between groups. */
const isUsual = (gap: string): boolean =>
  gap === ' ' ||
  gap === '-' ||
  (gap !== '.' && gap !== ',' && /^[\s\p{Z}\p{Cf}\p{Pd}\u2212]{1,3}$/u.test(gap))

/**
 * Where the digits end that stand in a row from a group on, in a row or in the usual groups, if they are enough to be
 * sure. Not those behind the point of a decimal.
 */
function endOfSure(run: readonly Group[], first: number): number | undefined {
  const before = run[first]?.gap ?? ''
  if (before === '.' || isUsual(before)) return undefined
  let count = lengthOf(run[first])
  let last = first
  while (last + 1 < run.length && isUsual(run[last + 1]?.gap ?? '')) count += lengthOf(run[++last])
  return count >= surely ? last : undefined
}

/** Whether groups have the lengths that are printed on cards, with one and the same sign between them. */
function looksGrouped(run: readonly Group[], first: number, last: number): boolean {
  if (last - first < 2 || last - first > 4) return false
  const groups = run.slice(first, last + 1)
  const sign = groups[1]?.gap ?? ''
  if (!/^[./_:|·•]$/.test(sign) || groups.slice(1).some(({ gap }) => gap !== sign)) return false
  return /^4,4,4,[1-7]$|^4,4,4,4,3$|^4,6,[45]$/.test(groups.map(lengthOf).join())
}

/** The groups that are part of an IPv4 address. Nothing but addresses is no card number, digits beside one may be. */
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
