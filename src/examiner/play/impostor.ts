import { kindOf } from '../deviations.ts'
import type { Deviation, Story } from '../story.ts'
import { between, compose } from './between.ts'
import { type MadeWebhook, type Signing, sendWebhook } from './forge.ts'
import { type Mode, type Stage, sleep } from './stage.ts'
import type { Timeline } from './timeline.ts'
import type { Witness } from './witness.ts'

/** Sends the webhooks of a story that do not come from the service, and has a look after each. */
export class Impostor {
  readonly #stage: Stage
  readonly #story: Story
  readonly #mode: Mode
  readonly #timeline: Timeline
  readonly #witness: Witness
  /** Milliseconds of the emulated clock. */
  readonly #start: number

  constructor(stage: Stage, story: Story, mode: Mode, timeline: Timeline, witness: Witness) {
    this.#stage = stage
    this.#story = story
    this.#mode = mode
    this.#timeline = timeline
    this.#witness = witness
    this.#start = stage.service.now
  }

  /** The webhook of a deviation, directly after a step. */
  async after(step: number, { name }: Deviation): Promise<void> {
    const kind = between[name]
    if (kind === undefined) return
    const made = await compose(kind, this.#witness.charges, this.#stage.service)
    if (made !== undefined) await this.#send(step, made, kind.signing, kindOf(name).happens)
  }

  /** Copies of genuine webhooks, at the end: the number of the last step. `sent` is called after each. */
  async copies(last: number, sent: () => Promise<void>): Promise<number> {
    const { service } = this.#stage
    const wanted = this.#story.deviations.filter(({ name }) => name === 'forged_old')
    if (wanted.length === 0) return last
    const genuine = await service.webhooksSince(this.#start, this.#witness.references())
    const tried = genuine.filter(({ deliveries }) => deliveries.some(({ attempts }) => attempts > 0))
    let step = last
    for (const { at } of wanted) {
      const entry = tried[at - 1]
      const copy = entry && (await service.sentWebhook(entry))
      if (copy === undefined) continue
      step++
      await this.#send(step, copy, 'old', kindOf('forged_old').happens)
      await sent()
    }
    return step
  }

  async #send(step: number, webhook: MadeWebhook, signing: Signing, what: string): Promise<void> {
    const { service, patienceMs } = this.#stage
    const { status, text } = await sendWebhook(service.endpoint, webhook, signing)
    this.#timeline.add('examiner', `${what} (${webhook.type}) → ${status === 0 ? text : status}`)
    await service.settle(this.#mode)
    if (this.#mode.patient) await sleep(patienceMs)
    const isForged = signing !== 'true'
    if (isForged) this.#witness.forged = 'just'
    await this.#witness.look(step)
    if (isForged) this.#witness.forged = 'before'
  }
}
