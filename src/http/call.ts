import type { Refusal } from '../domain/kernel/errors.ts'
import type { Touch } from '../domain/kernel/journal.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { World } from '../emulator/world.ts'
import type { AppContext } from './context.ts'
import type { Operation } from './operation.ts'

/** One request to one endpoint, and what `exchange` learns about it on the way. */
export interface Call {
  readonly c: AppContext
  readonly emulator: Emulator
  readonly world: World
  readonly op: Operation
  /** Start in real milliseconds. */
  readonly started: number
  readonly warnings: string[]
  /** What it has created or changed. */
  readonly touched: Touch[]
  /** The body as it was sent. */
  text: string
  /** The scenario key, from the header or from a rule. */
  key: string | undefined
  /** Rules whose share does not include this request. */
  spared: Set<string> | undefined
  /** What the key means for this request. */
  plan: Plan
  /** The OAuth client or the secret key. */
  client: string | undefined
  /** Why it was refused. */
  refusal: Refusal | undefined
  /** The answer is the replayed first one for this idempotency key. */
  replayed: boolean
  /** The endpoint was executed. */
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
  // Without the rest of Hono's context, which would occupy 1 KB while an answer is delayed.
  c: { env: c.env, req: c.req },
  emulator,
  world,
  op,
  started: emulator.ports.now(),
  warnings: [],
  touched: [],
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
