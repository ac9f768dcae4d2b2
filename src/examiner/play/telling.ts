import type { Charge } from '../../client.ts'
import { formatDuration } from '../../domain/kernel/duration.ts'
import { kindOf } from '../deviations.ts'
import type { Features } from '../flows.ts'
import { type Breach, judge, laws } from '../laws.ts'
import type { Story } from '../story.ts'
import type { Look, Trace, WebhookFact } from '../trace.ts'
import { between } from './between.ts'
import { Customer } from './customer.ts'
import { type MadeWebhook, type Signing, sendWebhook } from './forge.ts'
import { Recorder } from './recorder.ts'
import { disturbCalls, giveScenarios } from './scenario-rules.ts'
import type { Order, Sighting } from './shop.ts'
import { type Mode, type Stage, sleep } from './stage.ts'
import { Timeline } from './timeline.ts'
import { Witness } from './witness.ts'

/** The most steps of one story: more than any flow with every retry takes. */
const mostSteps = 80

/** How often the end of a story is looked at until its laws hold. Milliseconds. */
const betweenLooksMs = 10

/** What became of a story that was played. */
export interface Played {
  readonly story: Story
  readonly order: Order
  readonly trace: Trace
  readonly breaches: readonly Breach[]
  readonly features: Features
  readonly timeline: Timeline['moments']
  /** What the last look told. */
  readonly told: Sighting
}

/** One story while it is played. */
export class Telling {
  readonly #stage: Stage
  readonly #story: Story
  readonly #mode: Mode
  readonly #order: Order
  readonly #start: number
  readonly #timeline: Timeline
  readonly #recorder: Recorder
  readonly #customer: Customer
  readonly #witness: Witness
  #step = 0
  #forged: Look['forged'] = 'no'

