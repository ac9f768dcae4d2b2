import { reportInTurns } from '../../../emulator/report-in-turns.ts'
import type { CountedDelivery } from '../../../emulator/statistics.ts'
import { version } from '../../../emulator/version.ts'
import type { Report } from '../../../wire/report.ts'
import { each, type Html, html, when } from '../../kit/html.ts'
import { badge, httpStatus, table } from '../../kit/parts.ts'
import { turns } from '../../kit/turns.ts'
import type { View } from '../../kit/view.ts'

/** How many refused requests and names are shown. */
const shown = 10

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

/** Names with their counts, the first of them. */
const counts = (used: Report['scenarios']['used']): Html =>
  html`<p>${each(used.slice(0, shown), ({ name, count }) => html`<code class="wrap">${name}</code> <span class="unit num">${count}×</span> `)}${when(used.length > shown, () => html`<span class="unit">and ${used.length - shown} more</span>`)}</p>`

const refusals = (view: View, { requests, more }: Report['rejected']): Html => {
  const most = requests.toSorted((a, b) => b.count - a.count)
  const rest = requests.length - shown + more
  return html`${table(
    'Refused requests',
    [{ numbers: 'Times' }, 'Request', 'Status', 'Why'],
    each(
      most.slice(0, shown),
      ({ method, path, status, reason, count }) =>
        html`<tr data-key="${method} ${path} ${status} ${reason}"><td class="right num">${count}</td><td><code>${method} ${path}</code></td><td>${httpStatus(status)}</td><td class="text">${reason}</td></tr>`,
    ),
  )}${when(rest > 0, () => html`<p class="unit">and ${rest} more kinds; the <a href="${view.base}/_emulator/ui/requests">journal</a> has each request.</p>`)}`
}

const webhookTones = {
  delivered: 'good',
  pending: 'wait',
  held: 'wait',
  dead: 'bad',
  dropped: 'off',
  played: 'off',
} as const satisfies Record<CountedDelivery, string>
const webhookCounts = Object.keys(webhookTones) as CountedDelivery[]

/** What `GET /_emulator/report` says about this world, to be read. */
export async function reportSection(view: View): Promise<Html> {
  const { base, emulator, world } = view
  const report = await reportInTurns(emulator, world, version, turns(view))
  const { requests, rejected, unknown_scenarios: unknown, webhooks, scenarios, processor_responses } = report
  const sent = webhookCounts.filter((name) => webhooks[name] > 0)
  return html`<section class="card" aria-labelledby="report-title"><div class="head"><h2 id="report-title">Report</h2><span class="row"><a href="${base}/_emulator/report">JSON</a><a href="${base}/_emulator/report?format=junit">JUnit</a></span></div>
<div id="report" data-live>
<h3>Requests</h3>
<p>${requests.total === 0 ? 'None since this world was created or restored. Requests to the service are counted, those to the control interface are not.' : html`${many(requests.total, 'request')}: ${each(requests.by_status, ({ status, count }) => html`<a href="${base}/_emulator/ui/requests?q=${status}">${httpStatus(status)}</a> <span class="unit num">${count}×</span> `)}`}</p>
${when(unknown.length > 0, () => html`<h3>${badge('unknown', 'bad')} Scenario keys that do not exist</h3>${counts(unknown)}`)}
${when(rejected.requests.length > 0, () => html`<h3>Refused requests</h3>${refusals(view, rejected)}`)}
<h3>Webhooks</h3>
<p>${sent.length === 0 ? 'No delivery yet.' : each(sent, (name) => html`${badge(name, webhookTones[name])} <span class="num">${webhooks[name].toLocaleString('en')}</span> `)}</p>
<h3>Scenarios</h3>
${scenarios.used.length === 0 ? html`<p>No request had a key.</p>` : counts(scenarios.used)}
<p class="unit">${scenarios.used.length} of ${scenarios.used.length + scenarios.unused.length} keys and ${processor_responses.used.length} of ${processor_responses.used.length + processor_responses.unused.length} processor responses were used.</p>
</div></section>`
}
