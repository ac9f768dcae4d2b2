import type { PaymentMethodType } from '../../../domain/kernel/enums.ts'
import { each, type Html, html } from '../../kit/html.ts'
import type { View } from '../../kit/view.ts'
import { segmentsOf } from '../composer.ts'

/** A situation to test, in the words of a tester, and what the composer needs for it. */
export interface Recipe {
  title: string
  key: string
  pays: PaymentMethodType | 'transfer'
}

/** Recipes by what is tested. Keys that the catalogue lacks, because other files replace it, are left out. */
export const recipes: Record<string, readonly Recipe[]> = {
  'Webhooks that misbehave': [
    { title: 'The webhook comes twice and late', key: 'webhook:duplicate&webhook:delayed', pays: 'card' },
    { title: 'The webhook never comes', key: 'webhook:dropped', pays: 'card' },
    { title: 'The webhook comes before the answer', key: 'webhook:before_response', pays: 'card' },
    { title: 'The webhook has a wrong signature', key: 'webhook:bad_signature', pays: 'card' },
    {
      title: 'Your webhook endpoint is down twice, then recovers',
      key: 'webhook:receiver_recovers',
      pays: 'card',
    },
  ],
  'What the bank says': [
    { title: 'The bank declines, then approves', key: 'sequence:declined_then_approved', pays: 'card' },
    { title: 'Not enough money', key: 'scenario:noauth&issuer:insufficient_funds', pays: 'card' },
    { title: 'The bank asks for a PIN, then for an OTP', key: 'scenario:auth_pin', pays: 'card' },
    { title: 'The payer gives up on the 3DS page', key: 'scenario:auth_3ds&payer:abandons', pays: 'card' },
    { title: 'The amount is held now and captured later', key: 'scenario:auth_capture', pays: 'card' },
  ],
  'Answers that go wrong': [
    {
      title: 'The answer is lost after the charge was made',
      key: 'network:lost_after_commit',
      pays: 'card',
    },
    {
      title: 'Too many requests twice, then it works',
      key: 'sequence:rate_limited_then_approved',
      pays: 'card',
    },
    { title: 'The service is unavailable', key: 'network:503', pays: 'card' },
    { title: 'The answer takes 30 seconds', key: 'network:very_slow', pays: 'card' },
  ],
  'Other ways to pay': [
    {
      title: 'A bank transfer arrives after 30 minutes',
      key: 'scenario:bank_transfer_late',
      pays: 'bank_transfer',
    },
    {
      title: 'The payer confirms on the phone',
      key: 'scenario:mobile_money&payer:approves',
      pays: 'mobile_money',
    },
    { title: 'The USSD code expires unused', key: 'scenario:ussd_expires', pays: 'ussd' },
    { title: 'The payer declines in the wallet', key: 'scenario:wallet&payer:declines', pays: 'walletpay' },
  ],
  Payouts: [
    { title: 'The bank of the payee is blocked', key: 'scenario:blocked_bank', pays: 'transfer' },
    { title: 'A payout succeeds and comes back an hour later', key: 'scenario:reversed', pays: 'transfer' },
  ],
}

/** The value of the composer's menu for a recipe: the first payment method of its type. Undefined if the world has none. */
function methodOf({ world }: View, { pays }: Recipe): string | undefined {
  if (pays === 'transfer') return pays
  for (const { id, type } of world.state.paymentMethods) if (type === pays) return id
  return undefined
}

/** The address of the composer with the key and the payment method of a recipe. */
export function recipePath(view: View, recipe: Recipe): string {
  const pm = methodOf(view, recipe)
  const query = new URLSearchParams({ key: recipe.key, ...(pm !== undefined && { pm }) })
  return `${view.base}/_emulator/ui/scenarios?${query}`
}

const item = (view: View, recipe: Recipe): Html =>
  html`<li><a href="${recipePath(view, recipe)}">${recipe.title}</a><br><span class="unit"><code class="wrap">${recipe.key}</code>, ${recipe.pays === 'transfer' ? 'a payout' : view.emulator.words.title(recipe.pays)}</span></li>`

/** Links that open the composer, ready to run. */
export function recipeList(view: View): Html {
  const { fragments } = view.world.catalogue
  const groups = Object.entries(recipes)
    .map(([title, all]) => ({
      title,
      members: all.filter(({ key }) => segmentsOf(key).every((part) => fragments.has(part))),
    }))
    .filter(({ members }) => members.length > 0)
  return html`<section class="card" aria-labelledby="recipes-title"><h2 id="recipes-title">Recipes</h2>
<p>Each opens the composer with key and payment method filled in; <strong>Run it</strong> sends the request.</p>
<div class="recipes">${each(groups, ({ title, members }) => html`<div><h3>${title}</h3><ul class="plain-list">${each(members, (recipe) => item(view, recipe))}</ul></div>`)}</div></section>`
}
