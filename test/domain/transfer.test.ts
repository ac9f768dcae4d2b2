import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import { type Decided, decide, open } from '../../src/domain/transfer/decide.ts'
import type { Transfer, TransferCommand, TransferCourse } from '../../src/domain/transfer/model.ts'

const course: TransferCourse = {
  key: '',
  outcome: 'successful',
  completeMessage: undefined,
  pendingAfter: 1000,
  settlesAfter: 5000,
  reversesAfter: 60_000,
}

const draft = (overrides: Partial<Transfer> = {}): Transfer => ({
  id: '5000001',
  reference: 'payout-0001',
  accountNumber: '0690000031',
  bankCode: '044',
  bankName: 'Anchor Bank',
  branchCode: undefined,
  fullName: 'Forrest Greene',
  amount: 100,
  currency: 'NGN',
  fee: 10.75,
  debitCurrency: 'NGN',
  debit: 110.75,
  funded: true,
  narration: '',
  meta: undefined,
  callbackUrl: undefined,
  course,
  webhooks: undefined,
  createdAt: 0,
  startedAt: 0,
  status: 'NEW',
  completeMessage: '',
  requiresApproval: false,
  isApproved: true,
  reversed: false,
  retryOf: undefined,
  retries: [],
  history: [],
  ...overrides,
})

/** Runs a transfer by itself: its timer is what its last effects have set. */
class Run {
  now = 0
  transfer: Transfer
  readonly events: string[] = []
  /** The balance after the movements, from 1000 available and 1000 on the ledger. */
  available = 1000
  ledger = 1000
  #timer: { at: number; command: TransferCommand } | undefined

  constructor(overrides: Partial<Transfer>) {
    this.transfer = draft(overrides)
    this.#take(open(this.transfer, 0))
  }

  wait(ms: number): void {
    const until = this.now + ms
    while (this.#timer !== undefined && this.#timer.at <= until) {
      const { at, command } = this.#timer
      this.#timer = undefined
      this.now = at
      this.#take(decide(this.transfer, command, at))
    }
    this.now = until
  }

  set(status: 'approved' | 'successful' | 'failed' | 'reversed'): void {
    this.#take(decide(this.transfer, { type: 'outcome', status }, this.now))
  }

  #take([next, effects, movements]: Decided): void {
    this.transfer = next
    for (const effect of effects) {
      if (effect.kind === 'emit') this.events.push(effect.type)
      if (effect.kind === 'cancel') this.#timer = undefined
      if (effect.kind === 'schedule') {
        const { step } = effect.command.input as { step: 'pending' | 'settle' | 'reverse' }
        this.#timer = { at: effect.at, command: { type: 'timer', step } }
      }
    }
    for (const movement of movements) {
      if (movement === 'hold') this.available -= next.debit
      if (movement === 'spend') this.ledger -= next.debit
      if (movement === 'release' || movement === 'return') this.available += next.debit
      if (movement === 'return') this.ledger += next.debit
    }
  }
}

type Act = number | 'approved' | 'successful' | 'failed' | 'reversed'
/** An action (a number waits that many milliseconds), and then: status, events, available, ledger, or the refusal. */
type Row =
  | [act: Act, status: string, events: number, available: number, ledger: number]
  | [act: Act, 'refused']

function walk(overrides: Partial<Transfer>, rows: readonly Row[]): Run {
  const run = new Run(overrides)
  rows.forEach(([act, ...expected], index) => {
    let refused = false
    try {
      if (typeof act === 'number') run.wait(act)
      else run.set(act)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused = true
    }
    const { status } = run.transfer
    const seen = refused ? ['refused'] : [status, run.events.length, run.available, run.ledger]
    expect([index, act, ...seen]).toEqual([index, act, ...expected])
  })
  return run
}

const held = 889.25

