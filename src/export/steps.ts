import { formatDuration } from '../domain/kernel/duration.ts'
import type { EventFacts, Session } from '../domain/kernel/session.ts'
import { controlStep } from './acts.ts'
import { requestsBefore, usedIds } from './earlier.ts'
import { Names } from './names.ts'
import { Requests } from './requests.ts'
import type { Script, Step, Value, Variable } from './script.ts'
import { textWith, variablesIn } from './values.ts'

/** How long a pause must be to be part of the test if nothing was due in it. Milliseconds. */
const longPauseMs = 60_000

/** How much longer than planned a delivery is waited for, and the unit of jumps that stand for pauses. Milliseconds. */
const unitMs = 1000

/** How long before its end an access token is replaced. Milliseconds. */
const tokenMarginMs = 60_000

/** An event that is awaited; when it happened and when it is delivered, in milliseconds since the start. */
type Pending = { event: EventFacts; happened: number; due: number }

/** The steps of a test that repeats a session on a world with a frozen clock. */
export const scriptOf = (session: Session): Script => new Builder(session).script()

const isTimer = (one: Session['happenings'][number]): boolean =>
  one.kind === 'act' && one.act.kind === 'timer'

class Builder {
  readonly #session: Session
  readonly #names = new Names()
  readonly #known = new Map<string, Variable>()
  readonly #references: { variable: Variable; before: string; after: string }[] = []
  readonly #steps: Step[] = []
  readonly #remarks = new Set<string>()
  readonly #requests: Requests
  /** The time of the test, in milliseconds since its start. */
  #now = 0
  /** The last jump of the clock: when it began, in the session and in the test. */
  #jump = { at: 0, now: 0 }
  #tokenUntil = 0
  #events: Pending[] = []
  #isHeld = false
  /** The charge that is being played to its end, which moves the clock itself. */
  #played: string | undefined

  constructor(session: Session) {
    this.#session = session
    this.#requests = new Requests(this.#names, this.#known, (remark) => void this.#remarks.add(remark))
  }

