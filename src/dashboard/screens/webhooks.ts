import * as z from 'zod'
import { deliveryStatuses } from '../../domain/kernel/enums.ts'
import { heldFlag } from '../../domain/kernel/marks.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import type { Delivery, WebhookEvent } from '../../domain/webhook/events.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, formButtons, httpStatus, instant, remaining } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { endpoints } from './endpoints.ts'
import { searchFor } from './search.ts'

const ListEvents = z.object({
  q: Text,
  type: OneOf(eventTypeNames),
  status: OneOf(deliveryStatuses),
  ...listing,
})

export const eventPath = (base: string, id: string): string =>
  `${base}/_emulator/ui/webhooks/${encodeURIComponent(id)}`

/** The deliveries of an event that were not evicted. */
export const deliveriesOf = ({ world }: Pick<View, 'world'>, event: WebhookEvent): Delivery[] =>
  event.deliveries.flatMap((id) => world.state.deliveries.get(id) ?? [])

export const redeliver = (view: Pick<View, 'base'>, delivery: Delivery): Html =>
  act(view, {
    label: delivery.attempts.length === 0 ? 'Deliver now' : 'Redeliver',
    method: 'post',
    path: `/_emulator/webhooks/deliveries/${encodeURIComponent(delivery.id)}/redeliver`,
    said: 'Delivery attempted',
  })

/** The state of a delivery: its attempts, the result of the last one, and the time left until the next. */
export function progress({ world }: Pick<View, 'world'>, delivery: Delivery): Html {
  const { attempts, status, nextAttemptAt } = delivery
  const last = attempts.at(-1)
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`
  return html`${badge(status)} ${when(last?.response, () => httpStatus(last?.response?.status ?? 0))} <span class="unit">${attempts.length === 0 ? '' : count}</span>${when(
    status === 'pending' && nextAttemptAt !== undefined,
    () =>
      html` <span class="unit">${attempts.length === 0 ? 'sent in' : '· retry in'} ${remaining(nextAttemptAt ?? 0, world.now())}</span>`,
  )}${when(last?.error, () => html` <span class="clip unit error" title="${last?.error}">${last?.error}</span>`)}`
}

/** One line for each delivery of an event. */
const deliveryLines = (view: View, event: WebhookEvent): Html => {
  const deliveries = deliveriesOf(view, event)
  if (deliveries.length === 0) return html`<span class="unit">no endpoint subscribed</span>`
  const shown = deliveries.slice(0, 5)
  return html`<ul class="plain-list">${each(
    shown,
    (delivery) =>
      html`<li class="delivery" data-key="${delivery.id}"><div>${progress(view, delivery)}<br><span class="clip unit" title="${delivery.endpoint.url}">to ${delivery.endpoint.url}</span></div>${redeliver(view, delivery)}</li>`,
  )}</ul>${when(deliveries.length > shown.length, () => html`<a href="${eventPath(view.base, event.id)}">${deliveries.length - shown.length} more</a>`)}`
}

const eventRow = (view: View, event: WebhookEvent): Html => html`<tr data-key="${event.id}">
<td><a href="${eventPath(view.base, event.id)}"><code>${event.type}</code></a></td>
<td><code class="clip">${event.subject?.value.reference ?? 'created manually'}</code></td>
<td>${instant(event.at, view.world.now())}</td>
<td>${deliveryLines(view, event)}</td>
</tr>`

/** An event as an item of a narrow list. */
export const eventItem = (view: View, event: WebhookEvent): Html => html`<li data-key="${event.id}">
<p><a href="${eventPath(view.base, event.id)}"><code>${event.type}</code></a> <span class="unit">${instant(event.at, view.world.now())}</span></p>
${deliveryLines(view, event)}</li>`

const eventHeads = ['Event', 'About', 'Happened', 'Deliveries'] as const

function fits(view: View, query: z.output<typeof ListEvents>): (event: WebhookEvent) => boolean {
  const { q, type, status } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (event) =>
    (type === '' || event.type === type) &&
    isThen(event.at) &&
    (status === '' || deliveriesOf(view, event).some((delivery) => delivery.status === status)) &&
    (isFound(event) || isFound(deliveriesOf(view, event)))
}

/** A button that holds or releases deliveries. */
function holdBar(view: View): Html {
  const held = view.world.state.flags.has(heldFlag)
  return html`<div id="hold" class="row" data-live>${
    held
      ? html`<p class="notice wait">Deliveries are on hold: events queue here until you release them.</p>${act(view, { label: 'Release', method: 'post', path: '/_emulator/webhooks/release', said: 'Released', kind: 'main' })}`
      : act(view, {
          label: 'Hold deliveries',
          method: 'post',
          path: '/_emulator/webhooks/hold',
          said: 'Deliveries are on hold',
        })
  }</div>`
}

/** A form that creates any event. */
const eventForm = ({
  base,
}: View): Html => html`<button type="button" class="plain" popovertarget="event-form">Create an event</button>
<form id="event-form" popover aria-label="Create an event" class="stack card" data-call="post" data-url="${base}/_emulator/webhooks/events" data-said="The event was created">
<label>Type<select name="type">${each(eventTypeNames, (type) => html`<option>${type}</option>`)}</select></label>
<label>Data, as JSON<textarea name="data" data-as="json" rows="4" spellcheck="false">{"id": "chg_manual0001"}</textarea></label>
${formButtons('Create')}
</form>`

/** Webhook endpoints, events and their deliveries. */
export const webhooksScreen = screen({
  path: '/_emulator/ui/webhooks',
  query: ListEvents,
  render: (view, query) =>
    listScreen(view, {
      title: 'Webhooks',
      what: 'events',
      path: 'webhooks',
      query,
      values: view.world.state.events,
      fits: fits(view, query),
      actions: html`${holdBar(view)}${eventForm(view)}`,
      above: html`${endpoints(view)}
<h2>Events</h2>`,
      filters: html`${searchField('Reference, id, endpoint or any other text', query.q)}${choice('Type', 'type', query.type, eventTypeNames)}${choice('Deliveries', 'status', query.status, deliveryStatuses)}`,
      heads: eventHeads,
      row: (event) => eventRow(view, event),
      advice: html`An event is sent when a charge ends, a transfer is paid out, an order is authorised or a refund completes. <a href="${view.base}/_emulator/ui/scenarios">Run a scenario</a> to see one.`,
    }),
})
