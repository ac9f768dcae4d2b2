import * as z from 'zod'
import { type SignatureEdit, signatureEdits } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import type { Attempt, Delivery } from '../../domain/webhook/events.ts'
import { differences, edits, inWords } from '../kit/differences.ts'
import { each, type Html, html, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { empty, formButtons, instant } from '../kit/parts.ts'
import type { View } from '../kit/view.ts'
import { checkSignature } from './signature.ts'
import { eventPath } from './webhooks.ts'

export const editPath = (base: string, { id }: Delivery): string =>
  `${base}/_emulator/ui/deliveries/${encodeURIComponent(id)}/again`

/** A delivery whose body, signature, secret and timestamp can be changed, and its last attempt next to the original. */
export const webhookAgainScreen = screen({
  path: '/_emulator/ui/deliveries/:id/again',
  query: z.object({
    attempt: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be the number of an attempt, from 1')
      .transform(Number)
      .optional(),
  }),
  render: (view, { attempt: number }) => {
    const { state } = view.world
    const delivery = state.deliveries.get(view.param('id'))
    const event = delivery && state.events.get(delivery.eventId)
    must(
      event,
      'not_found',
      `no delivery "${view.param('id')}" in world "${view.world.name}"; it or its event may have been evicted by newer ones`,
    )
    return {
      title: `Again: ${event.type}`,
      menu: 'webhooks',
      skip: { label: 'Skip to the comparison', to: 'compared' },
      content: html`<div class="head"><p class="unit"><a href="${view.base}/_emulator/ui/webhooks">Webhooks</a> · <a href="${eventPath(view.base, event.id)}">${event.type}</a></p>
<h1>Edit and send again</h1><p>to <code class="wrap">${delivery.endpoint.url}</code></p></div>
${editor(view, delivery, number)}
<section id="compared" aria-label="Comparison with the original" tabindex="-1" data-live>${comparison(view, delivery, number)}</section>`,
    }
  },
})

/** The signature of each edit, as the menu calls it. */
const signatures: Record<SignatureEdit, string> = {
  valid: 'right',
  invalid: 'wrong',
  missing: 'missing',
  unchanged: 'that of the body before it was changed',
}

/** The body as it would be sent, and what can be changed. */
function editor(view: View, delivery: Delivery, number: number | undefined): Html {
  const { endpoint, attempts } = delivery
  const at = view.world.now()
  const body = view.world.requestOf(delivery, whole(attempts[0], at)).body
  return html`<form class="card again" data-call="post" data-shows="compared"${number === undefined ? '' : html` data-next="${editPath(view.base, delivery)}"`} data-url="${view.base}/_emulator/webhooks/deliveries/${encodeURIComponent(delivery.id)}/redeliver" data-said="It was sent" aria-label="What to change">
<label>Body<textarea name="body" data-as="changed" rows="14" spellcheck="false">${indented(body)}</textarea></label>
<div class="row"><label>Signature<select name="signature"><option value="">as on the first attempt</option>${each(signatureEdits, (edit) => html`<option value="${edit}">${signatures[edit]}</option>`)}</select></label>
<label>Secret<input name="secret" placeholder="that of the endpoint" autocomplete="off" spellcheck="false" class="mono"></label>
<label>Age of the timestamps<input name="stale_by" placeholder="such as 10m" size="12" autocomplete="off" spellcheck="false"></label>
<label class="check"><input type="checkbox" name="truncated"> Send only the first half of the body</label></div>
<p class="unit">The body is sent byte for byte as it was if you do not change it, and otherwise as you write it. The signature covers what is sent${when(endpoint.signature === 'secret', () => html`; here it is the secret itself, which no body changes`)}. An attempt that was changed does not count for the delivery.</p>
<div class="row">${formButtons('Send it')}</div>
</form>`
}

const indented = (text: string): string => JSON.stringify(JSON.parse(text), null, 2)

/** An attempt at which nothing is changed or cut. */
const whole = (attempt: Attempt | undefined, now: number): Attempt => ({
  at: attempt?.at ?? now,
  stampedAt: attempt?.stampedAt,
  manual: false,
  durationMs: 0,
  response: undefined,
  error: 'not sent',
  edited: { body: undefined, signature: undefined, secret: undefined, staleBy: undefined, truncated: false },
})

/** An attempt beside the last one before it that was not edited. */
async function comparison(view: View, delivery: Delivery, number: number | undefined): Promise<Html> {
  const { attempts } = delivery
  const index = (number ?? attempts.length) - 1
  const attempt = attempts[index]
  const original = attempts.slice(0, Math.max(index, 1)).findLast(({ edited }) => edited === undefined)
  if (attempt === undefined || original === undefined || attempt === original)
    return html`${empty('Nothing to compare yet', 'Send it: the attempt is then shown next to the one before.')}`
  const [left, right] = [messages(view, delivery, original), messages(view, delivery, attempt)]
  const answers = await differences(
    { label: 'Original answer', ...left.answer },
    { label: 'Answer now', ...right.answer },
  )
  const requests = await differences(
    { label: 'Original request', ...left.request },
    { label: 'Request now', ...right.request },
  )
  return html`<h2 tabindex="-1">${right.verdict}, ${right.verdict === left.verdict ? 'as before' : `before: ${left.verdict}`}; ${inWords(answers.count)}</h2>
<p class="unit">Attempt ${index + 1}, ${instant(attempt.at, view.world.now())}; its signature is ${right.signature}, before it was ${left.signature}.${when(index > 1, () => html` <a href="?attempt=${index}">The attempt before</a>`)}${when(index < attempts.length - 1, () => html` <a href="?attempt=${index + 2}">The next attempt</a>`)}</p>
${answers.shown}
${edits('What was changed', requests)}`
}

/** The request and the answer of an attempt, as they are compared. */
function messages({ world, emulator }: View, delivery: Delivery, attempt: Attempt) {
  const { url, headers, body } = world.requestOf(delivery, attempt)
  const { response, error = 'no response' } = attempt
  const verdict = response === undefined ? error : String(response.status)
  return {
    verdict,
    signature: checkSignature(emulator.ports.hmacSha256, delivery.endpoint, { url, headers, body }).verdict,
    request: { first: `POST ${url}`, headers, body },
    answer: {
      first: response === undefined ? `No response: ${error}` : `HTTP ${response.status}`,
      headers: response?.headers ?? {},
      body: response?.body ?? '',
    },
  }
}
