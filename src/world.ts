import type { Catalogue, Plan } from './domain/catalogue.ts'
import { type CommandInput, type CommandResult, type CommandType, commands } from './domain/commands.ts'
import type { Decision, Effect, StoredCommand } from './domain/decision.ts'
import type { Delivery, WebhookEvent } from './domain/events.ts'
import type { Fixtures } from './domain/fixtures.ts'
import type { ScenarioFragment } from './domain/scenario.ts'
import { planFor } from './domain/sequence.ts'
import type { Context, State } from './domain/state.ts'
import type { Token } from './domain/token.ts'
import { Random } from './effects/random.ts'
import { Scheduler } from './effects/scheduler.ts'
import { attemptDelivery } from './effects/webhooks.ts'
import type { JournalEntry } from './journal.ts'
import type { Ports, TokenSigner } from './ports.ts'
import type { Settings } from './settings.ts'
import { furnish } from './store/furnish.ts'
import { Ring } from './store/ring.ts'
import { createStore, type Store } from './store/store.ts'
import { type Watcher, Watchers, type WorldMessage } from './watchers.ts'
import { presentEvent } from './wire/event.ts'

/** What all worlds of an emulator share. */
export interface Shared {
  ports: Ports
  settings: Settings
  fixtures: Fixtures
  seed: string
  catalogue(): Catalogue
}

/** One world and its one door: load, decide, save, tell, run the effects. */
export class World {
  readonly name: string
  readonly scheduler: Scheduler
  readonly journal: Ring<JournalEntry>
  readonly random: Random
  /** Idempotency keys whose first request is still being carried out. */
  readonly running = new Set<string>()
  readonly #shared: Shared
  readonly #store: Store = createStore()
  readonly #context: Context & { now: number; catalogue: Catalogue }
  readonly #watchers = new Watchers()
  #catalogue: { base: Catalogue; full: Catalogue } | undefined
  #posted: ScenarioFragment[] = []
  #signer: TokenSigner | undefined
  #ended = false

