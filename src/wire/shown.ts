/** The wire form of a value, as an object and as JSON. */
interface Form<W> {
  readonly wire: W
  readonly text: string
}

/** Caches the wire forms of immutable values that many answers contain: each is built and serialised once. */
export class Shown<V extends object, W> {
  readonly #present: (value: V) => W
  readonly #forms = new WeakMap<V, Form<W>>()

  constructor(present: (value: V) => W) {
    this.#present = present
  }

  of(value: V): Form<W> {
    let form = this.#forms.get(value)
    if (form === undefined) {
      const wire = this.#present(value)
      form = { wire, text: JSON.stringify(wire) }
      this.#forms.set(value, form)
    }
    return form
  }
}
