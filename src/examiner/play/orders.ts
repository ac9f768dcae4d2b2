import { hashOf } from '../random.ts'
import type { Order } from './shop.ts'

/**
 * Makes the orders of an examination. Their ids hold when it began: a program that keeps its orders would take those of an
 * earlier examination with the same seed for paid.
 */
export class Orders {
  readonly #amount: number
  readonly #currency: string
  readonly #prefix: string
  #made = 0

  /** `began` in milliseconds of real time. */
  constructor(seed: string, amount: number, currency: string, began: number) {
    this.#prefix = `ex${inBase36(hashOf(seed), 4)}${inBase36(began, 8)}`
    this.#amount = amount
    this.#currency = currency
  }

  next(): Order {
    this.#made++
    const id = `${this.#prefix}-${String(this.#made).padStart(5, '0')}`
    return { id, amount: this.#amount, currency: this.#currency }
  }

  /** The id of an order that a text holds. */
  readonly find = (text: string): string | undefined => {
    const start = text.indexOf(`${this.#prefix}-`)
    return start < 0 ? undefined : text.slice(start, start + this.#prefix.length + 6)
  }
}

/** The last digits of a number. */
const inBase36 = (value: number, digits: number): string =>
  value.toString(36).padStart(digits, '0').slice(-digits)