  constructor(name: string, shared: Shared) {
    const { ports, settings, fixtures } = shared
    const signing = {
      secret: settings.webhookSecret,
      signature: settings.webhookSignature,
      header: settings.webhookHeader,
    }
    this.name = name
    this.#shared = shared
    this.journal = new Ring(settings.journalLimit)
    this.random = new Random(`${shared.seed}/${name}`)
    this.scheduler = new Scheduler(ports, (command) => this.#fire(command))
    this.#context = {
      now: 0,
      catalogue: shared.catalogue(),
      settings: {
        fees: fixtures.fees,
        settleAfterMs: fixtures.settleAfter,
        webhook: {
          delayMs: settings.webhookDelayMs,
          retryDelaysMs: settings.webhookRetryDelaysMs,
          callback: signing,
        },
        v3: fixtures.v3,
      },
      newId: this.random.newId,
      digits: this.random.digits,
      random: this.random.float,
      decrypt: (encrypted, nonce) =>
        fixtures.pinEncryption === 'off'
          ? encrypted
          : ports.decryptAesGcm(fixtures.pinEncryptionKey, nonce, encrypted),
    }
    const { webhookUrl: url } = settings
    const whole = { id: 'whe_environment', events: undefined, headers: {}, ...signing }
    furnish(this.#store, fixtures, url === undefined ? undefined : { ...whole, url }, this.now())
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
    const base = this.#shared.catalogue()
    if (this.#posted.length === 0) return base
    if (this.#catalogue?.base !== base) this.#catalogue = { base, full: base.with(this.#posted) }
    return this.#catalogue.full
  }

  /** Lays further fragments over this world's catalogue. Throws an Error with all problems, and changes nothing then. */
  addScenarios(fragments: readonly ScenarioFragment[]): void {
    const keys = new Set(fragments.map((fragment) => fragment.key))
    const posted = [...this.#posted.filter((fragment) => !keys.has(fragment.key)), ...fragments]
    const problems = this.#shared.catalogue().with(posted).problems()
    if (problems.length > 0) throw new Error(problems.join('\n'))
    this.#posted = posted
    this.#catalogue = undefined
    this.publish({ kind: 'scenarios' })
  }

  /**
   * The door: decides a command, saves what it changes, runs what follows from it. Throws a Refusal, with nothing
   * changed, where the command is not allowed.
   */
  dispatch<K extends CommandType>(type: K, input: CommandInput<K>): CommandResult<K> {
    this.#context.now = this.now()
    this.#context.catalogue = this.catalogue
    const decide = commands[type] as (
      state: State,
      input: unknown,
      context: Context,
    ) => Decision<CommandResult<K>>
    const { result, saves, effects } = decide(this.#store, input, this.#context)
    for (const { into, value } of saves) {
      this.#store[into].put(value as never)
      if (this.#watchers.size > 0) this.publish({ kind: 'saved', collection: into, value })
    }
    for (const effect of effects) this.#run(effect)
    return result
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

  publish(message: WorldMessage): void {
    this.#watchers.publish(message)
  }

  /** Adds a request to the journal. */
  record(entry: JournalEntry): void {
    this.journal.push(entry)
    if (this.#watchers.size > 0) this.publish({ kind: 'request', entry })
  }

  /** Signs an access token for a client and stores it. `claims` go beside the standard ones; times in seconds. */
  issueToken(client: { id: string; scopes: Token['scopes'] }, issuer: string, expiresAt: number): Token {
    const claims = {
      exp: Math.floor(expiresAt / 1000),
      iat: Math.floor(this.now() / 1000),
      jti: this.random.newId('tok'),
      iss: issuer,
      sub: client.id,
      azp: client.id,
      typ: 'Bearer',
      scope: client.scopes.join(' '),
    }
    return this.dispatch('token.store', {
      id: this.signer.sign(claims),
      clientId: client.id,
      scopes: client.scopes,
      expiresAt,
    })
  }

  /** Signs this world's tokens; made on first use, from the seed. */
  get signer(): TokenSigner {
    this.#signer ??= this.#shared.ports.tokenSigner(`${this.#shared.seed}/${this.name}`)
    return this.#signer
  }

  /** Tries a delivery by hand, at once, whatever its state; the ladder of retries goes on as before. */
  async redeliver(delivery: Delivery, event: WebhookEvent): Promise<void> {
    await this.#attempt(delivery, event, true)
  }

  /** The body with which an event is delivered. */
  eventBody(event: WebhookEvent): string {
    return JSON.stringify(presentEvent(event, this.#shared.ports.qrCode))
  }

  /** Ends the world: timers, deliveries under way and watchers are forgotten. */
  end(): void {
    this.#ended = true
    this.scheduler.stop()
    this.#watchers.end({ kind: 'reset' })
  }

  /** The process stops: whoever watches or waits is let go. */
  endWatching(): void {
    this.#watchers.end({ kind: 'closing' })
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
      case 'deliver': {
        const delivery = this.#store.deliveries.get(effect.deliveryId)
        const event = delivery && this.#store.events.get(delivery.eventId)
        if (delivery && event) this.scheduler.track(this.#attempt(delivery, event, false))
      }
    }
  }

  #fire(command: StoredCommand): void {
    if (!this.#ended) this.dispatch(command.type as CommandType, command.input as never)
  }

  async #attempt(delivery: Delivery, event: WebhookEvent, manual: boolean): Promise<void> {
    const { ports, settings } = this.#shared
    const limits = { timeoutMs: settings.webhookTimeoutMs, maxResponseBytes: 65_536 }
    const body = this.eventBody(event)
    const attempt = await attemptDelivery(ports, limits, this.name, event, delivery, body, this.now())
    if (!this.#ended) this.dispatch('delivery.attempted', { id: delivery.id, attempt, manual })
  }
}
