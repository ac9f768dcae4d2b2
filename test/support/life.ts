import { inject } from 'vitest'
import { draftCharge, type NewCharge } from '../../src/domain/charge/create.ts'
import { decide, open } from '../../src/domain/charge/decide.ts'
import type { Charge, ChargeCommand, ChargeContext, TimerName } from '../../src/domain/charge/model.ts'
import type { ProcessorResponse } from '../../src/domain/charge/processor-responses.ts'
import type { Effect } from '../../src/domain/kernel/decision.ts'
import { parseDuration } from '../../src/domain/kernel/duration.ts'
import type { AuthorizationKind, PaymentMethodType } from '../../src/domain/kernel/enums.ts'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import type { Context } from '../../src/domain/kernel/state.ts'
import { Catalogue } from '../../src/domain/scenario/catalogue.ts'
import { createStore } from '../../src/engine/store.ts'

const hour = 3_600_000

/** One life as text, one row per line: `action -> state after it`. */
export const life = (
  sentence: string,
  key: string,
  ...rest: [table: string] | [method: PaymentMethodType, table: string]
): { sentence: string; key: string; method: PaymentMethodType; rows: [happens: string, state: string][] } => {
  const [table = '', method = 'card'] = rest.toReversed() as [string, PaymentMethodType?]
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('->').map((part) => part.trim()) as [string, string])
  return { sentence, key, method, rows }
}

/** A charge's life without world, store or HTTP: actions are written in words, waiting included. */
export class Life {
  charge: Charge
  now = 0
  readonly emitted: string[] = []
  readonly followed: string[] = []
  readonly #timers = new Map<string, { at: number; name: TimerName; step: number }>()

  constructor(key: string, overrides: Partial<Charge> = {}, method: PaymentMethodType = 'card') {
    const catalogue = new Catalogue(inject('builtIn').fragments, 'pending')
    this.charge = { ...draft(key, method, catalogue), ...overrides }
  }

  /** Opens the charge, with an authorization if the words name one: `open`, `open external_3ds Y`. */
  open(kind?: string, answer = ''): void {
    const authorization = kind === undefined ? undefined : { kind: kind as AuthorizationKind, answer }
    this.#take(open(this.charge, this.#context(), authorization))
  }

  /** Executes one row: `pin 00000`, `payer approve`, `read`, `wait 10m`, `capture 50`, `void`, `meta`. */
  do(words: string): void {
    const [what = '', first = '', second] = words.split(' ')
    if (what === 'open') this.open(first || undefined, second)
    else if (what === 'wait') this.#wait(parseDuration(first) ?? Number.NaN)
    else this.#take(decide(this.charge, command(what, first, second), this.#context()))
  }

  /** The state in words: `pending requires_pin`, `failed do_not_honor`, `succeeded approved settled`. */
  get state(): string {
    const { status, nextAction, processorResponse, settled } = this.charge
    return [status, nextAction?.type, processorResponse, settled ? 'settled' : undefined]
      .filter((word) => word !== undefined)
      .join(' ')
  }

  get pendingTimers(): string[] {
    return [...this.#timers.keys()].map((id) => id.split('/')[1] ?? '')
  }

  /** The state after a row; a refusal is a state too, and must change nothing. */
  after(words: string): string {
    const before = this.charge
    try {
      this.do(words)
      return this.state
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (this.charge !== before) throw new Error('a refusal changed the charge', { cause: error })
      return `refused ${error.code}${error.fields[0] ? ` ${error.fields[0].field}` : ''}`
    }
  }

  #context(): ChargeContext {
    return {
      now: this.now,
      digits: (count) => '1'.repeat(count),
      settleAfter: 24 * hour,
    }
  }

  #wait(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
      if (due === undefined) break
      const [id, { at, name, step }] = due
      this.#timers.delete(id)
      this.now = at
      this.#take(decide(this.charge, { type: 'timer', name, step, settlementId: 'stl_1' }, this.#context()))
    }
    this.now = until
  }

  #take([charge, effects]: [Charge, Effect[]]): void {
    this.charge = charge
    for (const effect of effects)
      switch (effect.kind) {
        case 'schedule': {
          const { name, step } = effect.command.input as { name: TimerName; step: number }
          this.#timers.set(effect.id, { at: effect.at, name, step })
          break
        }
        case 'cancel':
          this.#timers.delete(effect.id)
          break
        case 'emit':
          this.emitted.push(effect.type)
          break
        case 'follow':
          this.followed.push(effect.command.type)
      }
  }
}

function command(what: string, first: string, second: string | undefined): ChargeCommand {
  switch (what) {
    case 'pin':
    case 'otp':
    case 'avs':
    case 'external_3ds':
      return { type: 'authorize', kind: what, answer: first }
    case 'payer':
      return {
        type: 'payer',
        action: first as 'approve' | 'decline' | 'abandon',
        processorResponse: second as ProcessorResponse | undefined,
      }
    case 'read':
      return { type: 'read' }
    case 'capture':
      return { type: 'capture', amount: Number(first), fees: [] }
    case 'void':
      return { type: 'void', note: 'voided' }
    case 'meta':
      return { type: 'describe', meta: { seen: 'yes' } }
    default:
      throw new Error(`unknown action "${what}"`)
  }
}

/** A draft as `POST /charges` creates it, of the fixtures' first customer. */
function draft(key: string, method: PaymentMethodType, catalogue: Catalogue): Charge {
  const { fixtures } = inject('builtIn')
  const store = createStore()
  for (const customer of fixtures.customers) store.customers.put({ ...customer, createdAt: 0 })
  for (const payment of fixtures.paymentMethods) store.paymentMethods.put({ ...payment, createdAt: 0 })
  const payment = fixtures.paymentMethods.find(({ type }) => type === method)
  const input: NewCharge = {
    amount: 100,
    currency: 'NGN',
    reference: 'table-row',
    customerId: payment?.customerId ?? '',
    paymentMethodId: payment?.id ?? '',
    meta: undefined,
    redirectUrl: undefined,
    authorization: undefined,
    recurring: false,
    orderId: undefined,
    merchantVatAmount: undefined,
    plan: catalogue.resolve(key === '' ? undefined : key),
    baseUrl: 'http://payer.test',
  }
  const settings = {
    fees: fixtures.fees,
    settleAfterMs: fixtures.settleAfter,
    webhook: { delayMs: 0, retryDelaysMs: [] },
  }
  const context = { now: 0, catalogue, settings, newId: (prefix: string) => `${prefix}_1` }
  return draftCharge(store, input, context as unknown as Context)
}
