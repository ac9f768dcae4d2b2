import type { Token } from '../domain/access/model.ts'
import { claimsOf } from '../domain/access/token.ts'
import { type CommandInput, type CommandResult, type CommandType, commands } from '../domain/commands.ts'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import type { Decision, Effect } from '../domain/kernel/decision.ts'
import { must } from '../domain/kernel/errors.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Context, State } from '../domain/kernel/state.ts'
import type { LaterCommand, TimerCommand } from '../domain/kernel/timer-commands.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import { planFor } from '../domain/scenario/sequence.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import type { Attempt, Delivery } from '../domain/webhook/events.ts'
import type { TokenSigner } from '../engine/ports.ts'
import { Random } from '../engine/random.ts'
import { Ring } from '../engine/ring.ts'
import { type PastAction, Scheduler } from '../engine/scheduler.ts'
import { furnish } from '../engine/seed.ts'
import { createStore, type Store } from '../engine/store.ts'
import type { Outgoing } from '../engine/webhook-request.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { createContext, environmentEndpoint, type Shared, type WorldContext } from './context.ts'
import { Deliverer } from './deliverer.ts'
import { Overlay } from './posted-scenarios.ts'
import type { Settings } from './settings.ts'
import { contentOf, fill, timersOf } from './snapshot.ts'
import { type NotedRequest, Tally } from './statistics.ts'
import { type Watcher, Watchers, type WorldMessage } from './subscribers.ts'

export type { PastAction }

type Decide<R> = (state: State, input: unknown, context: Context) => Decision<R>

/** One world and its one door: load, decide, save, tell, run the effects. */
export class World {
  readonly name: string
  readonly scheduler: Scheduler
  readonly journal: Ring<JournalEntry>
  readonly random: Random
  /** Counts for the report; the journal forgets, this does not. */
  readonly tally = new Tally()
  /** Idempotency keys whose first request is still being carried out. */
  readonly running = new Set<string>()
  readonly #shared: Shared
  readonly #store: Store = createStore()
  readonly #context: WorldContext
  readonly #watchers = new Watchers()
  readonly #overlay: Overlay
  readonly #deliverer: Deliverer
  readonly #tokenSeed: string
  #signer: TokenSigner | undefined
  #ended = false

