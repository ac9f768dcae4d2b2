import { ruleMethods } from '../../domain/kernel/enums.ts'
import type { FaultRule } from '../../domain/scenario/rule.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { act, formButtons, remaining, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** Gives a composed key to the next request that comes without one; the key is what the composer holds. */
export const giveKey = ({ base }: View, key: string): Html =>
  html`<div id="give">${when(
    key !== '',
    () =>
      html`<form class="row" data-call="post" data-url="${base}/_emulator/faults" data-said="The next request without a key of its own gets it"><input type="hidden" name="key" value="${key}"><input type="hidden" name="count" value="1" data-as="number">${formButtons('Give it to the next request', 'plain')}<span class="unit">for a client whose headers cannot be changed</span></form>`,
  )}</div>`

const row = (view: View, rule: FaultRule): Html => html`<tr data-key="${rule.id}">
<td><code>${rule.key}</code></td>
<td>${rule.method ?? 'every method'} <code>${rule.path ?? 'every path'}</code></td>
<td>${rule.share < 1 ? html`<span class="num">${Math.round(rule.share * 1000) / 10} %</span> of them` : 'all of them'}</td>
<td>${rule.remaining === undefined ? 'until it is removed' : html`<span class="num">${rule.remaining}</span> more`}${when(rule.until !== undefined, () => html`, for ${remaining(rule.until ?? 0, view.world.now())}`)}</td>
<td class="acts">${act(view, {
  label: 'Remove',
  method: 'delete',
  path: `/_emulator/faults/${encodeURIComponent(rule.id)}`,
  said: 'Requests are answered as usual again',
  kind: 'bad',
})}</td>
</tr>`

/** Scenario keys for requests that come without one. */
export function faults(view: View): Html {
  const now = view.world.now()
  const rules = [...view.world.state.faults].filter(({ until }) => until === undefined || until > now)
  return html`<section aria-label="Keys for requests that come without one"><div id="faults" data-live>${when(
    rules.length > 0,
    () =>
      html`<h2>Keys for requests that come without one</h2>${table(
        'Keys at work',
        ['Key', 'Falls on', 'Share', 'Lasts', 'Change'],
        each(rules, (rule) => row(view, rule)),
      )}`,
  )}</div></section>`
}

/** The form that adds one. */
export const faultForm = ({
  base,
}: View): Html => html`<details><summary class="button">Give requests a scenario key</summary>
<form class="stack card" data-call="post" data-url="${base}/_emulator/faults" data-said="Requests without a key of their own get it">
<p>For clients whose headers cannot be changed: it counts as if each request had sent it.</p>
<label>Scenario key<input name="key" required placeholder="network:503" spellcheck="false" class="mono"></label>
<label>Method<select name="method"><option value="">every method</option>${each(ruleMethods, (method) => html`<option>${method}</option>`)}</select></label>
<label>Path, and everything below it<input name="path" placeholder="/charges" spellcheck="false"></label>
<label>Share of the requests, from 0 to 1<input name="share" data-as="number" inputmode="decimal" placeholder="1"></label>
<label>For so many requests<input name="count" data-as="number" inputmode="numeric" placeholder="until it is removed"></label>
<label>For this time of the world’s clock<input name="for" placeholder="10m"></label>
${formButtons('Give it')}
</form></details>`
