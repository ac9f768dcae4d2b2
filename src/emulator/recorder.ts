import { currentStep } from '../domain/charge/flow.ts'
import type { Charge } from '../domain/charge/model.ts'
import { rightAnswer } from '../domain/charge/play.ts'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import type { ClockMode } from '../domain/kernel/enums.ts'
import type { Journal, JournalEntry } from '../domain/kernel/journal.ts'
import type { Act, EventFacts, Happening, Session } from '../domain/kernel/session.ts'
import type { State } from '../domain/kernel/state.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import { rulesInForce } from '../domain/scenario/commands.ts'
import { referenceOf, type WebhookEvent } from '../domain/webhook/events.ts'
import type { Note } from './notes.ts'
import type { Settings } from './settings.ts'
import type { Subscriber, WorldMessage } from './subscribers.ts'

/** The most happenings of one session; nobody would read a longer test. */
const maxHappenings = 2000

/** The most requests from before a session that are searched for what made the things that it uses. */
const maxEarlier = 1000

/** What a recorder sees of a world. */
interface Visible {
  readonly name: string
  readonly clockMode: ClockMode
  readonly fixtures: Fixtures
  readonly settings: Pick<Settings, 'webhookDelayMs' | 'tokenLifetimeMs'>
  readonly state: State
  readonly catalogue: Pick<Catalogue, 'find'>
  readonly requests: Pick<Journal, 'total' | 'newestFirst'>
  now(): number
  subscribe(subscriber: Subscriber): () => void
}

type Recordable = Visible & { readonly requests: { recorder: Recorder | undefined } }

/** Records what happens in a world from now on, until it is stopped or the world ends. */
export class Recorder {
  readonly #world: Visible
  readonly #name: string | undefined
  readonly #startedAt: number
  readonly #isFrozen: boolean
  readonly #first: number
  readonly #happenings: Happening[] = []
  readonly #earlier: readonly JournalEntry[]
  /** The charges as they were last, and the PINs that were sent to them since the last request. */
  readonly #charges = new Map<string, Charge>()
  readonly #pins = new Map<string, string>()
  readonly #events = new Set<string>()
  #stoppedAt: number | undefined
  #missed = 0
  readonly #unsubscribe: () => void

