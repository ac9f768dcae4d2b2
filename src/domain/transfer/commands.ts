import { type Decision, decision, type Save } from '../kernel/decision.ts'
import { must } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import { isUnused } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Plan } from '../stored/plan.ts'
import { type Movement, move } from './balance.ts'
import { draftRetry, draftTransfer, type NewTransfer } from './create.ts'
import { type Decided, decide, open } from './decide.ts'
import type { Transfer, TransferCommand, TransferStep } from './model.ts'

/** POST /v3/transfers (contract, Create a transfer). */
export const createTransfer = (state: State, input: NewTransfer, context: Context): Decision<Transfer> =>
  stored(state, open(draftTransfer(state, input, context), context.now))

/** POST /v3/transfers/{id}/retries: the same transfer again. Refuses one that has not failed (400). */
export function retryTransfer(
  state: State,
  input: { id: string; plan: Plan },
  context: Context,
): Decision<Transfer> {
  const asked = findTransfer(state, input.id)
  must(
    asked.status === 'FAILED',
    'invalid_request',
    `transfer ${asked.id} is ${asked.status}; only a FAILED transfer can be retried`,
  )
  // Retries of a retry are numbered with those of the first transfer, so that references stay short.
  const failed = asked.retryOf === undefined ? asked : findTransfer(state, asked.retryOf)
  const draft = draftRetry(state, failed, input.plan, context)
  must(
    isUnused(state, draft.reference),
    'invalid_request',
    `reference "${draft.reference}", which this retry would have, is in use`,
  )
  const first: Transfer = { ...failed, retries: [...failed.retries, draft.id] }
  const { result, saves, effects } = stored(state, open(draft, context.now))
  return decision(result, [...saves, { into: 'transfers', value: first }], effects)
}

/** The transfer's timer fires. */
export const fireTransferTimer = (
  state: State,
  input: { id: string; step: TransferStep },
  context: Context,
): Decision<Transfer> =>
  stored(state, decide(findTransfer(state, input.id), { type: 'timer', step: input.step }, context.now))

/** A tester approves, settles, fails or reverses a transfer now. */
export const setTransferOutcome = (
  state: State,
  input: { id: string } & Omit<Extract<TransferCommand, { type: 'outcome' }>, 'type'>,
  context: Context,
): Decision<Transfer> => {
  const { id, ...outcome } = input
  return stored(state, decide(findTransfer(state, id), { type: 'outcome', ...outcome }, context.now))
}

/** A transfer by its v3 id. Refuses an unknown one (404). */
export const findTransfer = (state: State, id: string): Transfer => mustFind(state, 'transfers', id)

/** A decision about a transfer, with the movements of its balance. */
function stored(state: State, [transfer, effects, movements]: Decided): Decision<Transfer> {
  const saves: Save[] = [{ into: 'transfers', value: transfer }]
  if (movements.length > 0) saves.push({ into: 'balances', value: moved(state, transfer, movements) })
  return decision(transfer, saves, effects)
}

function moved(state: State, { debitCurrency, debit }: Transfer, movements: readonly Movement[]) {
  const balance = state.balances.get(debitCurrency)
  must(balance, 'internal', `the ${debitCurrency} balance is gone`)
  return movements.reduce((before, movement) => move(before, movement, debit), balance)
}
