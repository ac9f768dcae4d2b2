import type { CommandInput, CommandType } from '../domain/commands.ts'
import type { Effect } from '../domain/kernel/decision.ts'
import type { LaterCommand } from '../domain/kernel/timer-commands.ts'
import type { Attempt } from '../domain/webhook/events.ts'
import type { Ports } from '../engine/ports.ts'
import { Scheduler } from '../engine/scheduler.ts'
import type { Store } from '../engine/store.ts'
import type { Deliverer } from './deliverer.ts'
import type { Subscribers } from './subscribers.ts'

type Dispatch = <K extends CommandType>(type: K, input: CommandInput<K>) => unknown

/** Executes each kind of effect. */
type Handlers = { [K in Effect['kind']]: (effect: Extract<Effect, { kind: K }>) => void }

/** Executes the effects of one world's decisions: timers, events, deliveries. */
export class Effects {
  readonly scheduler: Scheduler
  readonly #deliverer: Deliverer
  readonly #dispatch: Dispatch
  readonly #handlers: Handlers
  #ended = false

  /** `dispatch` takes a command that a timer or an effect runs. */
  constructor(
    ports: Ports,
    store: Store,
    deliverer: Deliverer,
    subscribers: Subscribers,
    dispatch: Dispatch,
  ) {
    this.#deliverer = deliverer
    this.#dispatch = dispatch
    this.scheduler = new Scheduler(ports, (command) => this.#fire(command))
    this.#handlers = {
      schedule: ({ id, at, command }) => this.scheduler.schedule(id, at, command),
      cancel: ({ id }) => this.scheduler.cancel(id),
      remove: ({ from, id }) => {
        store[from].remove(id)
        if (subscribers.size > 0) subscribers.publish({ kind: 'removed', collection: from, id })
      },
      follow: ({ command }) => this.#fire(command),
      emit: (effect) => void dispatch('event.record', effect),
      deliver: ({ deliveryId }) => void this.deliver(deliveryId, { manual: false, edited: undefined }),
    }
  }

  run(effect: Effect): void {
    const handle = this.#handlers[effect.kind] as (effect: Effect) => void
    handle(effect)
  }

  /** Attempts a delivery once, now; `advance` waits for it. Resolves when the attempt has been stored. */
  deliver(deliveryId: string, how: Pick<Attempt, 'manual' | 'edited'>): Promise<void> {
    const attempt = this.#attempt(deliveryId, how)
    this.scheduler.track(attempt)
    return attempt
  }

  /** Stops permanently: no timer fires, nothing is sent, and results of deliveries in progress are dropped. */
  end(): void {
    this.#ended = true
    this.#deliverer.end()
    this.scheduler.stop()
  }

  #fire(command: LaterCommand): void {
    if (!this.#ended) this.#dispatch(command.type, command.input as never)
  }

  async #attempt(deliveryId: string, how: Pick<Attempt, 'manual' | 'edited'>): Promise<void> {
    const attempt = await this.#deliverer.attempt(deliveryId, this.scheduler.clock.now(), how)
    if (attempt && !this.#ended) this.#dispatch('delivery.attempted', { id: deliveryId, attempt })
  }
}