  /** Made from the fixtures, or from a snapshot. Throws an Error where the snapshot's scenarios do not fit the files. */
  constructor(name: string, shared: Shared, snapshot?: Snapshot) {
    const { ports, settings, fixtures } = shared
    this.name = name
    this.#shared = shared
    this.#tokenSeed = snapshot?.tokenSeed ?? `${shared.seed}/${name}`
    this.journal = new Ring(settings.journalLimit, snapshot?.requests)
    this.random = new Random(`${shared.seed}/${name}`)
    this.scheduler = new Scheduler(ports, (command) => this.#fireTimer(command))
    this.#overlay = new Overlay(shared.catalogue)
    this.#deliverer = new Deliverer(name, shared, this.#store)
    this.#context = createContext(shared, this.random)
    if (snapshot) this.#restore(snapshot)
    else {
      if (settings.clock !== undefined) this.scheduler.setClock('frozen', settings.clock)
      furnish(this.#store, fixtures, environmentEndpoint(settings), this.now())
    }
  }

  /** Milliseconds of this world's clock. */
  now(): number {
    return this.scheduler.clock.now()
  }

  /** What is stored, to be read. */
  get state(): State {
    return this.#store
  }

  get fixtures(): Fixtures {
    return this.#shared.fixtures
  }

  get settings(): Settings {
    return this.#shared.settings
  }

  /** The scenario files with what was posted to this world laid over them. */
  get catalogue(): Catalogue {
    return this.#overlay.catalogue
  }

  /** Lays further fragments over this world's catalogue. Throws an Error with all problems, and changes nothing then. */
  addScenarios(fragments: readonly ScenarioFragment[]): void {
    this.#overlay.add(fragments)
    this.publish({ kind: 'scenarios' })
  }

  /**
   * The door: decides a command, saves what it changes, runs what follows from it. Throws a Refusal, with nothing
   * changed, where the command is not allowed.
   */
  dispatch<K extends CommandType>(type: K, input: CommandInput<K>): CommandResult<K> {
    this.#context.now = this.now()
    this.#context.catalogue = this.catalogue
    const decide = commands[type] as Decide<CommandResult<K>>
    const { result, saves, effects } = allOrNothing(this.#store, this.random, decide, input, this.#context)
    for (const { into, value } of saves) {
      this.#store[into].put(value as never)
      if (this.#watchers.size > 0) this.publish({ kind: 'saved', collection: into, value })
    }
    for (const effect of effects) this.#run(effect)
    return result
  }

  /**
   * Runs what happened before now, each action and the timers that they set at their own instants; the clock stays what and
   * where it is for everybody else. Refuses (409) where the world ends meanwhile.
   */
  async backfill(actions: (now: number) => Iterable<PastAction>): Promise<void> {
    await this.scheduler.backfill(actions)
    must(
      !this.#ended,
      'conflict',
      `world "${this.name}" was reset or ended while its past was made; try again`,
    )
  }

  /** What a key means for the next use by a customer: of a sequence, the element whose turn it is. */
  planFor(plan: Plan, customerId: string): Plan {
    this.#context.catalogue = this.catalogue
    return planFor(this.#store, plan, customerId, this.#context)
  }

  /** Calls `watcher` with everything that happens from now on; the answer ends it. */
  watch(watcher: Watcher): () => void {
    return this.#watchers.add(watcher)
  }

  /** Calls `done` when the world ends or the process stops; the answer forgets it. */
  atEnd(done: () => void): () => void {
    return this.#watchers.atEnd(done)
  }

  publish(message: WorldMessage): void {
    this.#watchers.publish(message)
  }

  /** Adds a request to the journal and to the report; `bytes` is about how much the entry takes. */
  record(entry: JournalEntry, noted?: NotedRequest, bytes = 0): void {
    const { heap } = this.#shared
    this.journal.push(entry, !heap.isFull)
    heap.note(bytes)
    if (noted) this.tally.note(noted)
    if (this.#watchers.size > 0) this.publish({ kind: 'request', entry })
  }

  /** Signs an access token for a client and stores it. */
  issueToken(client: { id: string; scopes: Token['scopes'] }, issuer: string): Token {
    const now = this.now()
    const expiresAt = now + this.settings.tokenLifetimeMs
    const claims = claimsOf(client, issuer, this.random.newId('tok'), now, expiresAt)
    return this.dispatch('token.store', {
      id: this.signer.sign(claims),
      clientId: client.id,
      scopes: client.scopes,
      expiresAt,
    })
  }

  /** Signs this world's tokens; made on first use, from the seed. */
  get signer(): TokenSigner {
    this.#signer ??= this.#shared.ports.tokenSigner(this.#tokenSeed)
    return this.#signer
  }

  /** Tries a delivery by hand, at once, whatever its state; the ladder of retries goes on as before. */
  async redeliver(delivery: Delivery): Promise<void> {
    const attempt = this.#attempt(delivery.id, true)
    this.scheduler.track(attempt)
    await attempt
  }

  /** The request of an attempt, as it was sent. */
  requestOf(delivery: Delivery, attempt: Attempt): Outgoing {
    return this.#deliverer.requestOf(delivery, attempt)
  }

  /** The whole world at rest. What is under way is as it was before it began. */
  snapshot(): Snapshot {
    const { clock, timers } = this.scheduler
    return {
      world: this.name,
      clock: { mode: clock.mode, now: this.now() },
      random: this.random.state,
      tokenSeed: this.#tokenSeed,
      requests: this.journal.total,
      scenarios: this.#overlay.posted,
      timers: timers.upcoming(),
      state: contentOf(this.#store),
    }
  }

  /** Ends the world: timers, deliveries under way and watchers are forgotten. */
  end(): void {
    this.#ended = true
    this.#deliverer.end()
    this.scheduler.stop()
    this.#watchers.end({ kind: 'reset' })
  }

  /** The process stops: whoever watches or waits is let go. */
  endWatching(): void {
    this.#watchers.end({ kind: 'closing' })
  }

  #restore(snapshot: Snapshot): void {
    this.#overlay.replace(snapshot.scenarios)
    fill(this.#store, snapshot.state)
    this.random.state = snapshot.random
    this.scheduler.timers.load(timersOf(snapshot))
    this.scheduler.setClock(snapshot.clock.mode, snapshot.clock.now)
  }

  #run(effect: Effect): void {
    switch (effect.kind) {
      case 'schedule':
        this.scheduler.schedule(effect.id, effect.at, effect.command)
        break
      case 'cancel':
        this.scheduler.cancel(effect.id)
        break
      case 'remove':
        this.#store[effect.from].remove(effect.id)
        if (this.#watchers.size > 0) this.publish({ kind: 'removed', collection: effect.from, id: effect.id })
        break
      case 'follow':
        this.#fire(effect.command)
        break
      case 'emit':
        this.dispatch('event.record', effect)
        break
      case 'deliver':
        this.scheduler.track(this.#attempt(effect.deliveryId, false))
    }
  }

  #fire(command: LaterCommand): void {
    if (!this.#ended) this.dispatch(command.type, command.input as never)
  }

  /** A timer has nobody to refuse: what goes wrong is reported, and the timers after it fire all the same. */
  #fireTimer(command: TimerCommand): void {
    try {
      this.#fire(command)
    } catch (error) {
      this.#shared.ports.report(error)
    }
  }

  async #attempt(deliveryId: string, manual: boolean): Promise<void> {
    const attempt = await this.#deliverer.attempt(deliveryId, this.now(), manual)
    if (attempt && !this.#ended) this.dispatch('delivery.attempted', { id: deliveryId, attempt })
  }
}
