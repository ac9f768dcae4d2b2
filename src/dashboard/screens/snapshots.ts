import * as z from 'zod'
import type { KeptSnapshot } from '../../emulator/kept-states.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act, empty, formButtons, instant } from '../kit/parts.ts'
import { counted, undoNotice } from '../kit/undo.ts'
import type { View } from '../kit/view.ts'

function item(view: View, { name, note, keptAt, snapshot }: KeptSnapshot): Html {
  const { clock, state, journal, timers } = snapshot
  const path = `/_emulator/state/snapshots/${encodeURIComponent(name)}`
  const content = [
    counted(state.charges.length, 'charge'),
    counted(journal.length, 'request'),
    counted(timers.length, 'pending timer'),
  ]
  return html`<li class="card delivery" data-key="s-${name}"><div><h3><bdi>${name}</bdi></h3>${when(note, () => html`<p><bdi>${note}</bdi></p>`)}
<p class="unit">Taken at ${instant(keptAt, view.emulator.ports.now())} UTC, when it was ${instant(clock.now, view.world.now())} in the world${clock.mode === 'frozen' ? ', frozen' : ''}: ${content.join(', ')}</p></div>
<div class="row">${act(view, { label: 'Return here', method: 'post', path: `${path}/restore`, said: `The world is back at “${name}”`, kind: 'main' })}${act(view, { label: 'Delete', method: 'delete', path, said: `Snapshot “${name}” was deleted`, ask: `Delete the snapshot “${name}”? This cannot be undone.`, kind: 'bad' })}</div></li>`
}

const keepForm = ({ base }: View): Html =>
  html`<section class="card"><h2>Keep a snapshot</h2><p>Keeps this world as it is now, in the process. The snapshot survives resets, but not the end of the process or of the world.</p>
<form class="stack" data-call="post" data-url="${base}/_emulator/state/snapshots" data-said="The snapshot is kept"><label>Name<input name="name" required maxlength="64" pattern="[\\p{L}\\p{N}](?:[\\p{L}\\p{N} ._]|-)*" title="Letters, digits, spaces, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;; the first is a letter or a digit" placeholder="before the refund" autocomplete="off"></label>
<label>Note, optional<input name="note" maxlength="500" placeholder="what it is for" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="replace"> Replace one of the same name</label>
${formButtons('Keep')}</form></section>`

const fileCard = ({ world }: View): Html =>
  html`<section class="card"><h2>To a file and back</h2><p>For another process or another day. Restoring a file brings back the same ids, time, pending timers and deliveries.</p>
<div class="row"><button type="button" class="main" data-snapshot="payment-emulator-${world.name}.json">Save to a file</button><label class="button">Restore from a file<input type="file" accept="application/json,.json" data-restore class="away"></label></div></section>`

/** A button that undoes the last reset of all worlds. */
function undoAll(view: View): Html {
  const names = view.emulator.kept.lastBatch()
  return html`<div id="undo-all" data-live>${when(names.length > 0, () => html`<p class="row"><span>All worlds were reset; ${counted(names.length, 'world')} can be brought back.</span> ${act(view, { label: 'Undo the reset of all', method: 'post', path: '/_emulator/state/undo?all=true', said: 'The reset of all worlds was undone' })}</p>`)}</div>`
}

/** The snapshots that this world keeps, and what can be undone. */
export const snapshotsScreen = screen({
  path: '/_emulator/ui/snapshots',
  query: z.object({}),
  render: (view) => {
    const { name } = view.world
    const kept = view.emulator.kept.list(name).reverse()
    return {
      title: 'Snapshots',
      menu: 'snapshots',
      content: html`<div class="head"><h1>Snapshots</h1>${act(view, { label: 'Reset this world', method: 'post', path: '/_emulator/reset', said: `World ${name} was reset` })}</div>
<div class="columns"><div>
<section class="card"><h2>Undo</h2>${undoNotice(view)}${undoAll(view)}
<p class="unit">The last reset or restore of each world can be undone, no matter who did it. That does not restore requests that were in progress, open streams, the counts of the report, what happened since, and what your program has seen or stored. Webhooks that were on their way are sent again.</p></section>
<div id="kept" data-live="snapshots">${
        kept.length === 0
          ? empty(
              'No snapshot is kept',
              'Keep one before you try something, then return here as often as you like.',
            )
          : html`<h2>Kept snapshots</h2><ul class="plain-list kept">${each(kept, (one) => item(view, one))}</ul>`
      }</div></div>
<aside aria-label="Keep this world">${keepForm(view)}${fileCard(view)}</aside></div>`,
    }
  },
})
