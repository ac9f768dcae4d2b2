import type { Effect } from '../kernel/decision.ts'
import { must } from '../kernel/errors.ts'
import type { Movement } from './balance.ts'
import type { Transfer, TransferCommand, TransferStep, TransferTransition } from './model.ts'

/** The next state of a transfer, the effects, and the movements of its balance. */
export type Decided = [Transfer, Effect[], Movement[]]

/**
 * The first decision about a new transfer: holds its money if there is enough, and starts its course unless it must be
 * approved first.
 */
export function open(transfer: Transfer, now: number): Decided {
  const held: Movement[] = transfer.funded ? ['hold'] : []
  const created = note(transfer, now, 'merchant', 'created')
  if (!transfer.isApproved) return [note(created, now, 'merchant', 'waits for approval'), [], held]
  return [created, [startOf(created)], held]
}

/** The next state of a transfer after `command`, and the effects. Refuses what the state does not allow. */
export function decide(transfer: Transfer, command: TransferCommand, now: number): Decided {
  if (command.type === 'timer') return timer(transfer, command.step, now)
  switch (command.status) {
    case 'approved':
      return approve(transfer, now)
    case 'successful':
      mustBeOpen(transfer, 'succeed')
      return succeed(transfer, now, 'tester', command.completeMessage)
    case 'failed':
      mustBeOpen(transfer, 'fail')
      return fail(transfer, now, 'tester', command.completeMessage)
    case 'reversed':
      return reverseNow(transfer, now, command.completeMessage)
  }
}

/** A timer that fires after a tester has ended the step changes nothing. */
function timer(transfer: Transfer, step: TransferStep, now: number): Decided {
  switch (step) {
    case 'pending':
      return transfer.status === 'NEW' && transfer.isApproved ? send(transfer, now) : [transfer, [], []]
    case 'settle':
      if (transfer.status !== 'PENDING') return [transfer, [], []]
      if (!transfer.funded) return fail(transfer, now, 'clock', noFunds(transfer))
      return transfer.course.outcome === 'failed'
        ? fail(transfer, now, 'clock')
        : succeed(transfer, now, 'clock')
    case 'reverse':
      return transfer.status === 'SUCCESSFUL' ? reverse(transfer, now, 'clock') : [transfer, [], []]
  }
}

const noFunds = ({ debitCurrency }: Transfer): string =>
  `Transfer failed: insufficient funds in the ${debitCurrency} balance`

function approve(transfer: Transfer, now: number): Decided {
  must(
    transfer.status === 'NEW' && !transfer.isApproved,
    'conflict',
    `transfer ${transfer.id} is ${transfer.status} and does not wait for approval`,
  )
  const approved = note({ ...transfer, isApproved: true, startedAt: now }, now, 'tester', 'approved')
  return [approved, [startOf(approved)], []]
}

function send(transfer: Transfer, now: number): Decided {
  const sent = note({ ...transfer, status: 'PENDING' }, now, 'clock', 'on its way to the bank')
  const { settlesAfter } = transfer.course
  if (settlesAfter === undefined) return [sent, [], []]
  return [sent, [schedule(sent, 'settle', Math.max(now, transfer.startedAt + settlesAfter))], []]
}

function succeed(
  transfer: Transfer,
  now: number,
  actor: TransferTransition['actor'],
  completeMessage?: string,
): Decided {
  must(
    transfer.funded,
    'conflict',
    `the ${transfer.debitCurrency} balance was too low for transfer ${transfer.id}; it can only fail`,
  )
  const { course } = transfer
  const own = course.outcome === 'successful' ? course.completeMessage : undefined
  const done = note(
    {
      ...transfer,
      status: 'SUCCESSFUL',
      isApproved: true,
      completeMessage: completeMessage ?? own ?? 'Transfer completed',
    },
    now,
    actor,
    'paid out',
  )
  const effects = [cancel(done), emit(done, 'transfer.disburse')]
  if (actor === 'clock' && course.outcome === 'reversed')
    effects.push(schedule(done, 'reverse', now + course.reversesAfter))
  return [done, effects, ['spend']]
}

function fail(
  transfer: Transfer,
  now: number,
  actor: TransferTransition['actor'],
  completeMessage?: string,
): Decided {
  const { course } = transfer
  const own = course.outcome === 'failed' ? course.completeMessage : undefined
  const message = completeMessage ?? own ?? 'Transfer failed'
  const failed = note({ ...transfer, status: 'FAILED', completeMessage: message }, now, actor, message)
  return [failed, [cancel(failed), emit(failed, 'transfer.disburse')], transfer.funded ? ['release'] : []]
}

/** A transfer in progress is paid out first: only money that was paid out can be reversed. */
function reverseNow(transfer: Transfer, now: number, completeMessage: string | undefined): Decided {
  must(
    transfer.status !== 'FAILED',
    'conflict',
    `transfer ${transfer.id} is ${transfer.reversed ? 'already reversed' : 'FAILED'}; only one that was paid out can be reversed`,
  )
  if (transfer.status === 'SUCCESSFUL') return reverse(transfer, now, 'tester', completeMessage)
  const [paid, effects, movements] = succeed(transfer, now, 'tester')
  const [reversed, more, back] = reverse(paid, now, 'tester', completeMessage)
  return [reversed, [...effects, ...more], [...movements, ...back]]
}

/** Chosen: a reversed transfer is FAILED, because its money did not arrive; the event tells the reversal. */
function reverse(
  transfer: Transfer,
  now: number,
  actor: TransferTransition['actor'],
  completeMessage?: string,
): Decided {
  const { course } = transfer
  const own = course.outcome === 'reversed' ? course.completeMessage : undefined
  const message = completeMessage ?? own ?? 'Transfer reversed'
  const reversed = note(
    { ...transfer, status: 'FAILED', reversed: true, completeMessage: message },
    now,
    actor,
    message,
  )
  return [reversed, [cancel(reversed), emit(reversed, 'transfer.reversal')], ['return']]
}

function mustBeOpen(transfer: Transfer, what: string): void {
  must(
    transfer.status === 'NEW' || transfer.status === 'PENDING',
    'conflict',
    `transfer ${transfer.id} is already ${transfer.status} and cannot ${what}`,
  )
}

const note = (
  transfer: Transfer,
  now: number,
  actor: TransferTransition['actor'],
  text: string,
): Transfer => ({
  ...transfer,
  history: [...transfer.history, { at: now, status: transfer.status, actor, note: text }],
})

/** A transfer has one timer: for the next step of its course. */
export const transferTimerId = (id: string): string => `transfer/${id}`

const cancel = ({ id }: Transfer): Effect => ({ kind: 'cancel', id: transferTimerId(id) })

const schedule = ({ id }: Transfer, step: TransferStep, at: number): Effect => ({
  kind: 'schedule',
  id: transferTimerId(id),
  at,
  command: { type: 'transfer.timer', input: { id, step } },
})

const startOf = (transfer: Transfer): Effect =>
  schedule(transfer, 'pending', transfer.startedAt + transfer.course.pendingAfter)

const emit = (transfer: Transfer, type: 'transfer.disburse' | 'transfer.reversal'): Effect => ({
  kind: 'emit',
  type,
  subject: { collection: 'transfers', value: transfer },
  plan: transfer.webhooks,
  callbackUrl: transfer.callbackUrl,
})
