import type { Replacement, Undo } from '../../emulator/kept-states.ts'
import { type Html, html, when } from './html.ts'
import { act, instant } from './parts.ts'
import type { View } from './view.ts'

/** What happened to the world, and the button that undoes it. */
const words = {
  reset: ['This world was reset', 'Undo the reset', 'The reset was undone'],
  restore: ['This world was replaced by a snapshot', 'Undo the restore', 'The restore was undone'],
  undo: ['The last reset or restore of this world was undone', 'Redo', 'The undo was undone'],
} as const satisfies Record<Replacement, readonly [happened: string, label: string, said: string]>

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** What the world was before it was replaced. */
const before = ({ snapshot: { state, journal, timers } }: Undo): string =>
  [
    counted(state.charges.length, 'charge'),
    counted(journal.length, 'request'),
    counted(timers.length, 'pending timer'),
  ].join(', ')

/** The last reset or restore of the world, and a button that undoes it; nothing if there is nothing to undo. */
export function undoNotice(view: View): Html {
  const undo = view.emulator.kept.undoOf(view.world.name)
  return html`<div id="undo" data-live>${when(undo, () => {
    const [happened, label, said] = words[undo?.what ?? 'reset']
    return html`<p class="row"><span>${happened} at ${instant(undo?.at ?? 0, view.emulator.ports.now())} <span class="unit">UTC</span>. Before, it had ${undo && before(undo)}.</span> ${act(view, { label, method: 'post', path: '/_emulator/state/undo', said, step: String(undo?.at) })}</p>`
  })}</div>`
}
