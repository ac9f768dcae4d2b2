import { ruleMethods } from '../../domain/kernel/enums.ts'
import type { Rule } from '../../domain/scenario/rule.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { act, formButtons, remaining, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** A form that applies the composed key to the next request without one. */
export const nextRequestForm = ({ base }: View, key: string): Html =>
  html`<div id="give">${when(
    key !== '',
    () =>
      html`<form class="row" data-call="post" data-url="${base}/_emulator/rules" data-said="The key applies to the next request without one"><input type="hidden" name="key" value="${key}"><input type="hidden" name="count" value="1" data-as="number">${formButtons('Use for the next request', 'plain')}<span class="unit">for a client whose headers cannot be changed</span></form>`,
  )}</div>`

const row = (view: View, rule: Rule): Html => html`<tr data-key="${rule.id}">
<td><code>${rule.key}</code></td>
<td>${rule.method ?? 'any method'} <code>${rule.path ?? 'any path'}</code></td>
<td>${rule.share < 1 ? html`<span class="num">${Math.round(rule.share * 1000) / 10} %</span> of the requests` : 'all requests'}</td>
<td>${rule.remaining === undefined ? 'until removed' : html`<span class="num">${rule.remaining}</span> more`}${when(rule.until !== undefined, () => html`, for ${remaining(rule.until ?? 0, view.world.now())}`)}</td>
<td class="acts">${act(view, {
  label: 'Remove',
  method: 'delete',
  path: `/_emulator/rules/${encodeURIComponent(rule.id)}`,
  said: 'The rule was removed',
  kind: 'bad',
})}</td>
</tr>`

/** The rules that apply scenario keys to requests without one. */
export function ruleList(view: View): Html {
  const now = view.world.now()
  const rules = [...view.world.state.rules].filter(({ until }) => until === undefined || until > now)
  return html`<section aria-label="Rules"><div id="rules" data-live>${when(
    rules.length > 0,
    () =>
      html`<h2>Rules</h2>${table(
        'Active rules',
        ['Scenario key', 'Applies to', 'Share', 'Remaining', 'Actions'],
        each(rules, (rule) => row(view, rule)),
      )}`,
  )}</div></section>`
}

/** The form that adds a rule. */
export const ruleForm = ({ base }: View): Html => html`<details><summary class="button">Add a rule</summary>
<form class="stack card" data-call="post" data-url="${base}/_emulator/rules" data-said="The rule was added">
<p>A rule applies a scenario key to requests without one, for clients whose headers cannot be changed.</p>
<label>Scenario key<input name="key" required placeholder="network:503" spellcheck="false" class="mono"></label>
<label>Method<select name="method"><option value="">any method</option>${each(ruleMethods, (method) => html`<option>${method}</option>`)}</select></label>
<label>Path, with everything below it<input name="path" placeholder="/charges" spellcheck="false"></label>
<label>Share of the requests, from 0 to 1<input name="share" data-as="number" inputmode="decimal" placeholder="1"></label>
<label>Number of requests<input name="count" data-as="number" inputmode="numeric" placeholder="until removed"></label>
<label>Duration, by the world’s clock<input name="for" placeholder="10m"></label>
${formButtons('Add')}
</form></details>`
