import type { ChargeStatus, PaymentMethodType } from '../domain/kernel/enums.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { PastAction, World } from '../emulator/world.ts'
import { Agenda } from './agenda.ts'
import { type Country, countries } from './countries.ts'
import { Dice } from './dice.ts'
import { type Buyer, Payments } from './payments.ts'
import { People } from './people.ts'
import { Records } from './records.ts'
import { instants, signUps } from './rhythm.ts'
import { Transfers } from './transfers.ts'

export interface Wanted {
  customers: number
  charges: number
  /** How far back in time it starts. Milliseconds. */
  overMs: number
  seed: string
  /** Origin and world prefix that the payers' browsers can reach. */
  baseUrl: string
}

/** What was created. Instants in milliseconds since 1970. */
export interface Populated {
  seed: string
  from: number
  to: number
  customers: number
  paymentMethods: number
  orders: number
  refunds: number
  chargebacks: number
  transfers: number
  charges: Record<ChargeStatus, number>
  settled: number
  processorResponses: Record<string, number>
}

/** All kinds; the first payment methods include one of each. */
const kinds: Readonly<Record<PaymentMethodType, true>> = {
  bank_transfer: true,
  mobile_money: true,
  ussd: true,
  bank_account: true,
  walletpay: true,
  devicewallet_a: true,
  devicewallet_b: true,
  card: true,
}

/** Weights of the number of payment methods of a customer. */
const methodCounts = { 1: 56, 2: 31, 3: 13 }

/** Number of transfers per charge. */
const transferShare = 0.04

/** The longest time from the creation of a customer to the first payment method. Milliseconds. */
const settlingInMs = 600_000

/** Approximate size of each with everything it causes, in bytes. */
const bytesOf = { customer: 3000, charge: 4500 }

/**
 * Fills the past of a world with people and their purchases, each at a separate instant. The same seed gives the same past in
 * the same world. Throws the Refusals of the world's rules and limits, and stops when the heap is full (503).
 */
export async function populate(emulator: Emulator, world: World, wanted: Wanted): Promise<Populated> {
  const dice = new Dice(emulator.random(wanted.seed).float)
  const records = new Records(world, dice)
  const span = { from: 0, to: 0 }
  await world.backfill((now) => {
    span.to = now
    span.from = Math.max(0, now - wanted.overMs)
    return life(emulator, world, wanted, span, dice, records)
  })
  return { seed: wanted.seed, ...span, ...records.counts() }
}

/** All actions, in order of time. */
function life(
  { heap }: Emulator,
  world: World,
  wanted: Wanted,
  { from, to }: { from: number; to: number },
  dice: Dice,
  records: Records,
): Iterable<PastAction> {
  const agenda = new Agenda(to)
  const people = new People(dice)
  const payments = new Payments(world, dice, agenda, records, wanted.baseUrl)
  const transferCount = Math.round(wanted.charges * transferShare)
  const transfers = new Transfers(world, dice, records, transferCount)
  const buyers: Buyer[] = []
  const firstKinds = Object.keys(kinds) as PaymentMethodType[]
  const home = countries[0] as Country
  const leastMethods = Math.ceil(firstKinds.length / wanted.customers)

  const signUp = (): void => {
    heap.mustHaveRoom()
    heap.note(bytesOf.customer)
    const code = dice.weighted(Object.fromEntries(countries.map(({ code, weight }) => [code, weight])))
    // The first customer has one payment method of each kind.
    const country =
      firstKinds.length > 0 ? home : (countries.find((country) => country.code === code) ?? home)
    const person = people.person(country)
    const { id } = world.dispatch('customer.create', person.details)
    records.customers++
    const buyer: Buyer = { id, country, methods: [] }
    const count = Math.max(Number(dice.weighted(methodCounts)), leastMethods)
    for (let index = 0; index < count; index++) {
      const type = firstKinds.pop() ?? dice.weighted(country.methods)
      agenda.add(world.now(), dice.between(20_000, settlingInMs), () => {
        const year = new Date(world.now()).getUTCFullYear()
        const { method } = world.dispatch('paymentMethod.create', people.method(type, id, person, year))
        records.paymentMethods++
        if (buyer.methods.length === 0) buyers.push(buyer)
        buyer.methods.push({ id: method.id, type })
      })
    }
  }
  const buy = (): void => {
    heap.mustHaveRoom()
    heap.note(bytesOf.charge)
    // Older customers buy more.
    payments.buy(buyers[Math.floor(buyers.length * dice.next() ** 1.5)] as Buyer)
  }

  const planned: PastAction[] = []
  const plan = (times: Float64Array, run: () => void): void => {
    for (const at of times) planned.push({ at, run })
  }
  plan(signUps(wanted.customers, from, to - settlingInMs, dice), signUp)
  plan(instants(wanted.charges, from + settlingInMs, to, dice), buy)
  if (transfers.isPossible) plan(instants(transferCount, from, to, dice), () => transfers.pay())
  planned.sort((a, b) => a.at - b.at)
  return agenda.through(planned)
}
