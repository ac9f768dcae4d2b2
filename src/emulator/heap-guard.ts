import { Refusal } from '../domain/kernel/errors.ts'
import { fullMessage, type HeapUse, type Holdings, isFull, isWorthCollecting } from '../domain/kernel/heap.ts'
import type { Ports } from '../engine/ports.ts'
import type { Settings } from './settings.ts'

/** Characters and bytes that are kept between two looks at the heap, which takes as long as a third of a charge. */
const betweenLooks = 262_144

/** Milliseconds of real time until a full heap is looked at again: so many, and so many times what collecting took. */
const pause = { least: 1000, timesCollecting: 20 }

/** Keeps the process from running out of memory: once the heap is nearly full, nothing more is stored. */
export class HeapGuard {
  readonly #ports: Pick<Ports, 'now' | 'heapUse' | 'collectGarbage'>
  readonly #settings: Settings
  readonly #holdings: () => Holdings
  #kept = 0
  #isFull = false
  #use: HeapUse = { used: 0, limit: 0 }
  /** Bytes that the last collection left. */
  #left = 0
  #nextLook = 0
  #message: string | undefined

  /** `holdings` is asked when the heap is full. */
  constructor(
    ports: Pick<Ports, 'now' | 'heapUse' | 'collectGarbage'>,
    settings: Settings,
    holdings: () => Holdings,
  ) {
    this.#ports = ports
    this.#settings = settings
    this.#holdings = holdings
  }

  get isFull(): boolean {
    return this.#isFull
  }

  /** Something is kept, of about so many bytes. */
  note(bytes: number): void {
    this.#kept += bytes
    if (this.#kept >= betweenLooks && !this.#isFull) this.#look()
  }

  /** Something was dropped: a full heap is looked at again with the next request. */
  noteDropped(): void {
    this.#nextLook = 0
  }

  /** Refuses (503) where the heap is nearly full. */
  mustHaveRoom(): void {
    if (!this.#isFull) return
    if (this.#ports.now() >= this.#nextLook) this.#look()
    if (!this.#isFull) return
    this.#message ??= fullMessage(this.#use, this.#holdings(), this.#settings)
    throw new Refusal('out_of_memory', this.#message)
  }

  #look(): void {
    this.#kept = 0
    this.#use = this.#ports.heapUse()
    if (isFull(this.#use, this.#isFull) && (this.#isFull || isWorthCollecting(this.#use, this.#left)))
      this.#collect()
    else this.#isFull = false
  }

  #collect(): void {
    const began = this.#ports.now()
    this.#ports.collectGarbage()
    const ended = this.#ports.now()
    this.#use = this.#ports.heapUse()
    this.#left = this.#use.used
    this.#isFull = isFull(this.#use, this.#isFull)
    this.#nextLook = ended + Math.max(pause.least, pause.timesCollecting * (ended - began))
    this.#message = undefined
  }
}
