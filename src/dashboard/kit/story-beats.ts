import { namedBy } from '../../emulator/subjects.ts'
import type { TimelineEntry } from '../../emulator/timeline.ts'
import { redactText } from '../../http/redact.ts'
import { isoTime } from '../../wire/time.ts'
import { each, type Html, html, none, when } from './html.ts'
import { act, badge, httpStatus, instant, remaining, visible } from './parts.ts'
import { linked, storyLink } from './story-links.ts'
import type { View } from './view.ts'

type Parts = NonNullable<TimelineEntry['parts']>

const took = ({ durationMs }: TimelineEntry): Html =>
  durationMs === undefined ? none : html` <span class="num unit">${Math.round(durationMs)} ms</span>`

const list = (texts: readonly string[]): Html =>
  when(texts.length > 0, () => html`<div class="unit facts-of">${visible(texts.join(' · '))}</div>`)

const keyLink = ({ base }: View, key: string): Html =>
  html`<a class="key" href="${base}/_emulator/ui/scenarios?key=${encodeURIComponent(key)}"><code>${key}</code></a>`

/** What the key of a request did to the connection. */
function faultOf({ world }: View, key: string): Html {
  const { fault, latency, status } = world.catalogue.find(key)?.response ?? {}
  const texts = [
    fault === undefined ? '' : `the key breaks the connection: ${fault}`,
    status === undefined ? '' : `the key makes the answer ${status}`,
    latency === undefined ? '' : 'the key delays the answer',
  ].filter((text) => text !== '')
  return when(texts.length > 0, () => html` ${badge(texts.join(', '), 'wait')}`)
}

/** `told`: what the lines below it say, which is not said twice. */
function request(view: View, entry: TimelineEntry, parts: Parts, told: readonly string[]): Html {
  const { requestId, status = 0, scenario } = entry
  const facts = told.length > 0 && status < 400 ? parts.facts : [...parts.facts, ...(parts.told ?? [])]
  const warnings = (parts.warnings ?? []).filter((warning) => !told.includes(warning))
  return html`<a href="${view.base}/_emulator/ui/requests/${String(requestId)}"><code class="wrap">${visible(parts.title)}</code></a> ${httpStatus(status)}${took(entry)}${made(view, entry)}${scenario === undefined ? none : html`<div>${keyLink(view, scenario)}${faultOf(view, scenario)}</div>`}${list(facts)}${each(warnings, (warning) => html`<div class="warn">${visible(warning)}</div>`)}`
}

/** The note of a line, with the next action that it asks for. */
function noteOf(note: string): Html {
  const [why = '', next] = note.split('; waits for ')
  return next === undefined
    ? html`${visible(why)}`
    : html`${visible(why)} <span class="asks">asks for <code>${next}</code></span>`
}

/** A line of a history: what was done, what is asked for next, and how it ended. */
export function line(view: View, { actor, parts, what, objectId }: TimelineEntry): Html {
  if (parts === undefined) return html`${visible(what)}`
  const state = parts.state === undefined || parts.state === 'pending' ? none : html` ${badge(parts.state)}`
  return html`<span class="actor">${actor}</span> <span>${noteOf(parts.title)}</span>${state}${elsewhere(view, objectId)}`
}

/** The value that a request returned, if it has a story of its own. */
function made(view: View, { objectId }: TimelineEntry): Html {
  const [member] =
    objectId === undefined || objectId === view.param('id') ? [] : namedBy(view.world.state, objectId)
  return member ? html` <span class="unit">returned</span> ${storyLink(view, member)}` : none
}

/** The value that an entry is about, unless the page is about it. */
const elsewhere = (view: View, objectId: string | undefined): Html =>
  objectId === undefined || objectId === view.param('id')
    ? none
    : html` <span class="unit">of</span> ${linked(view, objectId)}`

const eventLink = ({ base }: View, eventId: string | undefined, title: string): Html =>
  html`<a href="${base}/_emulator/ui/webhooks/${encodeURIComponent(eventId ?? '')}"><code>${title}</code></a>`

const target = (url: string | undefined): Html =>
  when(url, () => html`<div class="clip unit" title="${url}">to ${url}</div>`)

function webhook(view: View, entry: TimelineEntry, { title, facts, url }: Parts): Html {
  const { status, until, eventId, at } = entry
  const [outcome = '', ...more] = facts
  const answer = status === undefined ? badge(outcome, url === undefined ? 'off' : 'bad') : httpStatus(status)
  return html`${eventLink(view, eventId, title)} ${answer}${took(entry)}${target(url)}${list(more)}${when(until, () => html`<div class="unit">sent again at ${instant(until ?? 0, at)}</div>`)}`
}

/** An entry that happened. `told`: the notes of the lines below it. */
export function past(view: View, entry: TimelineEntry, told: readonly string[]): Html {
  const { kind, parts, what, until } = entry
  if (kind === 'clock')
    return html`The clock was ${what}${when(until, () => html` <span class="unit">to</span> ${instant(until ?? 0, entry.at)}`)}`
  if (parts === undefined) return html`${visible(redactText(what))}`
  if (kind === 'request') return request(view, entry, parts, told)
  return kind === 'webhook' ? webhook(view, entry, parts) : line(view, entry)
}

/** An entry that is still to come. */
export function due(view: View, { at, what, parts, eventId, objectId, deliveryId }: TimelineEntry): Html {
  const now = view.world.now()
  const isHeld = view.world.state.deliveries.get(deliveryId ?? '')?.status === 'held'
  const wait = isHeld
    ? html`<strong>held</strong> <span class="unit">until deliveries are released</span>`
    : html`<span class="unit">in</span> <strong>${remaining(at, now)}</strong>`
  const text =
    parts === undefined
      ? html`${visible(what)}`
      : eventId === undefined
        ? html`${parts.title}${elsewhere(view, objectId)}`
        : html`${eventLink(view, eventId, parts.title)} <span class="unit">${parts.facts.join(', ')}</span>${target(parts.url)}`
  return html`${wait} ${text}${
    isHeld
      ? none
      : html`<div class="row">${act(view, {
          label: 'Advance to it',
          method: 'post',
          path: '/_emulator/clock/advance',
          body: { to: isoTime(Math.max(at, now)) },
          said: 'The clock was advanced',
        })}</div>`
  }`
}
