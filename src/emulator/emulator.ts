import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import { must } from '../domain/kernel/errors.ts'
import { Catalogue } from '../domain/scenario/catalogue.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'
import { StandingRules } from '../domain/scenario/standing.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import type { Ports, ScenarioFiles } from '../engine/ports.ts'
import { Random } from '../engine/random.ts'
import type { StoredExamination } from '../wire/examination.ts'
import { Words } from '../wire/words.ts'
import type { Shared } from './context.ts'
import { HeapGuard } from './heap-guard.ts'
import { holdingsOf, worldBytes } from './holdings.ts'
import { KeptStates, type Replacement } from './kept-states.ts'
import { type Report, reportOf } from './report.ts'
import type { Settings } from './settings.ts'
import { Statistics } from './statistics.ts'
import type { WorldMessage } from './subscribers.ts'
import { World } from './world.ts'

/** Neither "." nor "..": clients and servers remove such segments from a path, and another world would answer. */
const worldName = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/
export const isWorldName = (name: string): boolean => worldName.test(name)
export const defaultWorld = 'default'

/** The most scenario fragments that all worlds share. */
const maxFragments = 20_000

/** The worlds by name, and what they share. */
export class Emulator {
  readonly ports: Ports
  readonly settings: Settings
  readonly fixtures: Fixtures
  /** The last examination, for the dashboard. */
  examination: StoredExamination = { report: undefined, wanted: undefined }
  /** The certificate of the authority that was made for HTTPS, PEM. */
  authority: string | undefined
  readonly seed: string
  /** Real milliseconds. */
  readonly startedAt: number
  readonly #worlds = new Map<string, World>()
  readonly #shared: Shared
  /** Statistics of worlds that were reset or ended. */
  readonly #ended = new Statistics()
  /** Refuses to store more when memory runs out. */
  readonly heap: HeapGuard
  /** Snapshots by name, and what worlds were before they were reset or restored. */
  readonly kept: KeptStates
  readonly #loadScenarios: () => Promise<ScenarioFiles>
  #catalogue: Catalogue
  #standing: StandingRules
  #words: Words
  #scenarioProblems: readonly string[] = []

