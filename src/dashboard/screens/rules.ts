import * as z from 'zod'
import { paymentMethodTypes, ruleMethods } from '../../domain/kernel/enums.ts'
import { rulesInForce } from '../../domain/scenario/commands.ts'
import type { Rule, StandingRule } from '../../domain/scenario/rule.ts'
import { conditionsOf } from '../../domain/scenario/rule-match.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act, empty, formButtons, remaining, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** A form that applies the composed key to the next request without one. */
export const nextRequestForm = ({ base }: View, key: string): Html =>
  html`<div id="give">${when(
    key !== '',
    () =>
      html`<form class="row" data-call="post" data-url="${base}/_emulator/rules" data-said="The key applies to the next request without one"><input type="hidden" name="key" value="${key}"><input type="hidden" name="count" value="1" data-as="number">${formButtons('Use for the next request', 'plain')}<span class="unit">for a program that cannot send the header</span></form>`,
  )}</div>`

const requests = (rule: Pick<Rule, 'when'>): Html | string => {
  const conditions = conditionsOf(rule.when)
  return conditions.length === 0
    ? 'every request that the key is about'
    : html`${each(conditions, (condition) => html`<div>${condition}</div>`)}`
}

const share = (rule: Pick<Rule, 'share'>): Html | string =>
  rule.share < 1
    ? html`<span class="num">${Math.round(rule.share * 1000) / 10} %</span> of them`
    : 'all of them'

const row = (view: View, rule: Rule): Html => html`<tr data-key="${rule.id}">
<td><code>${rule.key}</code></td>
<td class="text">${requests(rule)}</td>
<td>${share(rule)}</td>
<td>${rule.remaining === undefined ? 'until removed' : html`<span class="num">${rule.remaining}</span> more`}${when(rule.until !== undefined, () => html`, for ${remaining(rule.until ?? 0, view.world.now())}`)}</td>
<td class="acts">${act(view, {
  label: 'Remove',
  method: 'delete',
  path: `/_emulator/rules/${encodeURIComponent(rule.id)}`,
  said: 'The rule was removed',
  kind: 'bad',
})}</td>
</tr>`

const standingRow = (rule: StandingRule): Html => html`<tr data-key="${rule.source}">
<td><code>${rule.key}</code></td>
<td class="text">${rule.cardNumber ? html`the card number is <code>${rule.cardNumber}</code>` : requests(rule)}</td>
<td>${share(rule)}</td>
<td><code class="unit">${rule.source}</code></td>
</tr>`

/** The rules that were added, those of the fixtures, and a form that adds one. */
export const rulesScreen = screen({
  path: '/_emulator/ui/rules',
  query: z.object({}),
  render: (view) => {
    const { base, world, emulator } = view
    const rules = [...rulesInForce(world.state, world.now())]
    const standing = emulator.standing.all
    return {
      title: 'Rules',
      menu: 'rules',
      content: html`<div class="head"><h1>Rules</h1><div class="row">${ruleForm(view)}</div></div>
<p>A rule gives a scenario key to requests of programs that cannot send the header. A header of the request goes first, then the oldest rule that fits, then the standing rules.</p>
<section><div id="rules" data-live>${
        rules.length > 0
          ? table(
              'Rules that were added',
              ['Scenario key', 'Requests', 'Share', 'Remaining', 'Actions'],
              each(rules, (rule) => row(view, rule)),
            )
          : empty(
              'No rules were added',
              html`Add one here, with <code>payment-emulator next KEY</code>, or with <code>POST /_emulator/rules</code>.`,
            )
      }</div></section>
<section><h2>Standing rules</h2>
<p>Test data of the fixtures, always in force. The <a href="${base}/_emulator/docs/test-data">test data</a> page explains them.</p>
<div id="standing" data-live>${
        standing.length > 0
          ? table(
              'Standing rules',
              ['Scenario key', 'Requests', 'Share', 'File'],
              each(standing, (rule) => standingRow(rule)),
            )
          : empty('No standing rules', 'The fixtures of this emulator have none.')
      }</div></section>`,
    }
  },
})

const text = (label: string, name: string, placeholder: string): Html =>
  html`<label>${label}<input name="${name}" placeholder="${placeholder}" spellcheck="false"></label>`

const number = (label: string, name: string, placeholder: string): Html =>
  html`<label>${label}<input name="${name}" data-as="number" inputmode="decimal" placeholder="${placeholder}"></label>`

/** The form that adds a rule. */
const ruleForm = ({
  base,
  emulator: { words },
}: View): Html => html`<button type="button" class="plain" popovertarget="rule-form">Add a rule</button>
<form id="rule-form" popover aria-label="Add a rule" class="stack card" data-call="post" data-url="${base}/_emulator/rules" data-said="The rule was added">
<label>Scenario key<input name="key" required placeholder="issuer:insufficient_funds" spellcheck="false" class="mono"></label>
<fieldset class="stack"><legend>Only requests with</legend>
${text('Reference, or its beginning and *', 'when.reference', 'order-17*')}
${text('Customer', 'when.customer_id', 'cus_adaobi0001')}
${text('E-mail, its beginning and *, or the name before @', 'when.email', 'qa+*')}
<label>Payment method<select name="when.payment_method"><option value="">any</option>${each(paymentMethodTypes, (type) => html`<option value="${type}">${words.title(type)}</option>`)}</select></label>
${text('Last four digits of the card', 'when.card.last4', '4246')}
${number('Amount', 'when.amount', '1500.50')}
${text('Currency', 'when.currency', 'NGN')}
<label>Method<select name="when.method"><option value="">any</option>${each(ruleMethods, (method) => html`<option>${method}</option>`)}</select></label>
${text('Path, with everything below it', 'when.path', '/charges')}
</fieldset>
${number('Share of the requests, from 0 to 1', 'share', '1')}
${number('Number of requests', 'count', 'until removed')}
<label>Duration, by the world’s clock<input name="for" placeholder="10m"></label>
${formButtons('Add')}
</form>`
