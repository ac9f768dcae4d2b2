import type { AnswerType } from '../flows.ts'
import type { Belief } from '../trace.ts'

/** An order that a customer wants to pay. */
export interface Order {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

/** What a customer sent to the program, and what came back. */
export interface Exchange {
  /** `POST http://…/pay {"amount":1500}`. */
  readonly request: string
  /** 0: no answer. */
  readonly status: number
  /** The answer's body, or why there was none. */
  readonly text: string
  /** Where the customer is sent. */
  readonly location?: string | undefined
}

/** What the program believes about an order. */
export interface Sighting {
  /** Undefined: it could not be told. */
  readonly belief: Belief | undefined
  readonly fulfilled: number | undefined
  /** What it said, in its own words. */
  readonly told: string
}

/** The program that is examined, as the examiner reaches it. */
export interface Shop {
  readonly answers: readonly AnswerType[]
  readonly tellsFulfilment: boolean
  /** Where webhooks go. */
  readonly webhook: string
  /** Presses "pay", once or several times at once. */
  pay(order: Order, times: number): Promise<Exchange[]>
  answer(type: AnswerType, order: Order, value: string): Promise<Exchange>
  look(order: Order): Promise<Sighting>
  /** The customer's browser opens an address. */
  visit(url: string): Promise<Exchange>
  /** Why the program is not up; undefined where it is, or where that cannot be told. */
  down(): Promise<string | undefined>
  /** Kills it, if it runs, and starts it again; not there where the examiner did not start it. */
  restart?(): Promise<void>
  stop(): Promise<void>
}

/** Whether a customer sees success. */
export const isServed = ({ status }: Exchange): boolean => status >= 200 && status < 400
