import { rulesInForce } from '../../domain/scenario/commands.ts'
import { each, type Html, html, when } from './html.ts'
import { act } from './parts.ts'
import type { View } from './view.ts'

/** How many keys the banner names. */
const named = 3

/** Shown on every screen while added rules are in force. */
export function ruleBanner(view: View): Html {
  const rules = [...rulesInForce(view.world.state, view.world.now())]
  const count = rules.length === 1 ? '1 rule is' : `${rules.length} rules are`
  return html`<div id="rule-banner" data-live>${when(
    rules.length > 0,
    () =>
      html`<div class="notice rules row" role="note"><span><strong>${count} in force:</strong> ${each(rules.slice(0, named), ({ key }) => html`<code>${key}</code> `)}${when(rules.length > named, () => html`and ${rules.length - named} more`)}</span><a href="${view.base}/_emulator/ui/rules">Show rules</a>${act(view, { label: 'Remove all', method: 'delete', path: '/_emulator/rules', said: 'The rules were removed' })}</div>`,
  )}</div>`
}
