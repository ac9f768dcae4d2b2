import type { View } from './view.ts'

/** The longest search in one turn of the event loop, so that requests are answered meanwhile. Milliseconds. */
const turnMs = 5

/** After how many values of a search the clock is read. */
const perLook = 16

/** A function to be awaited for each value of a search, by its number: it yields to the event loop once in a while. */
export function turns({ emulator: { ports } }: Pick<View, 'emulator'>): (at: number) => Promise<void> | void {
  let turn = ports.now()
  return (at) => {
    if (at % perLook > 0 || ports.now() - turn < turnMs) return
    return ports.yieldToEventLoop().then(() => {
      turn = ports.now()
    })
  }
}
