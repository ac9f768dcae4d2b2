import type { ChargeStatus } from '../domain/kernel/enums.ts'
import type { World } from '../emulator/world.ts'
import type { Dice } from './dice.ts'

/** What was created. */
export class Records {
  customers = 0
  paymentMethods = 0
  orders = 0
  refunds = 0
  chargebacks = 0
  transfers = 0
  /** Ids of charges. */
  readonly charges: string[] = []
  readonly #world: World
  readonly #dice: Dice

  constructor(world: World, dice: Dice) {
    this.#world = world
    this.#dice = dice
  }

  /** An unused reference with today's date. */
  reference(prefix: string): string {
    const { state } = this.#world
    const day = new Date(this.#world.now()).toISOString().slice(0, 10).replaceAll('-', '')
    for (;;) {
      const reference = `${prefix}-${day}-${this.#dice.digits(7)}`
      if (!state.charges.by('reference', reference) && !state.transfers.by('reference', reference))
        return reference
    }
  }

  /** The number of each kind, and of charges by status. */
  counts() {
    const { customers, paymentMethods, orders, refunds, chargebacks, transfers } = this
    const charges: Record<ChargeStatus, number> = { succeeded: 0, pending: 0, failed: 0, voided: 0 }
    const processorResponses: Record<string, number> = {}
    let settled = 0
    for (const id of this.charges) {
      const charge = this.#world.state.charges.get(id)
      if (charge === undefined) continue
      charges[charge.status]++
      if (charge.settled) settled++
      const response = charge.processorResponse
      if (response !== undefined) processorResponses[response] = (processorResponses[response] ?? 0) + 1
    }
    return {
      customers,
      paymentMethods,
      orders,
      refunds,
      chargebacks,
      transfers,
      charges,
      settled,
      processorResponses,
    }
  }
}