  script(): Script {
    const { happenings, startedAt, isFrozen, name, missed } = this.#session
    const earlier = requestsBefore(this.#session)
    if (earlier.length > 0)
      this.#remarks.add(
        `The first ${earlier.length === 1 ? 'request was' : `${earlier.length} requests were`} sent before the session began: later ones need what was made there.`,
      )
    if (missed > 0) this.#remarks.add(`The session was too long: its last ${missed} steps are missing.`)
    const entries = happenings.flatMap((one) => (one.kind === 'request' ? [one.entry] : []))
    this.#nameReferences([...earlier, ...entries].map(({ requestBody }) => requestBody))
    this.#requests.findRepeatedNonces([...earlier, ...entries])
    this.#jump.at = startedAt
    this.#tokenUntil = this.#session.tokenLifetimeMs
    for (const entry of earlier) this.#request({ entry, pin: undefined, fault: undefined })
    for (const one of happenings) {
      // What the clock brought about is awaited before anything else is done.
      if (one.kind !== 'event' && !isTimer(one)) this.#awaitDue(({ happened }) => happened < this.#now)
      if (one.kind === 'event') this.#event(one.at, one.event)
      else if (one.kind === 'request') this.#request(one)
      else this.#act(one)
      if (one.kind !== 'event') this.#awaitDue()
    }
    this.#end()
    this.#tellUnknownIds()
    const hasSet = this.#steps.some(({ kind }) => kind === 'set')
    return {
      title: name ?? 'the recorded session',
      start: isFrozen || hasSet ? new Date(startedAt).toISOString() : undefined,
      references: this.#references,
      steps: this.#withoutUnused(),
      reader: this.#session.reader,
      remarks: [...this.#remarks],
    }
  }

  /** A variable for each reference that a request sends. A suffix that may select a scenario stays at the end. */
  #nameReferences(bodies: readonly string[]): void {
    for (const body of bodies)
      for (const [, reference = ''] of body.matchAll(/"reference"\s*:\s*"([\w-]{6,42})"/g)) {
        if (this.#known.has(reference)) continue
        const [before = '', ...after] = reference.split('_')
        const variable = this.#names.ofReference(reference)
        this.#known.set(reference, variable)
        this.#references.push({
          variable,
          before: before.slice(0, 33 - after.join('_').length),
          after: after.map((part) => `_${part}`).join(''),
        })
      }
  }

  #request(one: Parameters<Requests['step']>[0]): void {
    this.#pause(one.entry.at, longPauseMs)
    const step = this.#requests.step(one)
    if (step === undefined) return
    if ((step.auth === 'client' || step.auth === 'reader') && this.#now > this.#tokenUntil - tokenMarginMs)
      this.#token()
    this.#steps.push(step)
  }

  #token(): void {
    this.#steps.push({ kind: 'token' })
    this.#tokenUntil = this.#now + this.#session.tokenLifetimeMs
  }

  #act({ at, act }: Extract<Session['happenings'][number], { kind: 'act' }>): void {
    if (act.kind === 'timer') {
      if (act.ended === this.#played) this.#played = undefined
      this.#pause(at, 1)
    } else if (act.kind === 'advance') {
      this.#advance(at, act.by)
    } else if (act.kind === 'clock') {
      if (act.now === undefined) return
      this.#steps.push({ kind: 'set', to: new Date(act.now).toISOString() })
      this.#now = act.now - this.#session.startedAt
      this.#jump = { at: act.now, now: this.#now }
    } else if (act.kind === 'elsewhere') {
      this.#remarks.add(`Left out: ${act.what}. A test would do that in a browser.`)
    } else if (act.kind === 'play') {
      if (this.#played !== act.id)
        this.#steps.push({ kind: 'pay', charge: this.#id(act.id), processorResponse: act.processorResponse })
      this.#played = act.isOver ? undefined : act.id
    } else {
      this.#pause(at, longPauseMs)
      if (act.kind === 'hold') this.#isHeld = act.hold
      this.#steps.push(controlStep(act, at, (id) => this.#id(id), this.#known))
      if (act.kind === 'revoke') this.#token()
    }
  }

  #advance(at: number, by: number): void {
    this.#jump = { at, now: this.#now }
    this.#now += by
    if (this.#played === undefined) this.#steps.push({ kind: 'advance', by: formatDuration(by) })
  }

  /** Catches up with a session whose clock was running, if the pause is worth a step. */
  #pause(at: number, atLeast: number): void {
    const behind = at - this.#session.startedAt - this.#now
    if (behind < atLeast) return
    const by = Math.ceil(behind / unitMs) * unitMs
    this.#steps.push({ kind: 'advance', by: formatDuration(by) })
    this.#jump = { at: at - by, now: this.#now }
    this.#now += by
  }

  /** Waits for an event as soon as the clock of the test has come far enough. */
  #event(at: number, event: EventFacts): void {
    const happened = Math.min(this.#now, this.#jump.now + Math.max(0, at - this.#jump.at))
    this.#events.push({ event, happened, due: happened + (event.deliveredAfter ?? 0) })
  }

  #awaitDue(which: (pending: Pending) => boolean = () => true): void {
    if (this.#isHeld) return
    const due = this.#events.filter((pending) => pending.due <= this.#now && which(pending))
    for (const { event } of due) this.#await(event, event.deliveredAfter !== undefined)
    this.#events = this.#events.filter((pending) => !due.includes(pending))
  }

  /** Waits for what is still on its way when the session ends. */
  #end(): void {
    if (!this.#isHeld && this.#events.length > 0) {
      const left = Math.max(...this.#events.map(({ due }) => due)) - this.#now
      const by = Math.ceil(left / unitMs) * unitMs
      if (by > 0) this.#steps.push({ kind: 'advance', by: formatDuration(by) })
      this.#now += by
      this.#awaitDue()
    }
    for (const { event } of this.#events) this.#await(event, false)
  }

  #await({ type, reference, status }: EventFacts, isDelivered: boolean): void {
    const about = reference === undefined ? undefined : textWith(reference, this.#known)
    this.#steps.push({ kind: 'await', type, reference: about, isDelivered, status })
  }

  #id(id: string): Value {
    return this.#known.get(id) ?? id
  }

  #tellUnknownIds(): void {
    const text = this.#steps.map((step) => JSON.stringify(step)).join()
    for (const id of usedIds(text))
      if (!this.#session.fixtureIds.has(id))
        this.#remarks.add(
          `${id} is not made in this session: replace it by an id that exists in a new world.`,
        )
  }

  /** Leaves out the variables that no later step uses. */
  #withoutUnused(): Step[] {
    const used = new Set<string>()
    for (const step of this.#steps)
      for (const [name, value] of Object.entries(step))
        if (name !== 'captures') variablesIn(value as Value, used)
    return this.#steps.map((step) =>
      step.kind === 'request'
        ? { ...step, captures: step.captures.filter(({ variable }) => used.has(variable.name)) }
        : step,
    )
  }
}
