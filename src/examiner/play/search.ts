import { covers, type Finding, isKnown, mostPerLaw } from '../findings.ts'
import type { Features } from '../flows.ts'
import { type Breach, judge, type LawName, lawNames } from '../laws.ts'
import { notesOf } from '../notes.ts'
import { randomOf } from '../random.ts'
import { stories } from '../search.ts'
import { shrink } from '../shrink.ts'
import { parseStory, type Story, storyText } from '../story.ts'
import { canPay } from './next-customer.ts'
import { isFine, type Result, type SearchOptions, unusable } from './outcome.ts'
import type { Mode, Stage } from './stage.ts'
import { type Played, Telling } from './telling.ts'

/** After so many stories their orders are looked at again, but not the last ones, on which the program may still work. */
const [manySeen, lastSeen] = [12, 4]

const quick: Mode = { patient: false, recorded: false }
const recorded: Mode = { patient: false, recorded: true }
const patient: Mode = { patient: true, recorded: true }

/** The search through stories of one program. */
export class Search {
  readonly #stage: Stage
  readonly #options: SearchOptions
  readonly #features = new Map<string, Features>()
  readonly #findings: Finding[] = []
  /** What was seen last of each order, to find those that change afterwards. */
  readonly #seen: Played[] = []
  readonly #started = performance.now()
  #played = 0
  #isOver = false
  #fleeting = 0

  constructor(stage: Stage, options: SearchOptions) {
    this.#stage = stage
    this.#options = options
  }

