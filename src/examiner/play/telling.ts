import type { Charge } from '../../client.ts'
import { formatDuration } from '../../domain/kernel/duration.ts'
import { kindOf } from '../deviations.ts'
import type { Features } from '../flows.ts'
import { type Breach, judge, laws } from '../laws.ts'
import type { Story } from '../story.ts'
import type { Trace, WebhookFact } from '../trace.ts'
import { Customer } from './customer.ts'
import { Impostor } from './impostor.ts'
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
  readonly #impostor: Impostor
  #step = 0

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
    this.#impostor = new Impostor(stage, story, mode, this.#timeline, this.#witness)
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
      if (served && !this.#customer.isHosted) await this.#untilCharged()
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
      if (this.#customer.next(this.#witness.charges) || (late !== undefined && late <= end + windowMs)) {
        const isOurs = await this.#isOpen()
        if (isOurs) {
          end += windowMs
          ended = false
        }
      }
    }
    this.#step = await this.#impostor.copies(this.#step, () => this.#untilHolds())
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
    await this.#witness.look(this.#step)
    await this.#afterStep()
  }

  /** What the story has between this step and the next. */
  async #afterStep(): Promise<void> {
    const { restart } = this.#stage.shop
    for (const deviation of this.#story.deviations.filter((one) => one.at === this.#step)) {
      const { name } = deviation
      if (name === 'restart' && restart !== undefined) {
        this.#timeline.add('examiner', kindOf(name).happens)
        await restart()
        await this.#witness.look(this.#step)
      }
      await this.#impostor.after(this.#step, deviation)
    }
  }

  /** The customer does what a charge waits for, if it waits for something. */
  async #followNext(): Promise<boolean> {
    const act = this.#customer.next(this.#witness.charges)
    if (act === undefined) return false
    await this.#takeStep(async () => {
      await act({
        untilOver: (charge) => this.#untilOver(charge),
        pass: (ms) => this.#pass(ms),
        wait: () => this.#lookNow(),
      })
      return true
    })
    return true
  }

  /** Moves time until a charge is final, or without one to the end of the window, with everything that happens on the way. */
  async #untilOver(charge?: Charge): Promise<void> {
    const { service, windowMs } = this.#stage
    const end = this.#start + windowMs
    const isFinal = async (): Promise<boolean> =>
      charge !== undefined && (await service.emulator.charges.inspect(charge.id)).charge.status !== 'pending'
    await service.advanceThrough(end, isFinal)
    if (charge === undefined) await service.advanceTo(Math.max(end, service.now))
    this.#timeline.add('clock', 'the time to pay is over')
    await this.#witness.look(this.#step)
  }

  /** Moves time on while the customer does nothing. */
  async #pass(ms: number): Promise<void> {
    const { service } = this.#stage
    const end = service.now + ms
    await service.advanceThrough(end)
    await service.advanceTo(end)
    this.#timeline.add('clock', `${formatDuration(ms)} later`)
    await this.#lookNow()
  }

  /** Looks as soon as the program has done what it does at once. */
  async #lookNow(): Promise<void> {
    await this.#stage.service.settle(this.#mode)
    await this.#witness.look(this.#step)
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
    await this.#witness.look(this.#step)
    await this.#untilHolds()
  }

  /** Looks until what must come true in the end is true, or the patience is over. */
  async #untilHolds(): Promise<void> {
    const until = performance.now() + this.#stage.patienceMs
    while (performance.now() < until) {
      const trace = this.#witness.trace(this.#customer, [], undefined)
      if (endLaws.every((law) => laws[law].broken(trace) === undefined)) return
      await sleep(betweenLooksMs)
      await this.#witness.look(this.#step, 'quiet')
    }
  }

  /** Whether a charge of the order may still change, or a webhook about it is on its way. */
  async #isOpen(): Promise<boolean> {
    if (this.#customer.next(this.#witness.charges)) return true
    const events = await this.#stage.service.webhooksSince(this.#start, this.#witness.references())
    return events.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending'))
  }

  #features(webhooks: readonly WebhookFact[]): Features {
    const { endpoint } = this.#stage.service
    return {
      actions: this.#customer.followed,
      returns: this.#customer.returned,
      steps: this.#step,
      charged: this.#witness.firstCharged ?? 1,
      creations: this.#recorder.creations,
      webhooks: webhooks.length,
      reads: this.#recorder.reads,
      polls: this.#stage.polls,
      restarts: this.#stage.shop.restart !== undefined,
      hosted: this.#customer.isHosted,
      bareSecret: endpoint.form === 'v3' && endpoint.signature === 'secret',
    }
  }
}

/** Laws about what must be true in the end, which a program may need some time for. */
const endLaws = ['paid_iff_succeeded', 'fulfilled_once', 'ends'] as const
