import { signatureSchemes, webhookForms } from '../../domain/kernel/enums.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import type { WebhookEndpoint } from '../../domain/webhook/events.ts'
import { formSignatures } from '../../domain/webhook/forms.ts'
import { endpointDefaults } from '../../emulator/settings.ts'
import { each, type Html, html } from '../kit/html.ts'
import { act, empty, formButtons, table } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'

const row = (view: View, endpoint: WebhookEndpoint): Html => html`<tr data-key="${endpoint.id}">
<td><code class="wrap">${endpoint.url}</code></td>
<td>${endpoint.events === undefined ? (endpoint.form === 'v3' ? 'all events of v3' : 'all events') : endpoint.events.join(', ')}</td>
<td>${endpoint.form}</td>
<td>${endpoint.signature}${endpoint.signature === 'standard-webhooks' ? '' : html` <span class="unit">in</span> <code>${endpoint.header}</code>`}</td>
<td><code class="wrap">${endpoint.secret}</code></td>
<td class="acts">${act(view, {
  label: 'Remove',
  method: 'delete',
  path: `/_emulator/webhooks/endpoints/${encodeURIComponent(endpoint.id)}`,
  said: 'The endpoint was removed',
  ask: `Remove ${endpoint.url}?`,
  kind: 'bad',
})}</td>
</tr>`

const usualSignatures = webhookForms.map((form) => `${form}: ${formSignatures[form]}`).join(', ')

/** The webhook endpoints, and a form that adds one. */
export function endpoints(view: View): Html {
  const { endpoints: all } = view.world.state
  const { webhookForm, webhookSecret, webhookSignature } = view.world.settings
  const { header } = endpointDefaults(view.world.settings, view.emulator.words.vocabulary)
  return html`<section aria-labelledby="endpoints-title"><h2 id="endpoints-title">Endpoints</h2>
<div id="endpoints" data-live>${
    all.size === 0
      ? empty(
          'No endpoint',
          html`Events are recorded but not delivered. Add the URL of your webhook endpoint. Unless you set another secret, verify signatures with <code class="wrap">${webhookSecret}</code>`,
        )
      : table(
          'Webhook endpoints',
          ['URL', 'Events', 'Form', 'Signature', 'Secret', 'Actions'],
          each(all as Iterable<WebhookEndpoint>, (endpoint) => row(view, endpoint)),
        )
  }</div>
<details class="add"><summary class="button">Add an endpoint</summary>
<form class="stack card" data-call="post" data-url="${view.base}/_emulator/webhooks/endpoints" data-said="The endpoint was added">
<label>URL<input name="url" type="url" required placeholder="http://localhost:3000/webhooks"></label>
<label>Secret <span class="unit">optional</span><input name="secret" autocomplete="off" placeholder="${webhookSecret}" spellcheck="false"></label>
<label>Form <span class="unit">v3: events of charges and transfers only</span><select name="form">${each(webhookForms, (form) => html`<option${form === webhookForm ? html` selected` : ''}>${form}</option>`)}</select></label>
<label>Signature<select name="signature"><option value="">${webhookSignature ?? usualSignatures}</option>${each(
    signatureSchemes.filter((scheme) => scheme !== webhookSignature),
    (scheme) => html`<option>${scheme}</option>`,
  )}</select></label>
<label>Signature header<input name="header" placeholder="${header}" spellcheck="false"></label>
<fieldset><legend>Events <span class="unit">all if none is selected</span></legend>${each(eventTypeNames, (type) => html`<label class="check"><input type="checkbox" name="events" value="${type}" data-as="item"> ${type}</label>`)}</fieldset>
${formButtons('Add')}
</form></details></section>`
}