describe('the course of a transfer', () => {
  test('ends in success, after its delays and not before', () => {
    const run = walk({}, [
      [0, 'NEW', 0, held, 1000],
      [999, 'NEW', 0, held, 1000],
      [1, 'PENDING', 0, held, 1000],
      [3999, 'PENDING', 0, held, 1000],
      [1, 'SUCCESSFUL', 1, held, held],
      [1e9, 'SUCCESSFUL', 1, held, held],
      ['successful', 'refused'],
      ['failed', 'refused'],
      ['approved', 'refused'],
    ])
    expect(run.events).toEqual(['transfer.disburse'])
    expect(run.transfer.completeMessage).toBe('Transfer completed')
    expect(run.transfer.history.map(({ at, status, actor }) => [at, status, actor])).toEqual([
      [0, 'NEW', 'merchant'],
      [1000, 'PENDING', 'clock'],
      [5000, 'SUCCESSFUL', 'clock'],
    ])
  })

  test('ends in failure, and the money is free again', () => {
    const failing = { ...course, outcome: 'failed', completeMessage: 'Blocked' } as const
    const run = walk({ course: failing }, [
      [1000, 'PENDING', 0, held, 1000],
      [4000, 'FAILED', 1, 1000, 1000],
      [1e9, 'FAILED', 1, 1000, 1000],
      ['successful', 'refused'],
      ['failed', 'refused'],
      ['reversed', 'refused'],
    ])
    expect(run.events).toEqual(['transfer.disburse'])
    expect(run.transfer.completeMessage).toBe('Blocked')
  })

  test('ends in a reversal, after the success', () => {
    const back = { ...course, outcome: 'reversed', completeMessage: 'Returned' } as const
    const run = walk({ course: back }, [
      [5000, 'SUCCESSFUL', 1, held, held],
      [59_999, 'SUCCESSFUL', 1, held, held],
      [1, 'FAILED', 2, 1000, 1000],
      ['reversed', 'refused'],
    ])
    expect(run.events).toEqual(['transfer.disburse', 'transfer.reversal'])
    expect(run.transfer).toMatchObject({ reversed: true, completeMessage: 'Returned' })
  })

  test('fails without sufficient balance in any scenario', () => {
    const run = walk({ funded: false }, [
      [0, 'NEW', 0, 1000, 1000],
      ['successful', 'refused'],
      ['reversed', 'refused'],
      [5000, 'FAILED', 1, 1000, 1000],
    ])
    expect(run.transfer.completeMessage).toContain('insufficient funds in the NGN balance')
  })

  test('waits for approval, and begins with it', () => {
    const run = walk({ requiresApproval: true, isApproved: false }, [
      [1e9, 'NEW', 0, held, 1000],
      ['approved', 'NEW', 0, held, 1000],
      ['approved', 'refused'],
      [1000, 'PENDING', 0, held, 1000],
      [4000, 'SUCCESSFUL', 1, held, held],
    ])
    expect(run.transfer).toMatchObject({ requiresApproval: true, isApproved: true })
  })

  test('can be ended while it waits for approval', () => {
    const waiting = { requiresApproval: true, isApproved: false }
    const refused = walk(waiting, [['failed', 'FAILED', 1, 1000, 1000]])
    expect(refused.transfer.isApproved).toBe(false)
    const paid = walk(waiting, [['successful', 'SUCCESSFUL', 1, held, held]])
    expect(paid.transfer.isApproved).toBe(true)
  })

  test.each([0, 1000])(
    'can be settled, failed or reversed by hand after %d ms, and its timer does no more',
    (ms) => {
      const before: Row = [ms, ms === 0 ? 'NEW' : 'PENDING', 0, held, 1000]
      walk({}, [before, ['successful', 'SUCCESSFUL', 1, held, held], [1e9, 'SUCCESSFUL', 1, held, held]])
      walk({}, [before, ['failed', 'FAILED', 1, 1000, 1000], [1e9, 'FAILED', 1, 1000, 1000]])
      const run = walk({}, [before, ['reversed', 'FAILED', 2, 1000, 1000], [1e9, 'FAILED', 2, 1000, 1000]])
      expect(run.events).toEqual(['transfer.disburse', 'transfer.reversal'])
    },
  )

  test('can be reversed manually after its success, once', () => {
    walk({}, [
      [5000, 'SUCCESSFUL', 1, held, held],
      ['reversed', 'FAILED', 2, 1000, 1000],
      ['reversed', 'refused'],
      ['successful', 'refused'],
    ])
  })

  test('can stay PENDING forever', () => {
    walk({ course: { ...course, settlesAfter: undefined } }, [
      [1e12, 'PENDING', 0, held, 1000],
      ['failed', 'FAILED', 1, 1000, 1000],
    ])
  })

  test('can end in the instant of its creation', () => {
    walk({ course: { ...course, pendingAfter: 0, settlesAfter: 0 } }, [[0, 'SUCCESSFUL', 1, held, held]])
  })
})
