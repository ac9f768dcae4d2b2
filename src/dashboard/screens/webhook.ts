import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { resources } from '../../domain/kernel/resources.ts'
import { eventTypes } from '../../domain/webhook/event-types.ts'
import type { Attempt, Delivery, WebhookEvent } from '../../domain/webhook/events.ts'
import { presentEventAs } from '../../wire/event-forms.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { badge, copyable, empty, facts, httpStatus, instant, pretty } from '../kit/parts.ts'
import { storyLink, subjectOfEvent } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { checkSignature } from './signature.ts'
import { editPath } from './webhook-again.ts'
import { deliveriesOf, progress, redeliver } from './webhooks.ts'

/** One event: its deliveries with every attempt. */
export const webhookScreen = screen({
  path: '/_emulator/ui/webhooks/:id',
  query: z.object({}),
  render: (view) => {
    const event = view.world.state.events.get(view.param('id'))
    must(
      event,
      'not_found',
      `no event "${view.param('id')}" in world "${view.world.name}"; it may have been evicted by newer ones`,
      { kind: 'events', id: view.param('id') },
    )
    const deliveries = deliveriesOf(view, event)
    return {
      title: event.type,
      menu: 'webhooks',
      content: html`<div class="head"><p class="unit"><a href="${view.base}/_emulator/ui/webhooks">Webhooks</a></p>
<h1><code>${event.type}</code></h1><p>${eventTypes[event.type].title}</p></div>
<div class="columns"><div id="deliveries" data-live>${
        deliveries.length === 0
          ? empty(
              'No deliveries',
              html`No endpoint was subscribed to this event${eventTypes[event.type].v3 === undefined ? ', which endpoints of form v3 do not receive' : ''}. <a href="${view.base}/_emulator/ui/webhooks">Add an endpoint</a> to receive the next ones.`,
            )
          : each(deliveries, (delivery) => card(view, event, delivery))
      }</div>
<aside aria-label="About this event"><section class="card"><h2>About</h2>${facts([
        ['Event', copyable(event.id, 'the id')],
        ['Happened', instant(event.at, view.world.now())],
        ['About', subject(view, event)],
      ])}</section>
${when(
  deliveries.every(({ attempts }) => attempts.length === 0),
  () =>
    html`<section class="card"><h2>Body</h2><pre tabindex="0" aria-label="Body of the event">${pretty(JSON.stringify(presentEventAs[deliveries[0]?.endpoint.form ?? 'charge'](event, { qrImage: view.emulator.ports.qrCode, charges: view.world.state.charges, words: view.emulator.words })))}</pre></section>`,
)}</aside></div>`,
    }
  },
})

function subject(view: View, { subject: about }: WebhookEvent): Html {
  if (about === undefined) return html`created manually`
  const member = subjectOfEvent(view.world.state, about)
  const { name } = resources[about.collection]
  return html`${name} ${member ? storyLink(view, member, about.value.reference) : html`<code>${about.value.reference}</code>`}`
}

function card(view: View, event: WebhookEvent, delivery: Delivery): Html {
  const { endpoint, attempts, copy } = delivery
  return html`<section class="card" data-key="${delivery.id}" aria-label="Delivery ${delivery.id} to ${endpoint.url}">
<div class="head"><h2><code class="wrap">${endpoint.url}</code>${when(copy > 1, () => html` <span class="unit">copy ${copy}</span>`)}</h2><div class="row">${progress(view, delivery)} ${redeliver(view, delivery)} <a class="button" href="${editPath(view.base, delivery)}">Edit and send again</a></div></div>
${
  attempts.length === 0
    ? html`<p>Nothing was sent yet.${event.plan?.dropped ? ' The scenario drops this event.' : ''}</p>`
    : html`<ol class="attempts">${each(attempts, (attempt, index) => attemptItem(view, delivery, attempt, index === attempts.length - 1))}</ol>`
}</section>`
}

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

function attemptItem(view: View, delivery: Delivery, attempt: Attempt, isLast: boolean): Html {
  const sent = view.world.requestOf(delivery, attempt)
  const check = checkSignature(view.emulator.ports.hmacSha256, delivery.endpoint, sent)
  const { response, error } = attempt
  return html`<li data-key="${attempt.at}-${attempt.manual ? 'm' : 'a'}"><details${isLast ? html` open` : ''}><summary>${instant(attempt.at, view.world.now())} ${response ? httpStatus(response.status) : badge(error ?? 'no response', 'bad')} <span class="num">${Math.round(attempt.durationMs)} ms</span>${when(attempt.manual, () => html` <span class="unit">${attempt.edited === undefined ? 'manual' : 'edited'}</span>`)} <span class="unit">signature</span> ${badge(check.verdict, check.verdict === 'valid' ? 'good' : 'bad')}</summary>
<div class="panes"><section class="pane"><h3>Request</h3><pre tabindex="0" aria-label="Request">POST ${sent.url}\n${headerLines(sent.headers)}\n${pretty(sent.body)}</pre><p class="unit">${check.how}</p></section>
<section class="pane"><h3>Response</h3>${
    response
      ? html`<pre tabindex="0" aria-label="Response">HTTP ${response.status}\n${headerLines(response.headers)}\n${pretty(response.body)}</pre>`
      : html`<p class="notice bad">${error ?? 'No response'}</p>`
  }</section></div></details></li>`
}
