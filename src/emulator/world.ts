import type { Token } from '../domain/access/model.ts'
import { type CommandInput, type CommandResult, type CommandType, commands } from '../domain/commands.ts'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import type { Decision } from '../domain/kernel/decision.ts'
import type { ClockMode } from '../domain/kernel/enums.ts'
import { must } from '../domain/kernel/errors.ts'
import type { Context, State } from '../domain/kernel/state.ts'
import type { PendingTimers, Timer } from '../domain/kernel/timer-commands.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import { planFor } from '../domain/scenario/commands.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import type { Attempt, Delivery } from '../domain/webhook/events.ts'
import type { TokenSigner } from '../engine/ports.ts'
import { Random } from '../engine/random.ts'
import type { PastAction, Scheduler } from '../engine/scheduler.ts'
import { seedStore } from '../engine/seed.ts'
import { createStore, decideOrRollBack, type Store } from '../engine/store.ts'
import type { Outgoing } from '../engine/webhook-request.ts'
import { createContext, environmentEndpoint, type Shared, type WorldContext } from './context.ts'
import { Deliverer } from './deliverer.ts'
import { Effects } from './effects.ts'
import { clockAdvanced, clockSet, type Note, noteOf } from './notes.ts'
import { Overlay } from './posted-scenarios.ts'
import { RequestLog } from './request-log.ts'
import type { Settings } from './settings.ts'
import { fill, snapshotOf, timersOf } from './snapshot.ts'
import type { Statistics } from './statistics.ts'
import { type Subscriber, Subscribers, type WorldMessage } from './subscribers.ts'
import { TokenIssuer } from './tokens.ts'

export type { PastAction }

type Decide<R> = (state: State, input: unknown, context: Context) => Decision<R>

/** One world. `dispatch` is the only way to change what it stores. */
export class World {
  readonly name: string
  readonly fixtures: Fixtures
  readonly settings: Settings
  /** Milliseconds of the clock that tokens and webhook timestamps follow. */
  readonly programNow: () => number
  /** The journal of requests, and those in progress. */
  readonly requests: RequestLog
  readonly #store: Store = createStore()
  readonly #random: Random
  readonly #context: WorldContext
  readonly #subscribers = new Subscribers()
  readonly #overlay: Overlay
  readonly #tokens: TokenIssuer
  readonly #deliverer: Deliverer
  readonly #effects: Effects
  readonly #scheduler: Scheduler

