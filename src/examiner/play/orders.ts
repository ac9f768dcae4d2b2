import { hashOf } from '../random.ts'
import type { Order } from './shop.ts'

/** Makes the orders of an examination: the same seed gives the same ones. */
export class Orders {
  readonly #amount: number
  readonly #currency: string
  #prefix: string
  #made = 0

  constructor(seed: string, amount: number, currency: string) {
    this.#prefix = prefixOf(seed)
    this.#amount = amount
    this.#currency = currency
  }

  next(): Order {
    this.#made++
    const id = `${this.#prefix}-${String(this.#made).padStart(5, '0')}`
    return { id, amount: this.#amount, currency: this.#currency }
  }

  /** Begins again with other ids: the program knows those of this seed from an earlier examination. */
  changePrefix(turn: number): void {
    this.#prefix = prefixOf(`${this.#prefix} ${turn}`)
    this.#made = 0
  }

  /** The id of an order that a text holds. */
  readonly find = (text: string): string | undefined => {
    const start = text.indexOf(`${this.#prefix}-`)
    return start < 0 ? undefined : text.slice(start, start + this.#prefix.length + 6)
  }
}

const prefixOf = (seed: string): string => `ex${hashOf(seed).toString(36).padStart(7, '0')}`
