import type { Charge } from '../../client.ts'
import type { Story } from '../story.ts'
import type { Look, Trace, WebhookFact } from '../trace.ts'
import type { Customer } from './customer.ts'
import type { Recorder } from './recorder.ts'
import { factOf } from './service.ts'
import type { Order, Sighting } from './shop.ts'
import type { Stage } from './stage.ts'
import type { Timeline } from './timeline.ts'

/** Looks at what the program believes about one order, and at its charges. */
export class Witness {
  readonly #stage: Stage
  readonly #story: Story
  readonly #order: Order
  readonly #timeline: Timeline
  readonly #recorder: Recorder | undefined
  /** Milliseconds of the emulated clock. */
  readonly #start: number
  readonly #looks: Look[] = []
  /** The charges of the order, oldest first. */
  charges: readonly Charge[] = []
  /** Whether a forged webhook was sent. */
  forged: Look['forged'] = 'no'
  /** What the last look told. */
  told: Sighting = { belief: undefined, fulfilled: undefined, told: '' }

  constructor(stage: Stage, story: Story, order: Order, timeline: Timeline, recorder: Recorder | undefined) {
    this.#stage = stage
    this.#story = story
    this.#order = order
    this.#timeline = timeline
    this.#recorder = recorder
    this.#start = stage.service.now
  }

  references(): Set<string> {
    return new Set(this.charges.map(({ reference }) => reference))
  }

  async readCharges(): Promise<void> {
    const { service, orderIn } = this.#stage
    this.charges = await service.chargesOf(this.#order.id, orderIn)
  }

  /** Looks at what the program believes; then at the charges, so that a success in between is not held against the program. */
  async look(step: number, how: 'told' | 'quiet' = 'told'): Promise<void> {
    const sighting = await this.#stage.shop.look(this.#order)
    await this.readCharges()
    await this.#recorder?.record(this.#start, this.references())
    const count = (status: string): number => this.charges.filter((one) => one.status === status).length
    const { belief, fulfilled, told } = sighting
    const charges = {
      succeeded: count('succeeded'),
      failed: count('failed'),
      pending: count('pending'),
    }
    this.#looks.push({ step, belief, fulfilled, charges, forged: this.forged })
    if (how === 'told' || told !== this.told.told) this.#timeline.add('look', told)
    this.told = sighting
  }

  /** The step after which there was a charge for the first time. */
  get firstCharged(): number | undefined {
    const isThere = ({ charges: { succeeded, failed, pending } }: Look): boolean =>
      succeeded + failed + pending > 0
    return this.#looks.find(isThere)?.step
  }

  trace({ gone, unserved }: Customer, webhooks: readonly WebhookFact[], down: string | undefined): Trace {
    return {
      order: this.#order,
      deviations: this.#story.deviations,
      looks: this.#looks,
      charges: this.charges.map(factOf),
      webhooks,
      customerGone: gone,
      unserved,
      down,
      stuck: undefined,
    }
  }
}
