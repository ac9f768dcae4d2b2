import { type Html, html, when } from './html.ts'
import { act, type Call } from './parts.ts'
import type { View } from './view.ts'

/** The action that ends the session of a world. */
export const stopSession = ({ base }: Pick<View, 'base'>): Call => ({
  label: 'Stop and see the test',
  method: 'post',
  path: '/_emulator/session/stop',
  said: 'The session has ended',
  next: `${base}/_emulator/ui/session`,
  kind: 'main',
})

/** Shown on every screen while a session is recorded. */
export function sessionBanner(view: View): Html {
  const { recorder } = view.world.requests
  return html`<div id="session-banner" data-live>${when(recorder?.isOn, () => {
    const { requests = 0 } = recorder?.counts ?? {}
    return html`<div class="notice wait row" role="note"><span><strong>Recording a session:</strong> ${when(recorder?.name, () => html`<bdi>${recorder?.name}</bdi>, `)}${requests} ${requests === 1 ? 'request' : 'requests'} so far</span>${act(view, stopSession(view))}</div>`
  })}</div>`
}
