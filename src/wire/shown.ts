/** The wire form of a value, and the same as JSON. */
interface Form<W> {
  readonly wire: W
  readonly text: string
}

/** Wire forms of values that never change once stored and that many answers show: each is built and written once. */
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