  /** Creates it from the fixtures or from a snapshot. Throws an Error if the snapshot's scenarios contradict the files. */
  constructor(name: string, shared: Shared, snapshot?: Snapshot) {
    const { ports, settings, fixtures } = shared
    this.name = name
    this.fixtures = fixtures
    this.settings = settings
    this.programNow = settings.programClock === 'real' ? ports.now : () => this.now()
    this.#random = new Random(`${shared.seed}/${name}`)
    this.#context = createContext(shared, this.#random)
    this.requests = new RequestLog(shared.heap, this.#subscribers, settings.journalLimit, snapshot)
    this.#overlay = new Overlay(shared.catalogue)
    this.#tokens = new TokenIssuer(ports, snapshot?.tokenSeed ?? `${shared.seed}/${name}`)
    this.#deliverer = new Deliverer(name, shared, this.#store, this.requests)
    this.#effects = new Effects(ports, this.#store, this.#deliverer, this.#subscribers, (type, input) =>
      this.dispatch(type, input),
    )
    this.#scheduler = this.#effects.scheduler
    if (snapshot) {
      this.#overlay.replace(snapshot.scenarios)
      fill(this.#store, snapshot.state)
      this.#random.state = snapshot.random
      this.#scheduler.timers.load(timersOf(snapshot))
      this.#scheduler.setClock(snapshot.clock.mode, snapshot.clock.now)
    } else {
      if (settings.clock !== undefined) this.#scheduler.setClock('frozen', settings.clock)
      seedStore(this.#store, fixtures, environmentEndpoint(shared), this.now())
    }
  }

  get state(): State {
    return this.#store
  }

  /** The scenario files, with the fragments posted to this world merged over them. */
  get catalogue(): Catalogue {
    return this.#overlay.catalogue
  }

  /** Merges fragments over this world's catalogue. Throws an Error with all problems; then nothing changes. */
  addScenarios(fragments: readonly ScenarioFragment[]): void {
    this.#overlay.add(fragments)
    this.publish({ kind: 'scenarios' })
  }

  /**
   * Decides a command, saves its changes, notifies the subscribers and runs the effects. Throws a Refusal if the command is
   * not allowed; then nothing changes.
   */
  dispatch<K extends CommandType>(type: K, input: CommandInput<K>): CommandResult<K> {
    const context = this.#context
    context.now = this.now()
    context.programNow = this.programNow()
    context.catalogue = this.catalogue
    const decide = commands[type] as Decide<CommandResult<K>>
    const { result, saves, effects } = decideOrRollBack(this.#store, this.#random, decide, input, context)
    for (const { into, value } of saves) {
      this.requests.touch(into, value, this.#store)
      this.#store[into].put(value as never)
      if (this.#subscribers.size > 0) this.publish({ kind: 'saved', collection: into, value })
    }
    if (saves.length + effects.length > 0) this.#note(noteOf(type, input, result, this.#store), context.now)
    for (const effect of effects) this.#effects.run(effect)
    return result
  }

  /**
   * Runs actions dated before now, and the timers that they set, each at its own instant. Requests that are served meanwhile
   * see the current time. Refuses (409) if the world ends meanwhile.
   */
  async backfill(actions: (now: number) => Iterable<PastAction>): Promise<void> {
    const isWhole = await this.#scheduler.backfill(actions)
    must(isWhole, 'conflict', `world "${this.name}" was reset or removed while being populated; try again`)
  }

  /** The plan of a key for the next use by a customer: for a sequence, that of the next element. */
  planFor(plan: Plan, customerId: string): Plan {
    this.#context.catalogue = this.catalogue
    return planFor(this.#store, plan, customerId, this.#context)
  }

  /** Milliseconds of this world's clock. */
  now(): number {
    return this.#scheduler.clock.now()
  }

  get clockMode(): ClockMode {
    return this.#scheduler.clock.mode
  }

  get timers(): PendingTimers {
    return this.#scheduler.timers
  }

  /** Freezes the clock, lets it run, or sets it to `now` (ms). Timers that are due by then fire at once if the clock runs. */
  setClock(mode: ClockMode, now?: number): void {
    this.#scheduler.setClock(mode, now)
    this.#note(clockSet(mode, now))
    this.publish({ kind: 'clock' })
  }

  /**
   * Moves the clock forward to an instant (ms), which a function computes from the time at which its turn comes. Runs
   * everything that falls due, waits for the deliveries that this starts, and resolves to the timers that fired.
   */
  async advance(target: number | ((now: number) => number)): Promise<Timer[]> {
    const fired = await this.#scheduler.advance((now) => {
      const to = typeof target === 'number' ? target : target(now)
      this.#note(clockAdvanced(now, to))
      return to
    })
    this.publish({ kind: 'clock' })
    return fired
  }

  /** Returns a function that waits for the deliveries started since this call, or for the end of the world. */
  deliveriesFromNow(): () => Promise<void> {
    const older = this.#scheduler.running
    return () => this.#scheduler.settled(older)
  }

  /** Attempts a delivery again at once, whatever its status. Scheduled retries are unaffected. */
  redeliver(delivery: Delivery, edited?: Attempt['edited']): Promise<void> {
    return this.#effects.deliver(delivery.id, { manual: true, edited })
  }

  /** The request of an attempt, as it was sent. */
  requestOf(delivery: Delivery, attempt: Attempt): Outgoing {
    return this.#deliverer.requestOf(delivery, attempt)
  }

  /** Adds the counts and the current state of this world to the statistics of a report. */
  addTo(statistics: Statistics): void {
    this.requests.addTo(statistics)
    statistics.absorb(this.name, this.#store)
  }

  newTraceId(): string {
    return this.#random.newId('trace')
  }

  /** A number from 0 to just under 1. */
  random(): number {
    return this.#random.float()
  }

  /** Signs this world's tokens. */
  get signer(): TokenSigner {
    return this.#tokens.signer
  }

  /** Signs an access token for a client and stores it. `scope` only appears in its claims; it grants no rights. */
  issueToken(client: { id: string; scopes: Token['scopes']; scope: string }, issuer: string): Token {
    const { tokenLifetimeMs } = this.settings
    const jti = this.#random.newId('tok')
    return this.dispatch(
      'token.store',
      this.#tokens.issue(client, issuer, jti, this.programNow(), tokenLifetimeMs),
    )
  }

  /** Calls `subscriber` with everything that happens from now on. Returns a function that unsubscribes it. */
  subscribe(subscriber: Subscriber): () => void {
    return this.#subscribers.add(subscriber)
  }

  /** Calls `done` when the world ends or the process stops. Returns a function that cancels it. */
  atEnd(done: () => void): () => void {
    return this.#subscribers.atEnd(done)
  }

  publish(message: WorldMessage): void {
    this.#subscribers.publish(message)
  }

  /** Closes streams and ends waiting requests, before the process stops. */
  disconnectSubscribers(): void {
    this.#subscribers.end({ kind: 'closing' })
  }

  /** A snapshot of the world. Deliveries in progress are as they were before their attempt began. */
  snapshot(): Snapshot {
    return snapshotOf(this, this.#store, this.#random.state, this.#tokens.seed, this.#overlay.posted)
  }

  /** Ends the world: drops its timers, its deliveries in progress and its subscribers. */
  end(): void {
    this.#effects.end()
    this.#subscribers.end({ kind: 'reset' })
  }

  /** Notes something, unless it belongs to a past that is being filled. */
  #note(note: Note | undefined, at = this.now()): void {
    if (note && !this.#scheduler.timers.isPast) this.requests.note(at, note)
  }
}
