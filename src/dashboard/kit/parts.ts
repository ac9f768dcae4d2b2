import type {
  ChargebackStatus,
  ChargeStatus,
  DeliveryStatus,
  OrderStatus,
  RefundState,
  TransferOutcome,
  TransferStatus,
  VirtualAccountStatus,
} from '../../domain/kernel/enums.ts'
import { isoTime } from '../../wire/time.ts'
import { each, type Html, html, none, when } from './html.ts'
import type { View } from './view.ts'

/** How many rows a list shows at once. */
export const pageSize = 50

type Tone = 'good' | 'wait' | 'bad' | 'off'
type Status =
  | ChargeStatus
  | OrderStatus
  | RefundState
  | DeliveryStatus
  | TransferOutcome
  | Lowercase<TransferStatus>
  | VirtualAccountStatus
  | ChargebackStatus
  | 'valid'
  | 'invalid'

const tones: Record<Status, Tone> = {
  succeeded: 'good',
  delivered: 'good',
  completed: 'good',
  'partially-completed': 'good',
  successful: 'good',
  authorized: 'good',
  active: 'good',
  won: 'good',
  initiated: 'wait',
  declined: 'wait',
  accepted: 'off',
  lost: 'bad',
  valid: 'good',
  pending: 'wait',
  held: 'wait',
  new: 'wait',
  failed: 'bad',
  dead: 'bad',
  invalid: 'bad',
  inactive: 'off',
  voided: 'off',
  dropped: 'off',
  reversed: 'off',
}

/** A status as a word with a colour. */
export const badge = (
  text: string,
  tone: Tone = (tones as Record<string, Tone>)[text.toLowerCase()] ?? 'off',
): Html => html`<span class="badge ${tone}">${text}</span>`

/** An HTTP status as a badge. */
export const httpStatus = (status: number): Html =>
  badge(String(status), status < 300 ? 'good' : status < 400 ? 'off' : status < 500 ? 'wait' : 'bad')

/** An instant of the world's clock: the time of day, with the date unless it is today's. */
export function instant(at: number, now: number): Html {
  const iso = isoTime(at)
  const date = iso.slice(0, 10) === isoTime(now).slice(0, 10) ? '' : `${iso.slice(0, 10)} `
  return html`<time datetime="${iso}" title="${iso}">${date}${iso.slice(11, 19)}<span class="ms">${iso.slice(19, 23)}</span></time>`
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
] as const

/** The time left, in its two largest units; the browser counts it down. */
export function remaining(at: number, now: number): Html {
  return html`<span class="num" data-until="${at}">${inWords(at - now)}</span>`
}

function inWords(ms: number): string {
  if (ms <= 0) return 'now'
  const parts: string[] = []
  let rest = Math.ceil(ms / 1000) * 1000
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size)
    if (count > 0 && parts.length < 2) parts.push(`${count}${unit}`)
    else if (parts.length > 0) break
    rest -= count * size
  }
  return parts.join(' ')
}

/** Created once: that takes longer than a row of a list. */
const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 10 })

export const money = (amount: number, currency: string): Html =>
  html`<span class="num">${amounts.format(amount)}</span> <span class="unit">${currency}</span>`

/** A text with a button that copies it. */
export const copyable = (text: string, what: string): Html =>
  html`<span class="copyable"><code>${text}</code><button type="button" class="quiet small" data-copy="${text}" data-what="${what}" aria-label="Copy ${what}">copy</button></span>`

/** One call to the control interface, or to the service as the merchant. */
export interface Call {
  label: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** Path below the world's prefix. */
  path: string
  body?: unknown
  /** Shown on success. */
  said?: string
  /** A question to confirm first. */
  ask?: string
  kind?: 'main' | 'bad' | 'plain'
  asMerchant?: boolean
  /** The address that the browser opens afterwards. */
  next?: string
  /** What the action belongs to, if its label does not tell: the button of one step never becomes that of the next. */
  step?: string
}

/** A button that makes a call, and one that copies it as curl. */
export function act({ base }: Pick<View, 'base'>, call: Call): Html {
  const attributes = html`data-call="${call.method}" data-url="${base}${call.path}"${call.body === undefined ? none : html` data-body="${JSON.stringify(call.body)}"`}${call.said === undefined ? none : html` data-said="${call.said}"`}${call.ask === undefined ? none : html` data-ask="${call.ask}"`}${call.asMerchant ? html` data-as-merchant` : none}${call.next === undefined ? none : html` data-next="${call.next}"`}${call.step === undefined ? none : html` data-step="${call.step}"`}`
  return html`<span class="act"><button type="button" class="${call.kind ?? 'plain'}" ${attributes}>${call.label}</button><button type="button" class="curl" data-curl aria-label="Copy “${call.label}” as curl" title="Copy as curl">curl</button></span>`
}