  constructor(world: Visible, name: string | undefined) {
    this.#world = world
    this.#name = name
    this.#startedAt = world.now()
    this.#isFrozen = world.clockMode === 'frozen'
    this.#first = world.requests.total
    this.#earlier = newest(world.requests.newestFirst(), maxEarlier)
    for (const { id, remaining, until, ...terms } of rulesInForce(world.state, world.now()))
      this.act(this.#startedAt, {
        kind: 'rule',
        id,
        terms,
        remaining,
        until,
      })
    this.#unsubscribe = world.subscribe((message) => this.#take(message))
  }

  get name(): string | undefined {
    return this.#name
  }

  get startedAt(): number {
    return this.#startedAt
  }

  /** Undefined while it records. */
  get stoppedAt(): number | undefined {
    return this.#stoppedAt
  }

  get isOn(): boolean {
    return this.#stoppedAt === undefined
  }

  /** How much was recorded. */
  get counts() {
    const requests = this.#happenings.filter(({ kind }) => kind === 'request').length
    const events = this.#happenings.filter(({ kind }) => kind === 'event').length
    return { requests, events, total: this.#happenings.length, missed: this.#missed }
  }

  /** Records another world from now on, as a session of the same name; undefined unless it records. */
  get restart(): ((world: Recordable) => void) | undefined {
    if (!this.isOn) return undefined
    return (world) => {
      world.requests.recorder = new Recorder(world, this.#name)
    }
  }

  stop(): void {
    if (this.#stoppedAt !== undefined) return
    this.#stoppedAt = this.#world.now()
    this.#unsubscribe()
  }

  /** Records what a note tells of, if a test can repeat it. */
  note(at: number, { act }: Pick<Note, 'act'>): void {
    if (act !== undefined) this.act(at, act)
  }

  act(at: number, act: Act): void {
    this.#add({ at, kind: 'act', act })
  }

  session(): Session {
    return {
      world: this.#world.name,
      name: this.#name,
      startedAt: this.#startedAt,
      stoppedAt: this.#stoppedAt,
      isFrozen: this.#isFrozen,
      happenings: [...this.#happenings],
      missed: this.#missed,
      fixtureIds: fixtureIds(this.#world.fixtures),
      tokenLifetimeMs: this.#world.settings.tokenLifetimeMs,
      reader: this.#world.fixtures.clients.find(({ scopes }) => !scopes.includes('payments:write')),
      earlier: this.#earlier,
    }
  }

  #add(happening: Happening): void {
    if (!this.isOn) return
    if (this.#happenings.length < maxHappenings) this.#happenings.push(happening)
    else this.#missed++
  }

  #take(message: WorldMessage): void {
    const at = this.#world.now()
    if (message.kind === 'reset' || message.kind === 'closing') this.stop()
    else if (message.kind === 'request' && message.entry.id > this.#first) this.#request(message.entry)
    else if (message.kind !== 'saved') return
    else if (message.collection === 'charges') this.#charge(message.value as Charge)
    else if (message.collection === 'events' && !this.#events.has(message.value.id)) {
      this.#events.add(message.value.id)
      const event = message.value as WebhookEvent
      this.#add({ at, kind: 'event', event: factsOf(event, this.#world.settings.webhookDelayMs) })
    }
  }

  #request(entry: JournalEntry): void {
    const plan = entry.scenario === undefined ? undefined : this.#world.catalogue.find(entry.scenario)
    const id = /chg_\w+/.exec(`${entry.path} ${entry.responseBody}`)?.[0]
    const pin = id === undefined ? undefined : this.#pins.get(id)
    this.#pins.clear()
    this.#add({ at: entry.at, kind: 'request', entry, pin, fault: plan?.response?.fault })
  }

  /** Finds out what PIN was sent, by what it did: the journal does not have it. */
  #charge(charge: Charge): void {
    const before = this.#charges.get(charge.id) ?? this.#createdFrom(charge)
    this.#charges.set(charge.id, charge)
    const step = currentStep(before)
    if (step === undefined || !('rejects' in step)) return
    const isWrong = charge.step === before.step && (charge.tries > before.tries || charge.status === 'failed')
    this.#pins.set(charge.id, (isWrong ? step.rejects[0] : rightAnswer(step)) ?? '12345')
  }

  /** The charge before its first step, with which its history begins. */
  #createdFrom(charge: Charge): Charge {
    return { ...charge, step: 0, tries: 0 }
  }
}

function newest(entries: Iterable<JournalEntry>, most: number): JournalEntry[] {
  const found: JournalEntry[] = []
  for (const entry of entries) {
    if (found.length === most) break
    found.push(entry)
  }
  return found.reverse()
}

const fixtureIds = ({ customers, paymentMethods, v3 }: Fixtures): ReadonlySet<string> =>
  new Set([...customers, ...paymentMethods, ...v3.beneficiaries].map(({ id }) => String(id)))

/** The same as in the plan of deliveries: how long the second event of a reversed pair is waited for. */
const reversedMs = 61_000

function factsOf(event: WebhookEvent, delayMs: number): EventFacts {
  const { type, plan, subject } = event
  const isWhole = !plan?.dropped && !plan?.signature && !plan?.staleBy && !plan?.body && !plan?.receiver
  const after = plan?.beforeResponse ? 0 : (plan?.delay ?? delayMs) + (plan?.spread ?? 0)
  return {
    type,
    reference: referenceOf(event),
    status:
      subject?.collection === 'charges' || subject?.collection === 'refunds'
        ? subject.value.status
        : undefined,
    deliveredAfter: isWhole ? (plan?.order === 'reversed' ? reversedMs : after) : undefined,
  }
}
