import { type Html, html } from './html.ts'
import { paging, type Rows, rowLinks } from './paging.ts'
import { empty, type Head, table } from './parts.ts'
import type { Screen, View } from './view.ts'

/** A list of resources: charges, transfers, orders or refunds. */
export interface ListScreen<T extends { id: string | number }> {
  title: string
  /** The list's name in sentences: `charges`. */
  what: string
  /** Its name in the stream and in addresses, if that is not `what`. */
  name?: string
  query: Record<string, unknown>
  shown: Rows<T>
  filters: Html
  heads: readonly Head[]
  row(value: T): Html
  /** Shown when the list is empty: how to fill it. */
  advice: Html
  /** Shown above the filters. */
  above?: Html
}

const isFiltered = (query: Record<string, unknown>): boolean =>
  Object.entries(query).some(([name, value]) => value !== '' && !(name in paging))

/** A list with filters, newest first, that updates as it grows. */
export function listScreen<T extends { id: string | number }>(view: View, list: ListScreen<T>): Screen {
  const { title, what, name = what, shown, query, heads } = list
  const nothing = isFiltered(query)
    ? empty(`No ${what} match these filters`, html`<a href="?">Show all ${what}</a>`)
    : empty(`No ${what} yet`, list.advice)
  return {
    title,
    menu: name,
    skip: { label: 'Skip to the list', to: 'list' },
    content: html`<div class="head"><h1>${title}</h1></div>
${list.above ?? ''}
<form class="filters" role="search" data-filter action="${view.base}/_emulator/ui/${name}">${list.filters}<button class="plain">Filter</button></form>
<div id="list" data-live="${name}">${shown.total === 0 ? nothing : html`${table(title, heads, html`${shown.rows.map(list.row)}`)}${rowLinks(shown, what, query)}`}</div>`,
  }
}

/** A filter's menu; its first choice is all. `shown` is what a choice is called. */
export const choice = <T extends string>(
  label: string,
  name: string,
  value: string,
  options: readonly T[],
  shown: (option: T) => string = String,
): Html =>
  html`<label>${label}<select name="${name}"><option value="">all</option>${options.map((option) => html`<option value="${option}"${option === value ? html` selected` : ''}>${shown(option)}</option>`)}</select></label>`

/** The search field of a list; the key `/` focuses it. */
export const searchField = (label: string, value: string): Html =>
  html`<label class="grow">${label}<input type="search" name="q" value="${value}" data-search autocomplete="off" spellcheck="false"></label>`