  /** `fragments` must be free of problems (`Catalogue.problems`); `loadScenarios` reads the files again. */
  constructor(
    ports: Ports,
    settings: Settings,
    fixtures: Fixtures,
    fragments: readonly ScenarioFragment[],
    loadScenarios: () => Promise<ScenarioFiles>,
  ) {
    this.ports = ports
    this.settings = settings
    this.fixtures = fixtures
    this.seed = settings.seed ?? ports.randomSeed()
    this.startedAt = ports.now()
    this.#loadScenarios = loadScenarios
    this.#catalogue = new Catalogue(fragments, settings.unknownScenario)
    this.#standing = new StandingRules(fixtures.rules)
    this.#words = new Words(fixtures.vocabulary)
    this.kept = new KeptStates(ports.now)
    const holdings = () => holdingsOf(this.worlds(), this.kept.all())
    this.heap = new HeapGuard(ports, settings, holdings, () => this.kept.dropUndos())
    this.#shared = {
      ports,
      settings,
      fixtures,
      seed: this.seed,
      catalogue: () => this.#catalogue,
      words: () => this.#words,
      heap: this.heap,
    }
  }

  get catalogue(): Catalogue {
    return this.#catalogue
  }

  /** The rules of the fixtures. */
  get standing(): StandingRules {
    return this.#standing
  }

  /** The vocabulary of the fixtures. */
  get words(): Words {
    return this.#words
  }

  /** Problems of the last reload; if there are any, the last valid version is in use. */
  get scenarioProblems(): readonly string[] {
    return this.#scenarioProblems
  }

  /** Reloads scenario files, rules and vocabulary. If there is a problem, the previous version stays in use. Resolves to the problems. */
  async reloadScenarios(): Promise<readonly string[]> {
    const { fragments, problems, rules, vocabulary } = await this.#loadScenarios()
    const next = new Catalogue(fragments, this.settings.unknownScenario)
    const standing = rules === undefined ? this.#standing : new StandingRules(rules)
    this.#scenarioProblems = [...problems, ...next.problems(), ...standing.problems(next)]
    if (this.#scenarioProblems.length === 0) {
      this.#catalogue = next
      this.#standing = standing
      if (vocabulary !== undefined) this.#words = new Words(vocabulary)
    }
    this.#tell({ kind: 'scenarios' })
    return this.#scenarioProblems
  }

  /** The fragments in a posted text, YAML or JSON, one document each. Throws an Error with all problems, one per line. */
  async readScenarios(text: string): Promise<readonly ScenarioFragment[]> {
    const { fragments, problems } = await this.ports.readScenarios(text)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return fragments
  }

  /** Merges posted fragments over the files, for every world. Throws an Error with all problems; then nothing changes. */
  addScenarios(fragments: readonly ScenarioFragment[]): void {
    const next = this.#catalogue.with(fragments)
    if (next.fragments.size > maxFragments)
      throw new Error(`there would be ${next.fragments.size} scenarios; the limit is ${maxFragments}`)
    const problems = next.problems()
    if (problems.length > 0) throw new Error(problems.join('\n'))
    this.#catalogue = next
    this.#tell({ kind: 'scenarios' })
  }

  /**
   * The world with a name, created from the fixtures on first use. Refuses a malformed name (400), more worlds than the limit
   * (429), and a new world while the heap is full (503).
   */
  world(name: string): World {
    const world = this.#worlds.get(name)
    if (world !== undefined) return world
    must(
      worldName.test(name),
      'invalid_request',
      `"${name.slice(0, 80)}" is not a valid world name: 1 to 64 letters, digits, ".", "_" and "-", but neither "." nor ".."`,
    )
    must(
      this.#worlds.size < this.settings.maxWorlds,
      'limit_reached',
      `there are ${this.#worlds.size} worlds, the limit; remove some with DELETE /_emulator/worlds/{name} or raise --max-worlds`,
    )
    // Health checks go to the default world and must work while the heap is full.
    if (name !== defaultWorld) this.heap.mustHaveRoom()
    this.heap.note(worldBytes)
    return this.#make(name)
  }

  /** A random source independent of those of the worlds: the same seed gives the same numbers. */
  random = (seed: string): Random => new Random(seed)

  /** All worlds, in the order in which they were created. */
  worlds(): IterableIterator<World> {
    return this.#worlds.values()
  }

  has(name: string): boolean {
    return this.#worlds.has(name)
  }

  /** Drops a world with all its data and recreates it from the fixtures. A session that is recorded begins again. */
  reset(name: string, batch?: number): World {
    const restart = this.#worlds.get(name)?.requests.recorder?.restart
    this.#end(name, 'reset', batch)
    const world = this.#make(name)
    restart?.(world)
    return world
  }

  /** Resets all worlds; returns their names. */
  resetAll(): string[] {
    const batch = this.kept.newBatch()
    return [...this.#worlds.keys()].map((name) => this.reset(name, batch).name)
  }

  /** Replaces a world by a snapshot. Throws an Error if its scenarios contradict the files; then nothing changes. */
  restore(name: string, snapshot: Snapshot, what: Replacement = 'restore'): World {
    const world = new World(name, this.#shared, snapshot)
    if (what === 'undo') this.kept.dropUndo(name)
    this.#end(name, what)
    this.#worlds.set(name, world)
    return world
  }

  /** Ends a world; the next request to its address recreates it. Returns false if there was none. */
  remove(name: string): boolean {
    this.#end(name)
    this.kept.forget(name)
    return this.#worlds.delete(name)
  }

  /** Closes the streams and ends the waiting requests of all worlds, so that a stop does not wait for them. */
  disconnectSubscribers(): void {
    for (const world of this.#worlds.values()) world.disconnectSubscribers()
  }

  /** Ends all worlds; no timer fires afterwards. */
  close(): void {
    for (const name of [...this.#worlds.keys()]) this.remove(name)
  }

  /** What happened in one world since it was created, or in all worlds since the start. */
  report(version: string, world?: World): Report {
    const statistics = new Statistics()
    if (world === undefined) statistics.merge(this.#ended)
    for (const one of world === undefined ? this.#worlds.values() : [world]) one.addTo(statistics)
    const run = { version, seed: this.seed, instance: this.ports.instance() }
    return reportOf(statistics, world?.catalogue ?? this.#catalogue, run)
  }

  /** Ends a world, if it exists, and adds its counts to those of the whole run. If it is replaced, its last state is kept for undo. */
  #end(name: string, replacedBy?: Replacement, batch?: number): void {
    const world = this.#worlds.get(name)
    if (world === undefined) return
    // If the heap is full, a world is reset to make room.
    if (replacedBy && !this.heap.isFull) this.kept.beforeReplacing(world, replacedBy, batch)
    world.addTo(this.#ended)
    world.end()
    this.heap.noteDropped()
  }

  #tell(message: WorldMessage): void {
    for (const world of this.#worlds.values()) world.publish(message)
  }

  #make(name: string): World {
    const world = new World(name, this.#shared)
    this.#worlds.set(name, world)
    return world
  }
}
