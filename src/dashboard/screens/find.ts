import * as z from 'zod'
import { parseDuration } from '../../domain/kernel/duration.ts'
import { each, type Html, html } from '../kit/html.ts'
import { menu } from '../kit/layout.ts'
import { searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, empty } from '../kit/parts.ts'
import { Text } from '../kit/query.ts'
import type { View } from '../kit/view.ts'
import { actions } from './find-actions.ts'
import { type Found, findRecords } from './find-records.ts'

/** How many keys of scenarios are offered. */
const mostKeys = 5

const link = (href: string, label: Html | string): Html => html`<a href="${href}">${label}</a>`

/** The pages of the menu, and documents. */
const places = ({ base }: View): { label: string; href: string }[] => [
  ...menu.map(([, label, path]) => ({ label, href: `${base}/_emulator${path}` })),
  { label: 'Interface reference', href: `${base}/_emulator/docs` },
  { label: 'Test data', href: `${base}/_emulator/docs/test-data` },
]

/** Everything that a text may mean: pages and actions by their names, keys of scenarios, worlds, and what a world contains. */
async function findAll(view: View, q: string): Promise<Found[]> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const by = words.find((word) => parseDuration(word) !== undefined)
  const wanted = words.filter((word) => word !== by)
  const fits = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word))
  const place = places(view).filter(({ label }) => by === undefined && fits(`go to ${label}`))
  const action = actions(view, by ?? '10m').filter(
    ({ label }) => fits(label) && (by === undefined || label.endsWith(` ${by}`)),
  )
  const worlds = [...view.emulator.worlds()].filter(
    ({ name }) => q !== '' && name !== view.world.name && fits(`world ${name}`),
  )
  const keys = [...view.world.catalogue.fragments.values()].filter(
    ({ key, title }) => q !== '' && fits(`${key} ${title}`),
  )
  return [
    ...place.map(({ label, href }) => ({ key: href, kind: 'page', item: link(href, label) })),
    ...action.map((call) => ({ key: call.label, kind: 'action', item: act(view, call) })),
    ...(q === '' ? [] : await findRecords(view, q)),
    ...keys.slice(0, mostKeys).map(({ key, title }) => ({
      key,
      kind: 'scenario',
      item: link(
        `${view.base}/_emulator/ui/scenarios?key=${encodeURIComponent(key)}`,
        html`<code>${key}</code> ${title}`,
      ),
    })),
    ...worlds.slice(0, mostKeys).map(({ name }) => ({
      key: `world ${name}`,
      kind: 'world',
      item: link(`/w/${encodeURIComponent(name)}/_emulator`, html`<code>${name}</code>`),
    })),
  ]
}

/** What a text finds; the dialog of every page shows the same. */
export const findScreen = screen({
  path: '/_emulator/ui/find',
  query: z.object({ q: Text }),
  render: async (view, { q }) => {
    const found = await findAll(view, q.trim())
    return {
      title: 'Find',
      content: html`<div class="head"><h1>Find</h1></div>
<form class="filters" role="search" action="${view.base}/_emulator/ui/find">${searchField('A page, an action, an id, reference, e-mail, trace id or any other text', q)}<button class="main">Find</button></form>
${
  found.length === 0
    ? empty('Nothing found', 'Try a part of an id, or fewer words.')
    : html`<ul id="found" class="found">${each(found, ({ key, kind, item }) => html`<li data-key="${key}">${item}<span class="unit">${kind}</span></li>`)}</ul>`
}`,
    }
  },
})
