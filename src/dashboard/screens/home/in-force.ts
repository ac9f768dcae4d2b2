import type { Token } from '../../../domain/access/model.ts'
import { heldFlag } from '../../../domain/kernel/marks.ts'
import { rulesInForce } from '../../../domain/scenario/commands.ts'
import { conditionsOf } from '../../../domain/scenario/rule-match.ts'
import { type Delivery, referenceOf } from '../../../domain/webhook/events.ts'
import { each, type Html, html, when } from '../../kit/html.ts'
import { act, badge, remaining } from '../../kit/parts.ts'
import type { View } from '../../kit/view.ts'
import { eventPath, progress, redeliver } from '../webhooks.ts'

/** How many of each are named. */
const named = 5

const rest = (count: number, path: string): Html =>
  when(count > named, () => html`<p><a href="${path}">${(count - named).toLocaleString('en')} more</a></p>`)

/** Access tokens that are still valid, those that were issued last first. */
export function tokenSection(view: View): Html {
  const { world } = view
  const now = world.programNow()
  const tokens: Token[] = []
  for (const token of world.state.tokens) if (token.expiresAt > now) tokens.push(token)
  // Pages count down by the world's clock, and tokens may follow the real one.
  const until = ({ expiresAt }: Token): Html => remaining(world.now() + expiresAt - now, world.now())
  const item = (token: Token): Html =>
    html`<li data-key="${token.id.slice(-24)}"><code>${token.clientId}</code> <span class="unit">expires in</span> ${until(token)} <button type="button" class="quiet small" data-copy="${token.id}" data-what="an access token of ${token.clientId}" aria-label="Copy an access token of ${token.clientId}">copy</button></li>`
  return html`<section class="card" aria-labelledby="tokens-title"><h2 id="tokens-title">Live tokens</h2><div id="tokens" data-live>${
    tokens.length === 0
      ? html`<p class="unit">None. A program gets one with client id and secret; the dashboard gets its own.</p>`
      : html`<ul class="plain-list">${each(tokens.reverse().slice(0, named), item)}</ul>${when(tokens.length > named, () => html`<p class="unit">and ${(tokens.length - named).toLocaleString('en')} older ones</p>`)}
<p>${act(view, { label: 'Revoke all', method: 'post', path: '/_emulator/tokens/revoke', said: 'All tokens were revoked', kind: 'bad' })} <span class="unit">the next request with one gets a 401</span></p>`
  }</div></section>`
}

/** Rules that were added and are in force. */
export function ruleSection(view: View): Html {
  const { base, world } = view
  const now = world.now()
  const rules = [...rulesInForce(world.state, now)]
  const path = `${base}/_emulator/ui/rules`
  return html`<section class="card" aria-labelledby="rules-title"><div class="head"><h2 id="rules-title">Rules in force</h2><a href="${path}">All rules</a></div><div id="rules-in-force" data-live>${
    rules.length === 0
      ? html`<p class="unit">None was added: requests without a scenario key get the default flow, or what a standing rule says for their card or e-mail.</p>`
      : html`<ul class="plain-list">${each(
          rules.slice(0, named),
          ({ id, key, when: conditions, remaining: left, until, share }) =>
            html`<li class="delivery" data-key="${id}"><div><code class="wrap">${key}</code><br><span class="unit">${conditionsOf(conditions).join(', ') || 'every request that the key is about'}${share < 1 ? `, ${Math.round(share * 1000) / 10} % of them` : ''}; ${left === undefined ? 'until removed' : `${left} more`}${when(until !== undefined, () => html`, for ${remaining(until ?? 0, now)}`)}</span></div>${act(view, { label: 'Remove', method: 'delete', path: `/_emulator/rules/${encodeURIComponent(id)}`, said: 'The rule was removed', step: key })}</li>`,
        )}</ul>${rest(rules.length, path)}`
  }</div></section>`
}

/** A kind of delivery that may need a tester. */
interface Trouble {
  title: string
  tone: 'wait' | 'bad'
  path: string
  deliveries: Delivery[]
}

/** Deliveries that wait for a tester, are being retried, or were given up; newest first. */
function troubles({ world, base }: View): Trouble[] {
  const held: Delivery[] = []
  const failing: Delivery[] = []
  const dead: Delivery[] = []
  for (const delivery of world.state.deliveries) {
    const { status, attempts, eventId } = delivery
    // A webhook endpoint that a scenario simulates fails on purpose.
    const isPlayed = world.state.events.get(eventId)?.plan?.receiver !== undefined
    if (status === 'held') held.push(delivery)
    else if (status === 'pending' && attempts.length > 0) failing.push(delivery)
    else if (status === 'dead' && !isPlayed) dead.push(delivery)
  }
  const path = (status: string): string => `${base}/_emulator/ui/webhooks?status=${status}`
  const all: Trouble[] = [
    { title: 'Undelivered after the last retry', tone: 'bad', path: path('dead'), deliveries: dead },
    { title: 'Failing, will be retried', tone: 'wait', path: path('pending'), deliveries: failing },
    { title: 'Held', tone: 'wait', path: path('held'), deliveries: held },
  ]
  return all.filter(({ deliveries }) => deliveries.length > 0)
}

const deliveryItem = (view: View, delivery: Delivery): Html => {
  const event = view.world.state.events.get(delivery.eventId)
  return html`<li class="delivery" data-key="${delivery.id}"><div><a href="${eventPath(view.base, delivery.eventId)}"><code>${event?.type ?? delivery.eventId}</code></a> <span class="unit">${event && referenceOf(event)}</span><br>${progress(view, delivery)}<br><span class="clip unit" title="${delivery.endpoint.url}">to ${delivery.endpoint.url}</span></div>${redeliver(view, delivery)}</li>`
}

/** Webhooks that are held, failing or undelivered, and whether new ones are held. */
export function webhookSection(view: View): Html {
  const { base, world } = view
  const isHeld = world.state.flags.has(heldFlag)
  const found = troubles(view)
  const { endpoints } = world.state
  return html`<section class="card" aria-labelledby="webhooks-title"><div class="head"><h2 id="webhooks-title">Webhooks that wait or fail</h2><a href="${base}/_emulator/ui/webhooks">All webhooks</a></div><div id="webhooks-now" data-live>
${when(isHeld, () => html`<div class="notice wait row"><span>Deliveries are on hold: events queue until you release them.</span>${act(view, { label: 'Release', method: 'post', path: '/_emulator/webhooks/release', said: 'Released', kind: 'main' })}</div>`)}
${each(found, ({ title, tone, path, deliveries }) => html`<h3>${badge(title, tone)} <span class="num">${deliveries.length.toLocaleString('en')}</span></h3><ul class="plain-list">${each(deliveries.reverse().slice(0, named), (delivery) => deliveryItem(view, delivery))}</ul>${rest(deliveries.length, path)}`)}
${when(found.length === 0, () => html`<p class="unit">${endpoints.size === 0 ? html`No endpoint yet, so events are recorded and not delivered. <a href="${base}/_emulator/ui/webhooks">Add one</a>.` : 'None: every webhook so far was delivered or is on its way.'}</p>`)}
</div></section>`
}
