import * as z from 'zod'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import type { View } from '../kit/view.ts'
import { type Editable, editable } from './editable.ts'
import { findRequest } from './request.ts'
import { requestPath } from './requests.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** Indented if it is JSON: the text that is edited. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A request of the journal in an editor, to be sent again and compared. */
export const againScreen = screen({
  path: '/_emulator/ui/requests/:id/again',
  query: z.object({}),
  render: (view) => {
    const entry = findRequest(view)
    return {
      title: `Again: ${entry.method} ${entry.path}`.slice(0, 60),
      menu: 'requests',
      skip: { label: 'Skip to the result', to: 'compared' },
      content: html`<div class="head"><p class="unit"><a href="${view.base}/_emulator/ui/requests">Requests</a> · <a href="${requestPath(view.base, entry.id)}">Original</a></p>
<h1>Edit and send again</h1></div>
${editor(view, editable(view, entry), entry.id)}
<section id="compared" aria-label="Comparison with the original" tabindex="-1" data-keep></section>`,
    }
  },
})

function editor(view: View, request: Editable, id: number): Html {
  const { method, path, headers, key, body, notes } = request
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  const text = indented(body)
  return html`<form id="again" class="card again" data-compare="${view.base}/_emulator/requests/${id}/compared" aria-label="The request">
<div class="line1"><label>Method<select name="method">${each(methods, (one) => html`<option${one === method ? html` selected` : ''}>${one}</option>`)}</select></label>
<label>Path with query<input name="path" value="${path}" required pattern="/.*" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<label>X-Scenario-Key<input name="key" value="${key}" placeholder="none" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"></label></div>
<div class="panes"><label>Headers, one in a line<textarea name="headers" rows="${rowsFor(lines, 4)}" spellcheck="false" wrap="off" aria-describedby="again-notes">${lines}</textarea></label>
<label>Body<textarea name="body" rows="${rowsFor(text, 8)}" spellcheck="false" data-sent="${body}">${text}</textarea></label></div>
<div id="again-notes" class="notice"><ul class="plain-list">${each(notes, (note) => html`<li>${note}</li>`)}<li>An <code>authorization</code> that you write is sent as it is; an empty one sends none.</li></ul></div>
<div class="row"><button class="main">Send it</button>${when(isRenewable(request), () => html`<button type="button" class="plain" data-renew>Renew ${renewables(request)}</button>`)}<button type="button" class="plain" data-again-curl>Copy as curl</button><button type="button" class="plain" data-again-reset>Undo all edits</button></div>
</form>`
}

const rowsFor = (text: string, least: number): number =>
  Math.min(24, Math.max(least, text.split('\n').length + 1))

/** What the service accepts once, and where it is in a request. */
const onceOnly: readonly [name: string, (request: Editable) => boolean][] = [
  ['the reference', ({ body }) => /"reference"\s*:\s*"/.test(body)],
  ['the idempotency key', ({ headers }) => headers.some(([name]) => name === 'x-idempotency-key')],
  ['the nonce', ({ body }) => /"nonce"\s*:\s*"/.test(body)],
]

const isRenewable = (request: Editable): boolean => onceOnly.some(([, isIn]) => isIn(request))

const renewables = (request: Editable): string =>
  onceOnly
    .filter(([, isIn]) => isIn(request))
    .map(([name]) => name)
    .join(' and ')