/** The buttons at the end of a form that makes a call. */
export const formButtons = (label: string, kind: 'main' | 'plain' = 'main'): Html =>
  html`<span class="act"><button class="${kind}">${label}</button><button type="button" class="curl" data-curl="form" aria-label="Copy “${label}” as curl" title="Copy as curl">curl</button></span>`

/** Shown instead of an empty list: what is missing, and how to create it. */
export const empty = (title: string, advice: Html | string): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p><p>${advice}</p></div>`

/** A column's heading; that of numbers is aligned to the right. */
export type Head = string | { numbers: string }

/** A table whose rows carry `data-key`, by which a refresh matches them. */
export const table = (caption: string, heads: readonly Head[], rows: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table><caption class="away">${caption}</caption><thead><tr>${each(
    heads,
    (head) =>
      typeof head === 'string'
        ? html`<th scope="col">${head}</th>`
        : html`<th scope="col" class="right">${head.numbers}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div>`

/** A list of names and values; entries without a value are left out. */
export const facts = (entries: readonly (readonly [string, Html | string | undefined])[]): Html =>
  html`<dl class="facts">${each(
    entries.filter(([, value]) => value !== undefined),
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`

/** A scenario key as a link to the composer; undefined without a key. */
export const keyFact = ({ base }: Pick<View, 'base'>, key: string): Html | undefined =>
  key === ''
    ? undefined
    : html`<a href="${base}/_emulator/ui/scenarios?key=${encodeURIComponent(key)}"><code>${key}</code></a>`

/** The merchant's own data; undefined if there is none. */
export function metaFact(meta: Readonly<Record<string, unknown>>): Html | undefined {
  const members = Object.entries(meta)
  return members.length === 0
    ? undefined
    : html`${each(members, ([key, value]) => html`<div><code>${key}</code> <bdi>${String(value)}</bdi></div>`)}`
}

/** A text whose invisible signs that change the direction of writing are written out, as in JSON. */
export const visible = (text: string): string =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)

/** A body as it was sent, indented if it is JSON, truncated if it is very long. */
export function pretty(text: string): string {
  const longest = 100_000
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown as it is.
  }
  return visible(
    shown.length > longest
      ? `${shown.slice(0, longest)}\n… ${shown.length - longest} more characters`
      : shown,
  )
}

/** One page of a list. */
export interface Slice<T> {
  rows: T[]
  total: number
  page: number
  pages: number
  /** The page that was asked for, if there is none of that number: the last one is shown. */
  missing?: number | undefined
}

/** One page of the values that fit; past the end, the last one. */
export function slice<T>(values: Iterable<T>, page: number, fits: (value: T) => boolean): Slice<T> {
  const first = (page - 1) * pageSize
  const rows: T[] = []
  let last: T[] = []
  let total = 0
  for (const value of values) {
    if (!fits(value)) continue
    if (total >= first && total < first + pageSize) rows.push(value)
    if (total % pageSize === 0) last = []
    last.push(value)
    total++
  }
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return page > pages
    ? { rows: last, total, page: pages, pages, missing: page }
    : { rows, total, page, pages }
}

/** Links to the neighbouring pages of a list; `query` holds its current filters. */
export function pager(
  { total, page, pages, missing }: Slice<unknown>,
  what: string,
  query: Record<string, unknown>,
): Html {
  const to = (number: number): string => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value))
    search.set('page', String(number))
    return `?${search}`
  }
  return html`<nav class="pager" aria-label="Pages"><span>${total.toLocaleString('en')} ${total === 1 ? what.slice(0, -1) : what}${when(pages > 1, () => html`, page ${page} of ${pages}`)}${when(missing, () => html`; there is no page ${missing}`)}</span>${when(page > 1, () => html`<a class="button" href="${to(page - 1)}" rel="prev">Newer</a>`)}${when(page < pages, () => html`<a class="button" href="${to(page + 1)}" rel="next">Older</a>`)}</nav>`
}
