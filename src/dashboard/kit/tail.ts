import * as z from 'zod'
import { Duration, parseDuration } from '../../domain/kernel/duration.ts'
import { isoTime } from '../../wire/time.ts'
import { type Html, html, none, when } from './html.ts'
import { paging, type Row, type Rows } from './paging.ts'
import type { View } from './view.ts'

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?$/

/** Milliseconds of an instant in UTC, with or without its `Z`: browsers send what a field for dates and times holds without. */
const parseInstant = (text: string): number => Date.parse(text.endsWith('Z') ? text : `${text}Z`)

const Instant = z
  .string()
  .refine(
    (text) => text === '' || (instantForm.test(text) && !Number.isNaN(parseInstant(text))),
    'must be an instant in UTC such as 2030-01-31T09:30:00Z',
  )
  .default('')

/** Which rows of a list are shown, also by the time of the world's clock: of the `last` minutes, or from an instant to another. */
export const listing = {
  ...paging,
  last: z.union([z.literal(''), Duration.in], 'must be a duration such as "5m"').default(''),
  from: Instant,
  to: Instant,
}

type Range = { [K in 'last' | 'from' | 'to']: z.output<(typeof listing)[K]> }

/** Tells whether an instant is in the range of a query. */
export function inRange({ world }: Pick<View, 'world'>, { last, from, to }: Range): (at: number) => boolean {
  const since = last === '' ? Number.NEGATIVE_INFINITY : world.now() - (parseDuration(last) ?? 0)
  const begin = from === '' ? since : Math.max(since, parseInstant(from))
  const end = to === '' ? Number.POSITIVE_INFINITY : parseInstant(to)
  return (at) => at >= begin && at <= end
}

const ranges = { '1m': 'last minute', '5m': 'last 5 minutes', '1h': 'last hour', '1d': 'last day' }

/** The fields of a filter by the time of the world's clock. */
export function timeFields({ last, from, to }: Range): Html {
  const known = Object.entries(last === '' || last in ranges ? ranges : { ...ranges, [last]: `last ${last}` })
  const field = (label: string, name: string, value: string): Html =>
    html`<label>${label}<input type="datetime-local" name="${name}" step="0.001" value="${value === '' ? '' : isoTime(parseInstant(value)).slice(0, 23)}"></label>`
  const isSet = from !== '' || to !== ''
  return html`<label>Time<select name="last"><option value="">any</option>${known.map(([value, text]) => html`<option value="${value}"${value === last ? html` selected` : ''}>${text}</option>`)}</select></label><button type="button" class="plain" popovertarget="range">${isSet ? 'From – to (set)' : 'From – to'}</button><div id="range" popover class="card stack" role="group" aria-label="Range of time">${field('From, in UTC of the world’s clock', 'from', from)}${field('To', 'to', to)}<button class="main">Apply</button></div>`
}

/** The id of a list's filter form: the buttons of the tail belong to it. */
export const filtersId = 'filters'

/** Above a list: stop and follow, what is new, a mark, and what is hidden. All of it is in the address. */
export function tailBar(
  { fresh, hidden, newest }: Pick<Rows<Row>, 'fresh' | 'hidden' | 'newest'>,
  query: Record<string, unknown>,
): Html {
  const set = (name: string, value: unknown, label: string, kind = 'plain', title?: string): Html =>
    html`<button form="${filtersId}" class="${kind}" data-key="tail-${kind === 'main' ? 'new' : name}" name="${name}" value="${value}"${title === undefined ? none : html` title="${title}"`}>${label}</button>`
  const { upto, since, own } = query
  return html`<div id="tail" class="row tail" data-live>${
    newest === undefined
      ? none
      : html`${upto ? set('upto', '', 'Follow') : set('upto', newest, 'Pause')}${when(upto && fresh > 0, () => set('upto', newest, `${fresh.toLocaleString('en')} new`, 'main'))}${
          since
            ? set('since', '', 'Show what was before the mark')
            : set('since', newest, 'Mark', 'plain', 'Shows only what comes after this')
        }${when(hidden > 0, () => set('own', 'true', `Show ${hidden.toLocaleString('en')} sent by the dashboard`))}${when(own, () => set('own', '', 'Hide those sent by the dashboard'))}${when(upto, () => html`<span class="unit">Paused</span>`)}`
  }</div>`
}
