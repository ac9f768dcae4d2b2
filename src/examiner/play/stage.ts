import type { Service } from './service.ts'
import type { Order, Shop } from './shop.ts'

/** What stays the same from story to story. Durations in milliseconds. */
export interface Stage {
  readonly service: Service
  readonly shop: Shop
  readonly patienceMs: number
  readonly windowMs: number
  readonly polls: boolean
  /** A new order, of which nobody has heard yet. */
  nextOrder(): Order
  /** The order that a text of the program names, if it names one. */
  orderIn(text: string): string | undefined
}

/** How a story is played. */
export interface Mode {
  /** The program gets its `patience` after every step. */
  readonly patient: boolean
  /** Requests and webhooks are written into the timeline. */
  readonly recorded: boolean
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
