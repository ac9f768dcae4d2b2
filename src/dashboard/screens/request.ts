import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import type { JournalEntry } from '../../domain/kernel/journal.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { facts, httpStatus, instant, pretty, visible } from '../kit/parts.ts'
import { storyList, subjectsOf } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { ownHeaders } from './editable.ts'
import { complaints, requestPath } from './requests.ts'

/** One request and its response, side by side. */
export const requestScreen = screen({
  path: '/_emulator/ui/requests/:id',
  query: z.object({}),
  render: (view) => {
    const entry = findRequest(view)
    return {
      title: `${entry.method} ${entry.path}`.slice(0, 60),
      menu: 'requests',
      content: html`<div class="head"><p class="unit"><a href="${view.base}/_emulator/ui/requests">Requests</a></p>
<h1><code class="wrap">${entry.method} ${entry.path}</code> ${httpStatus(entry.status)}</h1>
<div class="row"><a class="button" href="${requestPath(view.base, entry.id)}/again">Edit and send again</a><button type="button" class="plain" data-copy="${curlOf(view, entry)}" data-what="the request as curl">Copy as curl</button></div></div>
${problems(entry)}
${facts([
  ['Time', instant(entry.at, view.world.now())],
  ['Took', html`<span class="num">${entry.durationMs.toFixed(1)} ms</span>`],
  [
    'Delayed by',
    entry.latencyMs === undefined ? undefined : html`<span class="num">${entry.latencyMs} ms</span>`,
  ],
  [
    'Scenario key',
    entry.scenario === undefined
      ? undefined
      : html`<a href="${view.base}/_emulator/ui/scenarios?key=${encodeURIComponent(entry.scenario)}"><code>${entry.scenario}</code></a>`,
  ],
  ['Stories', stories(view, entry)],
  ['Trace id', entry.traceId === '' ? undefined : html`<code>${entry.traceId}</code>`],
])}
<div class="panes"><section class="pane"><h2>Request</h2><pre tabindex="0" aria-label="Request">${visible(headerLines(entry.requestHeaders))}\n${pretty(entry.requestBody)}</pre></section>
<section class="pane"><h2>Response</h2><pre tabindex="0" aria-label="Response">HTTP ${entry.status}\n${visible(headerLines(entry.responseHeaders))}\n${pretty(entry.responseBody)}</pre></section></div>`,
    }
  },
})

/** The request that a page is about. Refuses (404) one that the journal does not have. */
export function findRequest({ world, param }: View): JournalEntry {
  const id = Number(param('id'))
  for (const entry of world.requests.newestFirst()) if (entry.id === id) return entry
  must(
    false,
    'not_found',
    `no request "${param('id')}" in the journal of world "${world.name}"; the journal stores the newest ${world.settings.journalLimit}`,
  )
}

/** Links to the stories of what the request changed or named. */
function stories(view: View, entry: JournalEntry): Html | undefined {
  const members = subjectsOf(view.world.state, entry)
  return members.length === 0 ? undefined : storyList(view, members)
}

function problems(entry: JournalEntry): Html {
  const wrong = complaints(entry)
  return html`${when(wrong.length > 0, () => html`<section class="notice bad"><h2>What was wrong</h2><ul class="plain-list">${each(wrong, ({ field, message }) => html`<li>${when(field, () => html`<code>${field}</code> `)}${visible(message)}</li>`)}</ul></section>`)}${when(entry.warnings.length > 0, () => html`<section class="notice wait"><h2>Warnings</h2><ul class="plain-list">${each(entry.warnings, (warning) => html`<li>${visible(warning)}</li>`)}</ul></section>`)}`
}

const headerLines = (headers: Readonly<Record<string, unknown>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a curl command; a masked credential is replaced by a variable. */
function curlOf({ origin }: View, entry: JournalEntry): string {
  const lines = [`curl -X ${entry.method} ${quote(originOf(origin) + entry.path)}`]
  for (const [name, value] of Object.entries(entry.requestHeaders)) {
    if (ownHeaders.includes(name) || name.startsWith('sec-')) continue
    lines.push(
      name === 'authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quote(`${name}: ${value}`)}`,
    )
  }
  if (entry.requestBody !== '') lines.push(`--data ${quote(entry.requestBody)}`)
  return lines.join(' \\\n  ')
}

/** The origin alone: the journal's paths include the prefix of the world. */
const originOf = (address: string): string => new URL(address).origin
