import type { Refusal } from '../domain/kernel/errors.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import type { AppContext } from './context.ts'
import type { Operation } from './operation.ts'

/** One request to one endpoint, and what becomes known of it on its way through `exchange`. */
export interface Call {
  readonly c: AppContext
  readonly emulator: Emulator
  readonly world: World
  readonly op: Operation
  /** Real milliseconds at which it began. */
  readonly started: number
  readonly warnings: string[]
  /** The body as it was sent. */
  text: string
  /** The scenario key, as it was sent or as a rule gives it. */
  key: string | undefined
  /** Rules whose share does not include this request. */
  spared: Set<string> | undefined
  /** What the key means for this request. */
  plan: Plan
  /** The OAuth client or the secret key. */
  client: string | undefined
  /** Why it was refused. */
  refusal: Refusal | undefined
  /** The answer is the first one to this idempotency key, given again. */
  replayed: boolean
  /** The endpoint has been executed. */
  committed: boolean
  /** Real milliseconds by which the plan delayed the answer, as drawn. */
  latencyMs: number | undefined
}

export const newCall = <O extends Pick<Operation, 'path'>>(
  c: AppContext,
  emulator: Emulator,
  world: World,
  op: O,
): Omit<Call, 'op'> & { op: O } => ({
  c,
  emulator,
  world,
  op,
  started: emulator.ports.now(),
  warnings: [],
  text: '',
  key: undefined,
  spared: undefined,
  plan: world.catalogue.resolve(undefined),
  client: undefined,
  refusal: undefined,
  replayed: false,
  committed: false,
  latencyMs: undefined,
})
