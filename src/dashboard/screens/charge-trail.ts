import type { Charge } from '../../domain/charge/model.ts'
import { each, type Html, html } from '../kit/html.ts'
import { empty, httpStatus, instant, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { requestPath } from './requests.ts'
import { eventItem } from './webhooks.ts'

/** How many of the newest entries are searched, and how many matches are shown. */
const searched = 50_000
const shown = 30

/** The events about a charge, or about an order or refund with its reference, and their deliveries. */
export function chargeWebhooks(view: View, charge: Charge): Html {
  const events = found(
    view.world.state.events.newestFirst(),
    ({ subject }) => subject?.value.reference === charge.reference,
  )
  return html`<section class="card" aria-labelledby="hooks-title"><h2 id="hooks-title">Webhooks</h2><div id="hooks" data-live="webhooks">${
    events.length > 0
      ? html`<ul class="plain-list">${each(events, (event) => eventItem(view, event))}</ul>`
      : empty('No event yet', 'An event is sent when the charge ends.')
  }</div></section>`
}

/** The newest matches among the values searched. */
function found<T>(newestFirst: Iterable<T>, fits: (value: T) => boolean): T[] {
  const values: T[] = []
  let seen = 0
  for (const value of newestFirst) {
    if (++seen > searched || values.length >= shown) break
    if (fits(value)) values.push(value)
  }
  return values
}

/** The merchant's requests about a charge. */
export function chargeRequests(view: View, charge: Charge, orderId: string | undefined): Html {
  const entries = found(
    view.world.requests.newestFirst(),
    ({ path, requestBody }) =>
      path.includes(charge.id) ||
      (orderId !== undefined && path.includes(orderId)) ||
      requestBody.includes(charge.reference) ||
      requestBody.includes(charge.id),
  )
  return html`<section class="card" aria-labelledby="requests-title"><h2 id="requests-title">Requests</h2><div id="requests" data-live="requests">${
    entries.length === 0
      ? empty('No requests', 'The journal has none about this charge, or has evicted them.')
      : table(
          'Requests about this charge',
          ['Time', 'Request', 'Status', { numbers: 'Took' }],
          each(
            entries,
            (entry) => html`<tr data-key="r${entry.id}">
<td>${instant(entry.at, view.world.now())}</td>
<td><a href="${requestPath(view.base, entry.id)}"><code class="clip">${entry.method} ${entry.path}</code></a></td>
<td>${httpStatus(entry.status)}</td>
<td class="right num">${Math.round(entry.durationMs)} ms</td>
</tr>`,
          ),
        )
  }</div></section>`
}
