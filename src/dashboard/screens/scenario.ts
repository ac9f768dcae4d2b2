import * as z from 'zod'
import { type PaymentMethodType, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { explain } from '../../domain/scenario/explain.ts'
import type { ScenarioFragment } from '../../domain/scenario/fragment.ts'
import { setBy } from '../../domain/scenario/merge.ts'
import { flowPicture } from '../kit/flow-picture.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { copyable, facts } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

/** The address of the page of one scenario. */
export const scenarioPath = (base: string, key: string): string =>
  `${base}/_emulator/ui/scenarios/${encodeURIComponent(key)}`

/** One scenario of the catalogue: what it sets, and the flow that it leads to with each payment method. */
export const scenarioScreen = screen({
  path: '/_emulator/ui/scenarios/:id',
  query: z.object({}),
  render: (view) => {
    const { world, base, param } = view
    const fragment = world.catalogue.fragments.get(param('id'))
    must(
      fragment,
      'not_found',
      `no scenario "${param('id').slice(0, 200)}" in world "${world.name}"; ${base}/_emulator/ui/scenarios lists those it has`,
    )
    const { key, title, description, source = '' } = fragment
    return {
      title: key,
      menu: 'scenarios',
      content: html`<div class="head"><p class="unit"><a href="${base}/_emulator/ui/scenarios">Scenarios</a></p>
<h1><code class="wrap">${key}</code></h1><p>${title}</p></div>
<div class="columns"><div>${pictures(view, fragment)}</div>
<aside aria-label="About this scenario"><section class="card"><h2>About</h2>
${when(description, () => html`<p>${description}</p>`)}
${facts([
  ['Key', copyable(key, 'the key')],
  ['Sets', setBy(fragment).join(', ')],
  ['Source', html`<code class="wrap">${source}</code>`],
])}
<p><a class="button" href="${base}/_emulator/ui/scenarios?key=${encodeURIComponent(key)}">Compose and run it</a></p></section></aside></div>`,
    }
  },
})

/** The flow with each payment method that leads to a flow of its own. */
function pictures(view: View, fragment: ScenarioFragment): Html {
  const drawn = new Map<string, { types: PaymentMethodType[]; picture: Html }>()
  if (fragment.transfer)
    return html`<section class="card"><h2>For transfers</h2>${flowPicture(explain(view.world.catalogue, fragment.key).flow)}</section>`
  const types = fragment.paymentMethods ?? paymentMethodTypes
  for (const type of types) {
    const { flow, steps } = explain(view.world.catalogue, fragment.key, type)
    const same = drawn.get(steps.join('\n'))
    if (same) same.types.push(type)
    else drawn.set(steps.join('\n'), { types: [type], picture: flowPicture(flow) })
  }
  return each(
    drawn.values(),
    ({ types, picture }) =>
      html`<section class="card"><h2>${drawn.size === 1 && fragment.paymentMethods === undefined ? 'With every payment method' : types.map((type) => view.emulator.words.title(type)).join(', ')}</h2>${picture}</section>`,
  )
}
