import { html } from 'hono/html'

/** A piece of a page. Values interpolated into it are escaped unless they are pieces themselves. */
export type Html = ReturnType<typeof html>

export { html }

export const none: Html = html``

/** Maps values to pieces and concatenates these. */
export const each = <T>(values: Iterable<T>, piece: (value: T, index: number) => Html): Html =>
  html`${Array.from(values, piece)}`

/** A piece if `condition` is truthy, or nothing. */
export const when = (condition: unknown, piece: () => Html): Html => (condition ? piece() : none)
