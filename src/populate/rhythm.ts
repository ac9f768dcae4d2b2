import type { Dice } from './dice.ts'

const hourMs = 3_600_000

/** How busy each hour of the day is, from midnight UTC, 0 to 1: least at night, most in the evening. */
const busy: readonly number[] = [
  0.1, 0.06, 0.05, 0.05, 0.1, 0.2, 0.4, 0.6, 0.75, 0.85, 0.9, 0.95, 0.9, 0.8, 0.75, 0.75, 0.8, 0.9, 1, 1, 0.8,
  0.55, 0.35, 0.2,
]

/** `count` instants from `from` up to `to`, in order, more of them during the day than at night. Milliseconds. */
export function instants(count: number, from: number, to: number, dice: Dice): Float64Array {
  const drawn = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    let at: number
    do at = Math.floor(dice.between(from, to))
    while (!dice.chance(busy[Math.floor(at / hourMs) % 24] ?? 1))
    drawn[index] = at
  }
  return drawn.sort()
}

/** `count` instants from `from` up to `to`, in order, the first at `from`, and more of them early than late. Milliseconds. */
export function signUps(count: number, from: number, to: number, dice: Dice): Float64Array {
  const drawn = new Float64Array(count)
  for (let index = 0; index < count; index++)
    drawn[index] = index === 0 ? from : Math.floor(from + (to - from) * dice.next() ** 3)
  return drawn.sort()
}
