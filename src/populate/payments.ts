import type { Charge } from '../domain/charge/model.ts'
import { isOpen } from '../domain/chargeback/rules.ts'
import type { CommandInput } from '../domain/commands.ts'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import type { World } from '../emulator/world.ts'
import type { Agenda } from './agenda.ts'
import type { Country } from './countries.ts'
import type { Dice } from './dice.ts'
import { declines, lostDispute, paymentPlan, plainPlan } from './plans.ts'
import type { Records } from './records.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A customer with a payment method. */
export interface Buyer {
  readonly id: string
  readonly country: Country
  readonly methods: { readonly id: string; readonly type: PaymentMethodType }[]
}

/** How long payers usually take by next action; payers ignore those that are not listed. Milliseconds. */
const pace: Readonly<Partial<Record<NonNullable<Charge['nextAction']>['type'], number>>> = {
  redirect_url: 50 * second,
  payment_instruction: 40 * second,
  requires_bank_transfer: 6 * minute,
  qr_code: 30 * second,
}

/** The same for all charges. */
const channels: readonly Record<string, string>[] = [
  { channel: 'web' },
  { channel: 'app' },
  { channel: 'link' },
]
/** What merchants do about a chargeback, with weights. */
const defences = { declined: 45, accepted: 25, ignored: 30 } as const

const reasons = ['Item out of stock', 'Returned by the customer', 'Charged twice', 'Delivered too late']

/** What customers buy, and what follows from it. Everything happens at the time of the world's clock. */
export class Payments {
  readonly #world: World
  readonly #dice: Dice
  readonly #agenda: Agenda
  readonly #records: Records
  readonly #baseUrl: string

  constructor(world: World, dice: Dice, agenda: Agenda, records: Records, baseUrl: string) {
    this.#world = world
    this.#dice = dice
    this.#agenda = agenda
    this.#records = records
    this.#baseUrl = baseUrl
  }

  /** A customer buys something: one charge, or an order with its charge. */
  buy({ id: customerId, country, methods }: Buyer): void {
    const dice = this.#dice
    const method = dice.chance(0.6) ? methods[0] : dice.pick(methods)
    if (method === undefined) return
    const isCard = method.type === 'card'
    const declined = dice.chance(isCard ? 0.1 : 0.05)
    const verdict = declined ? dice.weighted(declines[isCard ? 'card' : 'other']) : 'approved'
    const secured = isCard && dice.chance(0.35)
    const payment: CommandInput<'order.create'> = {
      amount: dice.amount(country.price.median, country.price.step),
      currency: country.currency,
      reference: this.#records.reference('ORD'),
      customerId,
      paymentMethodId: method.id,
      meta: dice.pick(channels),
      redirectUrl: 'https://shop.example/paid',
      authorization: undefined,
      merchantVatAmount: undefined,
      plan: paymentPlan(verdict, secured),
      baseUrl: this.#baseUrl,
    }
    if (isCard && dice.chance(0.08)) this.#reserve(payment)
    else this.#charge(payment, isCard && !secured && dice.chance(0.1))
  }

  #charge(payment: CommandInput<'order.create'>, recurring: boolean): void {
    const charge = this.#world.dispatch('charge.create', { ...payment, recurring, orderId: undefined })
    this.#records.charges.push(charge.id)
    this.#awaitPayer(charge)
    this.#mayRefund(charge)
  }

  /** The amount is authorised, and captured or voided about a day later, or never. */
  #reserve(payment: CommandInput<'order.create'>): void {
    const { id, chargeId } = this.#world.dispatch('order.create', payment)
    this.#records.orders++
    this.#records.charges.push(chargeId)
    this.#awaitPayer(this.#world.state.charges.get(chargeId))
    const end = this.#dice.weighted({ capture: 71, void: 17, forget: 12 })
    if (end !== 'forget')
      this.#agenda.add(this.#world.now(), 2 * hour + this.#dice.around(10 * hour), () => this.#close(id, end))
  }

  #close(id: string, end: 'capture' | 'void'): void {
    const order = this.#world.state.orders.get(id)
    if (order?.status !== 'authorized') return
    if (end === 'void') return void this.#world.dispatch('order.void', { id })
    const amount = this.#dice.chance(0.25) ? this.#part(order.amount) : undefined
    this.#mayRefund(this.#world.dispatch('order.capture', { id, amount, verdict: undefined }))
  }

  /** If the charge waits for the payer, most payers act, some decline, and some never do anything. */
  #awaitPayer(charge: Charge | undefined): void {
    const asked = charge?.nextAction?.type
    const median = asked && pace[asked]
    if (charge === undefined || median === undefined) return
    const action = this.#dice.weighted({ approve: 91, decline: 3, abandon: 3, ignore: 3 })
    if (action === 'ignore') return
    this.#agenda.add(this.#world.now(), 5 * second + this.#dice.around(median), () => {
      // It may have expired, or a request may have ended it meanwhile.
      if (this.#world.state.charges.get(charge.id)?.nextAction?.type !== asked) return
      const paid = this.#world.dispatch('charge.pay', { id: charge.id, action })
      if (action === 'approve') this.#mayRefund(paid)
    })
  }

  /** Few payments are refunded. */
  #mayRefund(charge: Charge): void {
    this.#mayDispute(charge)
    const { id: chargeId, status } = charge
    if (status !== 'succeeded' || !this.#dice.chance(0.04)) return
    this.#agenda.add(this.#world.now(), hour + this.#dice.around(40 * hour), () => {
      const charge = this.#world.state.charges.get(chargeId)
      if (charge === undefined || charge.refundedAmount > 0 || charge.refundingAmount > 0) return
      if (charge.disputedAmount !== undefined) return
      const amount = this.#dice.chance(0.3) ? this.#part(charge.amount) : undefined
      const reason = this.#dice.pick(reasons)
      const plan = this.#dice.chance(0.04) ? paymentPlan('error', false) : plainPlan
      this.#world.dispatch('refund.create', { chargeId, amount, reason, meta: undefined, plan })
      this.#records.refunds++
    })
  }

  /** Few card payments are disputed, days later; merchants contest or accept most of the chargebacks. */
  #mayDispute({ id: chargeId, status, method }: Charge): void {
    if (status !== 'succeeded' || method.type !== 'card' || !this.#dice.chance(0.008)) return
    this.#agenda.add(this.#world.now(), 20 * hour + this.#dice.around(96 * hour), () => {
      const charge = this.#world.state.charges.get(chargeId)
      if (charge === undefined || charge.refundedAmount > 0 || charge.refundingAmount > 0) return
      const { id } = this.#world.dispatch('chargeback.create', {
        chargeId,
        amount: undefined,
        type: this.#dice.chance(0.8) ? 'local' : 'international',
        expiryMs: 168 * hour,
        stage: 'new',
        status: 'new',
        comment: undefined,
        plan: this.#dice.chance(0.4) ? lostDispute : plainPlan,
      })
      this.#records.chargebacks++
      const answer = this.#dice.weighted(defences)
      if (answer === 'ignored') return
      this.#agenda.add(this.#world.now(), hour + this.#dice.around(48 * hour), () => {
        const chargeback = this.#world.state.chargebacks.get(id)
        if (chargeback === undefined || !isOpen(chargeback)) return
        const input = { id, status: answer, comment: undefined, uploadedProof: undefined }
        this.#world.dispatch('chargeback.answer', input)
      })
    })
  }

  /** A part of an amount, in whole units if that is at least one. */
  #part(amount: number): number {
    return amount < 4 ? amount : Math.floor(amount * this.#dice.between(0.25, 0.9))
  }
}
