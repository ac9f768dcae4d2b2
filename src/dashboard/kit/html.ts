import { html } from 'hono/html'

/** A piece of a page; everything put into it with `${}` is escaped unless it is such a piece itself. */
export type Html = ReturnType<typeof html>

export { html }

export const none: Html = html``

/** Pieces one after another. */
export const each = <T>(values: Iterable<T>, piece: (value: T, index: number) => Html): Html =>
  html`${Array.from(values, piece)}`

/** A piece where `condition` holds. */
export const when = (condition: unknown, piece: () => Html): Html => (condition ? piece() : none)