  /** Rejects with an UnusableError where the simplest plain story does not hold. */
  async run(): Promise<Result> {
    await this.mustHold()
    const space = {
      ...this.#options,
      flows: this.#flows,
      features: (flow: string) => this.#features.get(flow),
      isKnown: (story: Story) => isKnown(this.#findings, story),
    }
    for (const story of stories(space, randomOf(this.#options.seed))) {
      if (this.#isDone()) break
      await this.#try(story)
      this.#tell(story)
      if (this.#seen.length >= manySeen)
        await this.#lookAgain(this.#seen.splice(0, this.#seen.length - lastSeen))
    }
    await this.#lookAgain(this.#seen.splice(0))
    return this.#result()
  }

  /** Plays one story three times, with patience: a program that takes its time is not unsteady for that. */
  async replay(story: Story): Promise<Result & { played: Played }> {
    await this.mustHold()
    const all: Played[] = []
    for (let count = 0; count < 3; count++) all.push(await this.#play(story, patient))
    for (const law of lawNames) {
      const broken = all.filter(({ breaches }) => breaches.some((one) => one.law === law))
      const [first] = broken
      if (first === undefined) continue
      const { how } = first.breaches.find((one) => one.law === law) as Breach
      const unsteady = broken.length < all.length
      this.#findings.push(this.#finding({ law, how, story, unsteady, timeline: first.timeline }))
    }
    return { ...this.#result(), played: all.at(-1) as Played }
  }

  /** Plays a story of the result again, and reports it again: all findings, and what became of those of this story. */
  async again(text: string): Promise<Result> {
    const played = await this.#play(parseStory(text), recorded)
    this.#findings.forEach((finding, index) => {
      if (storyText(finding.story) !== text) return
      const how = played.breaches.find(({ law }) => law === finding.law)?.how
      const told = { timeline: played.timeline, how: how ?? finding.how }
      this.#findings[index] = { ...finding, ...told, unsteady: finding.unsteady || how === undefined }
    })
    return this.#result()
  }

  /** Plays the simplest story, and learns from it what the program does. */
  async mustHold(): Promise<void> {
    const story = this.#simplest
    const first = await this.#play(story, recorded)
    const last = isFine(first) ? first : await this.#play(story, patient)
    if (isFine(last)) return
    throw unusable(last)
  }

  get #simplest(): Story {
    return { flow: this.#options.flows[0] ?? 'scenario:noauth', issuer: 'approved', deviations: [] }
  }

  get #isHosted(): boolean {
    return this.#features.get(this.#simplest.flow)?.hosted === true
  }

  get #flows(): readonly string[] {
    return this.#isHosted ? this.#options.hostedFlows : this.#options.flows
  }

  #isDone(): boolean {
    const { budgetMs, stories: most, signal } = this.#options
    return (
      this.#isOver ||
      signal?.aborted === true ||
      this.#played >= most ||
      performance.now() - this.#started > budgetMs
    )
  }

  async #play(story: Story, mode: Mode): Promise<Played> {
    this.#played++
    let played = await new Telling(this.#stage, story, mode).play()
    if (story.deviations.length === 0 && story.issuer === 'approved' && mode.recorded)
      this.#features.set(story.flow, played.features)
    if (played.trace.down !== undefined) await this.#revive()
    else if (story.deviations.length > 0) {
      const stuck = await this.#stuck()
      if (stuck !== undefined) {
        const trace = { ...played.trace, stuck }
        played = { ...played, trace, breaches: judge(trace) }
        await this.#revive()
      }
    }
    if (story.deviations.some(({ name }) => name === 'restart')) this.#seen.length = 0
    else this.#seen.push(played)
    return played
  }

  /** Why the simplest story no longer goes through; undefined where it does. */
  async #stuck(): Promise<string | undefined> {
    if (await canPay(this.#stage, this.#simplest)) return undefined
    const again = await new Telling(this.#stage, this.#simplest, patient).play()
    if (isFine(again)) return undefined
    const [breach] = again.breaches
    return `afterwards the simplest story no longer goes through: ${breach?.how ?? `the order is ${again.told.told}`}`
  }

  async #revive(): Promise<void> {
    const { restart } = this.#stage.shop
    // What it kept in memory is gone, so looking at earlier orders again would say nothing.
    this.#seen.length = 0
    if (restart === undefined) this.#isOver = true
    else {
      await restart()
      // It was not new before either: it had a token, and connections.
      await canPay(this.#stage, this.#simplest)
    }
  }

  async #try(story: Story): Promise<void> {
    const isPlain = story.deviations.length === 0
    let { breaches } = await this.#play(story, isPlain ? recorded : quick)
    if (isPlain && breaches.length === 0 && this.#isWorthWaiting(story))
      ({ breaches } = await this.#play(story, patient))
    for (const { law } of breaches) await this.#confirm(law, story)
  }

  /** Only a patient play finds a program that polls for a while and then gives up. Once, if it does not poll. */
  #isWorthWaiting({ flow, issuer }: Story): boolean {
    const [first] = [...this.#features].find(([, { actions }]) => actions.length > 0) ?? []
    return issuer === 'approved' && (this.#stage.polls || first === flow)
  }

  /** Finds the shortest story in which a law breaks, and plays it twice more. */
  async #confirm(law: LawName, story: Story): Promise<void> {
    if (this.#findings.some((finding) => covers(finding, law, story))) return
    if (this.#findings.filter((finding) => finding.law === law).length >= mostPerLaw) return
    const breaks = async (candidate: Story, mode: Mode): Promise<Played | undefined> => {
      if (this.#isOver) return undefined
      const played = await this.#play(candidate, mode)
      return played.breaches.some((one) => one.law === law) ? played : undefined
    }
    if (!this.#isOver && !(await breaks(story, patient)) && !(await breaks(story, patient))) {
      this.#fleeting++
      return
    }
    const flows = this.#flows
    const twice = async (one: Story) => [await breaks(one, patient), await breaks(one, patient)]
    let shortest = await shrink(story, flows, async (one) => (await breaks(one, quick)) !== undefined)
    let plays = await twice(shortest)
    if (plays.includes(undefined) && !this.#isOver) {
      // A story that breaks the law only in an impatient play must not replace one that always does.
      shortest = await shrink(story, flows, async (one) => (await breaks(one, patient)) !== undefined)
      plays = await twice(shortest)
    }
    if (this.#findings.some((finding) => covers(finding, law, shortest))) return
    const shown = plays.find((one) => one !== undefined)
    const how = shown?.breaches.find((one) => one.law === law)?.how ?? 'it broke once'
    const unsteady = plays.includes(undefined) && !this.#isOver
    const finding = this.#finding({ law, how, story: shortest, unsteady, timeline: shown?.timeline ?? [] })
    this.#findings.push(finding)
    this.#tell(shortest, finding)
  }

  #finding = (told: Omit<Finding, 'creates'>): Finding => ({ ...told, creates: this.#stage.service.creates })

  /** Looks at orders once more; a story whose order has changed since is played again, with patience. */
  async #lookAgain(seen: readonly Played[]): Promise<void> {
    const changed = new Map<string, Story>()
    for (const { story, order, told, trace } of seen) {
      if (trace.down !== undefined) continue
      const now = await this.#stage.shop.look(order)
      const same = now.belief === told.belief && now.fulfilled === told.fulfilled
      if (!same && now.belief !== undefined) changed.set(storyText(story), story)
    }
    for (const story of [...changed.values()].slice(0, 10)) {
      if (this.#isOver) return
      const { breaches } = await this.#play(story, patient)
      for (const { law } of breaches) await this.#confirm(law, story)
    }
  }

  #tell(story: Story, found?: Finding): void {
    const { budgetMs, stories: most, onProgress } = this.#options
    const passed = (performance.now() - this.#started) / budgetMs
    onProgress({
      stories: this.#played,
      share: Math.min(1, Math.max(passed, this.#played / most)),
      story: storyText(story),
      findings: this.#findings.length,
      ...(found && { found }),
    })
  }

  #result(): Result {
    const { shop, polls } = this.#stage
    const notes = notesOf({
      tellsFulfilment: shop.tellsFulfilment,
      polls,
      restarts: shop.restart !== undefined,
      answers: shop.answers.length > 0 || this.#isHosted,
      fleeting: this.#fleeting,
      endedEarly: this.#isOver,
    })
    return {
      stories: this.#played,
      seconds: Math.round((performance.now() - this.#started) / 100) / 10,
      findings: this.#findings,
      notes,
    }
  }
}
