import { formatDuration } from '../../domain/kernel/duration.ts'
import type { TimelineKind } from '../../domain/kernel/enums.ts'
import { resources } from '../../domain/kernel/resources.ts'
import type { Story } from '../../emulator/story.ts'
import { namedBy } from '../../emulator/subjects.ts'
import type { TimelineEntry } from '../../emulator/timeline.ts'
import { isoTime } from '../../wire/time.ts'
import { each, type Html, html, when } from './html.ts'
import { empty, instant } from './parts.ts'
import { due, line, past } from './story-beats.ts'
import type { View } from './view.ts'

/** How many entries a page shows. */
const pageLength = 100

/** An entry of the axis, with the lines of histories that it caused. */
interface Beat {
  entry: TimelineEntry
  lines: TimelineEntry[]
  key: string
  /** How long after the entry before it. Milliseconds. */
  gap: number
  /** Whether the clock jumped over that time. */
  isJumped: boolean
}

/** Entries as beats: a line belongs to the request that caused it. */
function beatsOf(entries: readonly TimelineEntry[]): Beat[] {
  const beats: Beat[] = []
  const seen = new Map<string, number>()
  let jumpEnds = 0
  let last: number | undefined
  for (const entry of entries) {
    const before = beats.at(-1)
    if (isCaused(entry) && before?.entry.requestId === entry.requestId) {
      before?.lines.push(entry)
      continue
    }
    const name = `${entry.kind} ${entry.requestId ?? entry.deliveryId ?? entry.objectId ?? ''} ${entry.at}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const gap = Math.max(0, entry.at - (last ?? entry.at))
    beats.push({ entry, lines: [], key: `${name} ${count}`, gap, isJumped: entry.at <= jumpEnds })
    if (entry.kind === 'clock' && entry.until !== undefined) jumpEnds = Math.max(jumpEnds, entry.until)
    last = entry.at
  }
  return beats
}

const isCaused = ({ kind, requestId }: TimelineEntry): boolean =>
  kind !== 'request' && requestId !== undefined

/** Distances on the axis: longer for longer times, but not in proportion. Milliseconds. */
const distances = [1, 1000, 60_000, 3_600_000, 86_400_000]

/** The time between two entries: a distance, or a break of the axis where the clock jumped. */
function gapOf({ gap, isJumped }: Beat): Html {
  const size = distances.filter((least) => gap >= least).length
  if (size === 0) return html``
  const rounded = gap < 60_000 ? gap : Math.round(gap / 1000) * 1000
  const text = `${formatDuration(rounded)} later${isJumped ? ', jumped over' : ''}`
  return html`<p class="gap gap-${String(size)}${isJumped ? ' jump' : ''}">${when(size > 1, () => html`<span>${text}</span>`)}</p>`
}

/** What a beat is called for people who cannot see its sign. */
const kinds = {
  request: 'Request',
  webhook: 'Webhook',
  charge: 'Charge',
  transfer: 'Transfer',
  clock: 'Clock',
  rule: 'Rule',
  endpoint: 'Webhooks',
  token: 'Tokens',
  due: 'To come',
} as const satisfies Record<TimelineKind, string>

/** Whether it went wrong: a request or an attempt that was not answered with success. */
const isBad = ({ kind, status, deliveryId }: TimelineEntry): boolean =>
  kind !== 'due' && (status === undefined ? deliveryId !== undefined : status >= 400)

/** What a beat is called; a line of a history by what its value is. */
function kindOf({ world }: View, { kind, objectId }: TimelineEntry): string {
  const [member] = kind === 'charge' && objectId !== undefined ? namedBy(world.state, objectId) : []
  return member ? resources[member.ref.collection].name : kinds[kind]
}

function beatItem(view: View, beat: Beat): Html {
  const { entry, lines, key } = beat
  const told = lines.map(({ parts }) => parts?.title ?? '')
  return html`<li class="beat is-${entry.kind} by-${entry.actor}${isBad(entry) ? ' is-bad' : ''}" data-key="${key}">${gapOf(beat)}
<div class="when">${instant(entry.at, view.world.now())}</div>
<div class="what"><span class="who">${kindOf(view, entry)}</span><div>${entry.kind === 'due' ? due(view, entry) : past(view, entry, told)}${when(lines.length > 0, () => html`<ul class="lines-of">${each(lines, (one) => html`<li>${line(view, one)}</li>`)}</ul>`)}</div></div></li>`
}

/** Which entries are shown: `from` counts from the first one; undefined shows the newest. */
export interface AxisQuery {
  from?: number | undefined
}

/** The story of a value on a timeline: what happened, now, and, dotted, what is still to come. */
export function storyAxis(view: View, name: string, story: Story, { from }: AxisQuery): Html {
  const total = story.past.length
  const start = Math.min(from ?? Math.max(0, total - pageLength), Math.max(0, total - 1))
  const end = Math.min(start + pageLength, total)
  const isNewest = end === total
  const now = view.world.now()
  const beats = beatsOf(story.past.slice(start, end))
  const coming = beatsOf(story.due.slice(0, pageLength))
  const text = `${view.base}/_emulator/timeline?limit=2000&charge_id=${encodeURIComponent(name)}`
  return html`<div id="story" data-live="the story">${
    total + story.due.length === 0
      ? empty(
          'No story',
          'The journal and the deliveries have nothing about it: they were evicted, or it was populated.',
        )
      : html`${pageLinks(start, end, total)}<ol class="axis" aria-label="Story, oldest first">${each(beats, (beat) => beatItem(view, beat))}
${when(
  isNewest,
  () =>
    html`<li class="beat is-now" data-key="now"><div class="when"><time datetime="${isoTime(now)}">now</time></div><div class="what"><span class="unit">${coming.length > 0 ? 'Still to come' : 'Nothing is to come'}</span></div></li>${each(coming, (beat) => beatItem(view, beat))}`,
)}</ol>${when(isNewest && story.due.length > pageLength, () => html`<p class="unit">${story.due.length - pageLength} more are to come.</p>`)}`
  }<p class="unit story-foot"><a href="${text}">The same as text</a></p></div>`
}

/** Links through a long story. */
const pageLinks = (start: number, end: number, total: number): Html =>
  html`${when(
    total > pageLength,
    () =>
      html`<nav class="pager" aria-label="Parts of the story"><span>${total.toLocaleString('en')} entries, ${start + 1} to ${end}</span>${when(start > 0, () => html`<a class="button" href="?from=0" rel="first">First</a><a class="button" href="?from=${Math.max(0, start - pageLength)}" rel="prev">Earlier</a>`)}${when(end < total, () => html`<a class="button" href="?from=${end}" rel="next">Later</a><a class="button" href="?" rel="last">Newest</a>`)}</nav>`,
  )}`
