import type { Catalogue } from '../domain/scenario/catalogue.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'

/** The most fragments that can be posted to one world. */
const maxPosted = 5000

/** The scenario files, with the fragments posted to one world merged over them. */
export class Overlay {
  readonly #files: () => Catalogue
  #posted: readonly ScenarioFragment[] = []
  #made: { base: Catalogue; full: Catalogue } | undefined

  /** `files` returns the current catalogue of the scenario files. */
  constructor(files: () => Catalogue) {
    this.#files = files
  }

  get catalogue(): Catalogue {
    const base = this.#files()
    if (this.#posted.length === 0) return base
    if (this.#made?.base !== base) this.#made = { base, full: base.with(this.#posted) }
    return this.#made.full
  }

  get posted(): readonly ScenarioFragment[] {
    return this.#posted
  }

  /** Merges more fragments over the others. Throws an Error with all problems; then nothing changes. */
  add(fragments: readonly ScenarioFragment[]): void {
    const keys = new Set(fragments.map((fragment) => fragment.key))
    this.replace([...this.#posted.filter((fragment) => !keys.has(fragment.key)), ...fragments])
  }

  /** Replaces everything that was posted. Throws like `add`. */
  replace(posted: readonly ScenarioFragment[]): void {
    if (posted.length > maxPosted)
      throw new Error(
        `there would be ${posted.length} posted scenarios; the limit for one world is ${maxPosted}`,
      )
    const problems = this.#files().with(posted).problems()
    if (problems.length > 0) throw new Error(problems.join('\n'))
    this.#posted = posted
    this.#made = undefined
  }
}
