import * as z from 'zod'
import { each, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act } from '../kit/parts.ts'
import { Text } from '../kit/query.ts'
import { catalogueList, suits } from './catalogue.ts'
import { composer, segmentsOf } from './composer.ts'

/** The composer's fields. They are sent while the user types, so an incomplete value counts as absent. */
const Compose = z.object({
  key: Text,
  q: Text,
  pm: Text,
  amount: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .catch('1500')
    .default('1500'),
  currency: z
    .string()
    .regex(/^[A-Z]{3,5}$/)
    .catch('NGN')
    .default('NGN'),
})

/** The catalogue of scenario keys, and a composer that explains and runs them. */
export const scenariosScreen = screen({
  path: '/_emulator/ui/scenarios',
  query: Compose,
  render: (view, { key, q, pm, amount, currency }) => {
    const { catalogue } = view.world
    const problems = view.emulator.scenarioProblems
    const chosen = segmentsOf(key)
    const first = chosen.flatMap((part) => {
      const fragment = catalogue.fragments.get(part)
      return fragment ? suits(fragment).slice(0, 1) : []
    })[0]
    return {
      title: 'Scenarios',
      menu: 'scenarios',
      skip: { label: 'Skip to the composer', to: 'composer' },
      content: html`<div class="head bar-head"><h1>Scenarios</h1><label class="grow"><span class="away">Search the catalogue</span><input type="search" value="${q}" data-search="here" placeholder="Search ${catalogue.fragments.size} keys, or press /" autocomplete="off" spellcheck="false"></label>${act(view, { label: 'Reload files', method: 'post', path: '/_emulator/scenarios/reload', said: 'Scenario files reloaded' })}</div>
${when(problems.length > 0, () => html`<section class="notice bad"><h2>The scenario files have errors; the last valid version is in use</h2><ul class="plain-list">${each(problems, (problem) => html`<li><code class="wrap">${problem}</code></li>`)}</ul></section>`)}
<section id="result" class="card" hidden data-keep></section>
<div class="columns compose">
${when(!view.isRefresh, () => html`<div id="catalogue" data-live>${catalogueList(view.base, catalogue, chosen)}</div>`)}
<aside aria-label="Composer">${composer(view, { key, pm: pm || methodFor(view.world, first), amount, currency })}</aside>
</div>`,
    }
  },
})

/** The composer's value for a type: the id of its first payment method, or of the first one at all. */
function methodFor(
  { state }: Parameters<Parameters<typeof screen>[0]['render']>[0]['world'],
  type: string | undefined,
): string {
  if (type === 'transfer') return type
  let first = ''
  for (const method of state.paymentMethods) {
    if (first === '') first = method.id
    if (method.type === type) return method.id
  }
  return first
}
