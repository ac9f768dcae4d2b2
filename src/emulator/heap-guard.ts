import { Refusal } from '../domain/kernel/errors.ts'
import {
  fullMessage,
  type HeapUse,
  type Holdings,
  isFull,
  isScarce,
  isWorthCollecting,
} from '../domain/kernel/heap.ts'
import type { Ports } from '../engine/ports.ts'
import type { Settings } from './settings.ts'

/** Bytes that are stored between two checks of the heap; a check takes as long as a third of a charge. */
const betweenChecks = 262_144

/** Real milliseconds until a full heap is checked again: at least `least`, and a multiple of what the collection took. */
const pause = { least: 1000, timesCollecting: 20 }

/** Prevents the process from running out of memory: once the heap is nearly full, requests that store something are refused. */
export class HeapGuard {
  readonly #ports: Pick<Ports, 'now' | 'heapUse' | 'collectGarbage'>
  readonly #settings: Settings
  readonly #holdings: () => Holdings
  readonly #release: () => boolean
  #kept = 0
  #isFull = false
  #use: HeapUse = { used: 0, limit: 0 }
  /** Bytes in use after the last collection. */
  #left = 0
  #nextCheck = 0
  #message: string | undefined
  #whenScarce: (() => void) | undefined

  /** Both are called when the heap is full; `release` drops what can be done without, and returns false if there was nothing. */
  constructor(
    ports: Pick<Ports, 'now' | 'heapUse' | 'collectGarbage'>,
    settings: Settings,
    holdings: () => Holdings,
    release: () => boolean,
  ) {
    this.#ports = ports
    this.#settings = settings
    this.#holdings = holdings
    this.#release = release
  }

  get isFull(): boolean {
    return this.#isFull
  }

  /** Calls `run` once when the heap gets scarce: the last time to load what is loaded on demand. */
  whenScarce(run: () => void): void {
    this.#whenScarce = run
  }

  /** Notes that about `bytes` were stored. */
  note(bytes: number): void {
    this.#kept += bytes
    if (this.#kept >= betweenChecks && !this.#isFull) this.#check()
  }

  /** Notes that something was dropped: a full heap is checked again at the next request. */
  noteDropped(): void {
    this.#nextCheck = 0
  }

  /** Refuses (503) if the heap is nearly full. */
  mustHaveRoom(): void {
    if (!this.#isFull) return
    if (this.#ports.now() >= this.#nextCheck) this.#check()
    if (!this.#isFull) return
    this.#message ??= fullMessage(this.#use, this.#holdings(), this.#settings)
    throw new Refusal('out_of_memory', this.#message)
  }

  #check(): void {
    this.#kept = 0
    this.#use = this.#ports.heapUse()
    if (this.#whenScarce !== undefined && isScarce(this.#use)) {
      this.#whenScarce()
      this.#whenScarce = undefined
    }
    if (isFull(this.#use, this.#isFull) && (this.#isFull || isWorthCollecting(this.#use, this.#left)))
      this.#collect()
    else this.#isFull = false
  }

  #collect(): void {
    const began = this.#ports.now()
    this.#ports.collectGarbage()
    this.#use = this.#ports.heapUse()
    if (isFull(this.#use, this.#isFull) && this.#release()) {
      this.#ports.collectGarbage()
      this.#use = this.#ports.heapUse()
    }
    const ended = this.#ports.now()
    this.#left = this.#use.used
    this.#isFull = isFull(this.#use, this.#isFull)
    this.#nextCheck = ended + Math.max(pause.least, pause.timesCollecting * (ended - began))
    this.#message = undefined
  }
}
