import * as z from 'zod'
import { defaultWorld } from '../../emulator/emulator.ts'
import type { World } from '../../emulator/world.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, formButtons, instant, pager, slice, table } from '../kit/parts.ts'
import { Page, Text } from '../kit/query.ts'
import type { View } from '../kit/view.ts'
import { searchFor } from './search.ts'

/** The prefix of a world's addresses. */
const prefixOf = (name: string): string => (name === defaultWorld ? '' : `/w/${name}`)

function row(view: View, world: World): Html {
  const { name, clockMode, timers, state, requests } = world
  const prefix = prefixOf(name)
  const current = name === view.world.name
  return html`<tr data-key="w-${name}">
<td><a href="${prefix}/_emulator"><code>${name}</code></a> ${when(current, () => badge('this one', 'good'))}</td>
<td>${clockMode === 'live' ? badge('running', 'good') : badge('frozen', 'wait')} ${instant(world.now(), view.world.now())}</td>
<td class="right num">${state.charges.size}</td>
<td class="right num">${state.events.size}</td>
<td class="right num">${requests.size}</td>
<td class="right num">${timers.size}</td>
<td class="acts">${act({ base: prefix }, { label: 'Reset', method: 'post', path: '/_emulator/reset', said: `World ${name} was reset`, ask: `Reset world ${name}? Undo, on the page Snapshots, brings it back.` })}${when(!current, () => act(view, { label: 'End', method: 'delete', path: `/_emulator/worlds/${encodeURIComponent(name)}`, said: `World ${name} was ended`, ask: `End world ${name}? Everything in it is lost.`, kind: 'bad' }))}</td>
</tr>`
}

/** The worlds of this process: open, reset, end, fill. */
export const worldsScreen = screen({
  path: '/_emulator/ui/worlds',
  query: z.object({ q: Text, page: Page }),
  render: (view, { q, page }) => {
    const isFound = searchFor(q)
    const worlds = slice(view.emulator.worlds(), page, ({ name }) => isFound(name))
    return {
      title: 'Worlds',
      menu: 'worlds',
      content: html`<div class="head"><h1>Worlds</h1></div>
<div class="columns"><div>
<form class="filters" role="search" data-filter action="${view.base}/_emulator/ui/worlds">${searchField('Name', q)}<button class="plain">Filter</button></form>
<div id="list" data-live="worlds">${table(
        'Worlds',
        [
          'World',
          'Clock',
          { numbers: 'Charges' },
          { numbers: 'Events' },
          { numbers: 'Requests' },
          { numbers: 'Timers' },
          'Actions',
        ],
        each(worlds.rows, (world) => row(view, world)),
      )}${pager(worlds, 'worlds', { q })}</div>
<p class="unit">Worlds of process <code>${view.emulator.ports.instance()}</code>; other processes behind the same address have their own.</p></div>
<aside aria-label="This world">
<section class="card"><h2>Open another world</h2><p>Use one world per tester or test worker: worlds share nothing but scenarios and fixtures. A world is created on first use.</p>
<form class="row" data-world><label>Name<input name="name" required pattern="(?![.]{1,2}$)(?:[A-Za-z0-9._]|-){1,64}" title="1 to 64 letters, digits, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;, but neither &quot;.&quot; nor &quot;..&quot;" placeholder="worker-3" size="16" spellcheck="false"></label><button class="main">Open</button></form>
<p class="unit">Its base URL is <code>${new URL(view.origin).origin}/w/<em>name</em></code>.</p></section>
<section class="card"><h2>Fill <code>${view.world.name}</code></h2><p>With customers and payments from before now: charges, orders, refunds and transfers. No webhooks are sent for them.</p>
<form class="row" data-call="post" data-url="${view.base}/_emulator/populate" data-said="World ${view.world.name} is filled"><label>Customers<input name="customers" type="number" min="1" max="10000" value="200" data-as="number"></label><label>Charges<input name="charges" type="number" min="0" max="100000" value="5000" data-as="number"></label><label>Over<input name="over" value="30d" size="5" pattern="([0-9]+([.][0-9]+)?(ms|s|m|h|d))+"></label><label>Seed<input name="seed" maxlength="200" size="10" placeholder="any text" spellcheck="false"></label>${formButtons('Fill')}</form></section>
<section class="card"><h2>Snapshots of <code>${view.world.name}</code></h2><p>Keep this world as it is now and return to it, undo a reset, or save it to a file.</p><p><a class="button" href="${view.base}/_emulator/ui/snapshots">Open snapshots</a></p></section>
</aside></div>`,
    }
  },
})
