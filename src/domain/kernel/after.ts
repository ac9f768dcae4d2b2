import { type Decision, decision, type Effect, type Save } from './decision.ts'
import { within } from './errors.ts'
import type { Collections, Readable, State } from './state.ts'

/** A collection with values that are not stored yet. A secondary index is looked up by the member of its name. */
class Layered<T extends { readonly id: string }> implements Readable<T> {
  readonly #base: Readable<T>
  readonly #added: ReadonlyMap<string, T>

  constructor(base: Readable<T>, added: ReadonlyMap<string, T>) {
    this.#base = base
    this.#added = added
  }

  get size(): number {
    let size = this.#base.size
    for (const id of this.#added.keys()) if (!this.#base.has(id)) size++
    return size
  }

  get(id: string): T | undefined {
    return this.#added.get(id) ?? this.#base.get(id)
  }

  has(id: string): boolean {
    return this.#added.has(id) || this.#base.has(id)
  }

  by(index: string, key: string): T | undefined {
    for (const value of this.#added.values())
      if ((value as Record<string, unknown>)[index] === key) return value
    return this.#base.by(index, key)
  }

  *newestFirst(): Iterable<T> {
    yield* [...this].reverse()
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const value of this.#base) yield this.#added.get(value.id) ?? value
    for (const value of this.#added.values()) if (!this.#base.has(value.id)) yield value
  }
}

/** The state after some saves: for a decision that consists of several, each of which sees those before it. */
export function after(state: State, saves: readonly Save[]): State {
  const added = new Map<keyof Collections, Map<string, { id: string }>>()
  for (const { into, value } of saves) {
    const values = added.get(into) ?? new Map<string, { id: string }>()
    added.set(into, values.set(value.id, value))
  }
  const layers = Array.from(added, ([name, values]) => [
    name,
    new Layered(state[name] as Readable<{ id: string }>, values),
  ])
  return { ...state, ...Object.fromEntries(layers) }
}

/**
 * Decides about each item of `list`, a member of the body, on the state that those before it leave: all or none. A refusal
 * of one item names its fields by their place in the list.
 */
export function decideEach<I, R>(
  state: State,
  list: string,
  items: readonly I[],
  decide: (state: State, item: I) => Decision<R>,
): Decision<R[]> {
  const saves: Save[] = []
  const effects: Effect[] = []
  const results = items.map((item, index) => {
    const one = within(`${list}.${index}`, () => decide(after(state, saves), item))
    saves.push(...one.saves)
    effects.push(...one.effects)
    return one.result
  })
  return decision(results, saves, effects)
}