  constructor(stage: Stage, story: Story, mode: Mode) {
    this.#stage = stage
    this.#story = story
    this.#mode = mode
    this.#order = stage.nextOrder()
    this.#start = stage.service.now
    this.#timeline = new Timeline(this.#start, () => stage.service.now)
    this.#recorder = new Recorder(stage.service, this.#timeline)
    this.#witness = new Witness(
      stage,
      story,
      this.#order,
      this.#timeline,
      mode.recorded ? this.#recorder : undefined,
    )
    this.#customer = new Customer(
      stage.shop,
      stage.service,
      this.#order,
      (name, action) => story.deviations.some((one) => one.name === name && one.at === action),
      (what) => this.#timeline.add('customer', what),
    )
  }

  async play(): Promise<Played> {
    const { service, shop, windowMs } = this.#stage
    await giveScenarios(service, this.#story)
    if (this.#mode.recorded) await service.newRequests()
    await this.#takeStep(async () => {
      const served = await this.#customer.press()
      if (served) await this.#untilCharged()
      return true
    })
    let end = this.#start + windowMs
    for (let ended = false; this.#step < mostSteps; ) {
      if (await this.#followNext()) continue
      const due = await service.nextDue()
      if (due !== undefined && due <= end) {
        await this.#takeStep(() => service.advanceTo(due))
        continue
      }
      if (ended) break
      await this.#end(end)
      ended = true
      // What the program began at the last moment gets its time, too.
      const late = await service.nextDue()
      if (this.#customer.waiting(this.#witness.charges) || (late !== undefined && late <= end + windowMs)) {
        const isOurs = await this.#isOpen()
        if (isOurs) {
          end += windowMs
          ended = false
        }
      }
    }
    await this.#copies()
    const webhooks = await service.webhookFacts(this.#start, this.#witness.references())
    const trace = this.#witness.trace(this.#customer, webhooks, await shop.down())
    return {
      story: this.#story,
      order: this.#order,
      trace,
      breaches: judge(trace),
      features: this.#features(trace.webhooks),
      timeline: this.#timeline.moments,
      told: this.#witness.told,
    }
  }

  /** Something happens, the program does what it does at once, and its belief is looked at. */
  async #takeStep(happens: () => Promise<boolean>): Promise<void> {
    const { service, patienceMs } = this.#stage
    this.#step++
    if (this.#step > 1) await disturbCalls(service, this.#story, this.#step)
    const heard = await happens()
    if (heard) await service.settle(this.#mode)
    if (heard && this.#mode.patient) await sleep(patienceMs)
    await this.#witness.look(this.#step, this.#forged)
    await this.#afterStep()
  }

  /** What the story has between this step and the next. */
  async #afterStep(): Promise<void> {
    const { restart } = this.#stage.shop
    for (const { name } of this.#story.deviations.filter((one) => one.at === this.#step)) {
      if (name === 'restart' && restart !== undefined) {
        this.#timeline.add('examiner', kindOf(name).happens)
        await restart()
        await this.#witness.look(this.#step, this.#forged)
      }
      const made = between[name]?.(this.#witness.charges)
      if (made !== undefined) await this.#send(made.event, made.signing, kindOf(name).happens)
    }
  }

  async #send(event: MadeWebhook, signing: Signing, what: string): Promise<void> {
    const { service, patienceMs } = this.#stage
    const { status, text } = await sendWebhook(service.endpoint, event, signing)
    this.#timeline.add('examiner', `${what} (${event.type}) → ${status === 0 ? text : status}`)
    await service.settle(this.#mode)
    if (this.#mode.patient) await sleep(patienceMs)
    const isForged = signing !== 'true'
    if (isForged) this.#forged = 'just'
    await this.#witness.look(this.#step, this.#forged)
    if (isForged) this.#forged = 'before'
  }

  /** Copies of genuine webhooks, at the end. */
  async #copies(): Promise<void> {
    const { service } = this.#stage
    const wanted = this.#story.deviations.filter(({ name }) => name === 'forged_old')
    if (wanted.length === 0) return
    const sent = await service.webhooksSince(this.#start, this.#witness.references())
    for (const { at } of wanted) {
      const copied = sent.filter(({ deliveries }) => deliveries.some(({ attempts }) => attempts > 0))[at - 1]
      if (copied === undefined) continue
      this.#step++
      await this.#send(copied.event, 'old', kindOf('forged_old').happens)
      await this.#untilHolds()
    }
  }

  /** The customer does what a charge waits for, if it waits for something. */
  async #followNext(): Promise<boolean> {
    const charge = this.#customer.waiting(this.#witness.charges)
    if (charge === undefined) return false
    await this.#takeStep(async () => {
      await this.#customer.follow(charge, (waiting) => this.#untilFinal(waiting))
      return true
    })
    return true
  }

  /** Moves time until a charge is final, with everything that happens on the way. */
  async #untilFinal(charge: Charge): Promise<void> {
    const { service, windowMs } = this.#stage
    for (let turn = 0; turn < mostSteps; turn++) {
      const due = await service.nextDue()
      if (due === undefined || due > this.#start + windowMs) return
      await service.advanceTo(due)
      if ((await service.emulator.charges.inspect(charge.id)).charge.status !== 'pending') break
    }
    this.#timeline.add('clock', 'the time to pay is over')
    await this.#witness.look(this.#step, this.#forged)
  }

  /** A program that answers first and creates the charge afterwards gets its time. */
  async #untilCharged(): Promise<void> {
    const until = performance.now() + this.#stage.patienceMs
    do {
      await this.#witness.readCharges()
      if (this.#witness.charges.length > 0) return
      await sleep(betweenLooksMs)
    } while (performance.now() < until)
  }

  async #end(end: number): Promise<void> {
    const { service } = this.#stage
    this.#timeline.add('clock', `the end of the window of ${formatDuration(this.#stage.windowMs)}`)
    const heard = await service.advanceTo(Math.max(end, service.now))
    if (heard) await service.settle(this.#mode)
    await this.#witness.look(this.#step, this.#forged)
    await this.#untilHolds()
  }

  /** Looks until what must come true in the end is true, or the patience is over. */
  async #untilHolds(): Promise<void> {
    const until = performance.now() + this.#stage.patienceMs
    while (performance.now() < until) {
      const trace = this.#witness.trace(this.#customer, [], undefined)
      if (endLaws.every((law) => laws[law].broken(trace) === undefined)) return
      await sleep(betweenLooksMs)
      await this.#witness.look(this.#step, this.#forged, 'quiet')
    }
  }

  /** Whether a charge of the order may still change, or a webhook about it is on its way. */
  async #isOpen(): Promise<boolean> {
    if (this.#customer.waiting(this.#witness.charges)) return true
    const events = await this.#stage.service.webhooksSince(this.#start, this.#witness.references())
    return events.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending'))
  }

  #features(webhooks: readonly WebhookFact[]): Features {
    return {
      actions: this.#customer.followed,
      returns: this.#customer.returned,
      steps: this.#step,
      creations: this.#recorder.creations,
      webhooks: webhooks.length,
      reads: this.#recorder.reads,
      polls: this.#stage.polls,
      restarts: this.#stage.shop.restart !== undefined,
    }
  }
}

/** Laws about what must be true in the end, which a program may need some time for. */
const endLaws = ['paid_iff_succeeded', 'fulfilled_once', 'ends'] as const
