/** State of a random source, for snapshots. */
export type RandomState = readonly [number, number, number, number]

/** A seeded source (sfc32): the same seed gives the same numbers, ids and jitter. */
export class Random {
  #a = 0
  #b = 0
  #c = 0
  #d = 0
  readonly #lastIds = new Map<string, Buffer>()

  constructor(seed: string) {
    // FNV-1a, once per word of the state, maps the seed to 128 bits.
    const words = [0x811c9dc5, 0x1b873593, 0xcc9e2d51, 0x85ebca6b].map((start) => {
      let hash = start
      for (let index = 0; index < seed.length; index++)
        hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193)
      return hash
    })
    this.state = words as unknown as RandomState
    for (let round = 0; round < 12; round++) this.#next()
  }

  get state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#d]
  }

  set state([a, b, c, d]: RandomState) {
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    this.#d = d | 0
  }

  /** From 0 to just under 1. */
  readonly float = (): number => this.#next() / 2 ** 32

  /** `count` decimal digits. */
  readonly digits = (count: number): string => {
    let text = ''
    while (text.length < count) text += String(this.#next() % 1_000_000).padStart(6, '0')
    return text.slice(0, count)
  }

  /** `prefix_` and 14 lower-case letters and digits: 64 random bits. */
  readonly newId = (prefix: string): string => {
    // Written into one buffer: a concatenated string retains its parts in memory, and there are many ids.
    const characters = this.#charactersOf(prefix)
    writeDigits(characters, characters.length - 14, this.#next())
    writeDigits(characters, characters.length - 7, this.#next())
    return characters.toString('latin1')
  }

  /** The characters of the last id with a prefix; the last fourteen are to be overwritten. */
  #charactersOf(prefix: string): Buffer {
    let characters = this.#lastIds.get(prefix)
    if (characters === undefined) {
      characters = Buffer.from(`${prefix}_${'0'.repeat(14)}`, 'latin1')
      this.#lastIds.set(prefix, characters)
    }
    return characters
  }

  #next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return t >>> 0
  }
}

/** Writes an integer below 2^32 in base 36, as seven digits. */
function writeDigits(characters: Buffer, at: number, number: number): void {
  // In two halves, which are small enough for integer arithmetic.
  const high = (number / 36 ** 4) | 0
  writeHalf(characters, at, 3, high)
  writeHalf(characters, at + 3, 4, number - high * 36 ** 4)
}

function writeHalf(characters: Buffer, at: number, count: number, number: number): void {
  let rest = number | 0
  for (let index = at + count - 1; index >= at; index--) {
    const left = (rest / 36) | 0
    const digit = rest - left * 36
    characters[index] = (digit < 10 ? 48 : 87) + digit
    rest = left
  }
}
