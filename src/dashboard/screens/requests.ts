import * as z from 'zod'
import type { JournalEntry } from '../../domain/kernel/journal.ts'
import { dashboardHeader } from '../../http/rules.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, httpStatus, instant, visible } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { searchFor } from './search.ts'

const outcomes = ['succeeded', 'refused', 'with warnings'] as const
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const ListRequests = z.object({
  q: Text,
  method: OneOf(methods),
  outcome: OneOf(outcomes),
  own: OneOf(['true']).describe('Whether requests that the dashboard sent are shown'),
  ...listing,
})

/** The name of the header that the dashboard sends with its own requests, as it is received. */
const ownHeader = dashboardHeader.toLowerCase()

export const requestPath = (base: string, id: number): string => `${base}/_emulator/ui/requests/${id}`

/** Whether a search finds something in a request or its answer. */
export const isRequestWith = (isFound: (...values: unknown[]) => boolean, entry: JournalEntry): boolean =>
  isFound(
    `${entry.method} ${entry.path}`,
    entry.status,
    entry.requestBody,
    entry.requestHeaders,
    entry.responseHeaders,
    entry.scenario,
    entry.warnings,
  ) ||
  // Last, because it is masked when it is read. What is masked is not found.
  (entry.hasAnswer?.(isFound) !== false && isFound(entry.responseBody))

function fits(view: View, query: z.output<typeof ListRequests>): (entry: JournalEntry) => boolean {
  const { q, method, outcome } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (entry) =>
    (method === '' || entry.method === method) &&
    (outcome === '' ||
      (outcome === 'succeeded' && entry.status < 400) ||
      (outcome === 'refused' && entry.status >= 400) ||
      (outcome === 'with warnings' && entry.warnings.length > 0)) &&
    isThen(entry.at) &&
    isRequestWith(isFound, entry)
}

/** What was wrong with a request: each invalid field with the violated rule. */
export function complaints(entry: JournalEntry): { field: string; message: string }[] {
  if (entry.status < 400) return []
  try {
    const {
      error,
      message,
      error_description: description,
    } = JSON.parse(entry.responseBody) as Record<string, never>
    const { validation_errors: fields, message: whole } = Object(error) as Record<string, unknown>
    if (Array.isArray(fields) && fields.length > 0)
      return fields.map(({ field_name: field, message: rule }) => ({
        field: String(field),
        message: String(rule),
      }))
    return [{ field: '', message: String(whole ?? message ?? description ?? '') }]
  } catch {
    return []
  }
}

function row({ base, world }: View, entry: JournalEntry): Html {
  const wrong = complaints(entry).slice(0, 3)
  return html`<tr data-key="r${entry.id}">
<td>${instant(entry.at, world.now())}</td>
<td>${httpStatus(entry.status)}</td>
<td><a href="${requestPath(base, entry.id)}"><code class="clip">${entry.method} ${entry.path}</code></a>${when(entry.scenario, () => html`<br><code class="clip unit">${entry.scenario}</code>`)}</td>
<td class="text">${each(wrong, ({ field, message }) => html`<div class="lines">${when(field, () => html`<code>${field}</code> `)}${visible(message)}</div>`)}${each(entry.warnings.slice(0, 2), (warning) => html`<div class="lines warn">${visible(warning)}</div>`)}</td>
<td class="right num">${Math.round(entry.durationMs)} ms</td>
</tr>`
}

/** The journal: requests to the service, newest first, and what was wrong with them. */
export const requestsScreen = screen({
  path: '/_emulator/ui/requests',
  query: ListRequests,
  render: (view, query) =>
    listScreen(view, {
      title: 'Requests',
      what: 'requests',
      query,
      values: view.world.requests,
      fits: fits(view, query),
      isOwn: ({ requestHeaders }) => ownHeader in requestHeaders,
      actions: act(view, {
        label: 'Clear the journal',
        method: 'delete',
        path: '/_emulator/requests',
        said: 'The journal was cleared',
        ask: 'Delete all recorded requests of this world?',
      }),
      filters: html`${searchField('Path, id, reference, trace id or any other text', query.q)}${choice('Method', 'method', query.method, methods)}${choice('Outcome', 'outcome', query.outcome, outcomes)}`,
      heads: ['Time', 'Status', 'Request and scenario key', 'What was wrong', { numbers: 'Took' }],
      row: (entry) => row(view, entry),
      advice: html`Requests to this world’s service appear here, with what was wrong with them. Set the base URL of your integration to <code>${view.origin}</code>.`,
    }),
})
