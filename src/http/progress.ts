import type { Refusal } from '../domain/kernel/errors.ts'
import type { Plan } from '../domain/stored/plan.ts'

/** What is learnt of a request while it is served. */
export interface Progress {
  /** Real milliseconds at which it began. */
  started: number
  warnings: string[]
  text: string
  /** The scenario key, as it was sent or as a fault rule gives it. */
  key?: string | undefined
  plan: Plan
  client?: string
  /** Why it was refused. */
  refusal?: Refusal
  /** The answer is the first one to this idempotency key, given again. */
  replayed?: true
  committed?: true
}
