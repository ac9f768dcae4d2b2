import { html } from 'hono/html'
import { z } from 'zod'
import type { Charge } from '../domain/charge.ts'
import { must } from '../domain/errors.ts'
import { endsBy } from '../domain/next-actions.ts'
import { operation, type Request } from '../http/operation.ts'
import type { World } from '../world.ts'

const find = (world: World, id: string): Charge => {
  const charge = world.state.charges.get(id)
  must(
    charge,
    'not_found',
    `no charge "${id}" in world "${world.name}"; it may belong to another world, or to one that was reset`,
  )
  return charge
}

/** The merchant's address with what became of the charge, as `id`, `reference` and `status`. */
function returnAddress(charge: Charge): string | undefined {
  if (charge.redirectUrl === undefined) return undefined
  const url = new URL(charge.redirectUrl)
  url.searchParams.set('id', charge.id)
  url.searchParams.set('reference', charge.reference)
  url.searchParams.set('status', charge.status)
  return url.href
}

async function page(charge: Charge): Promise<Response> {
  const waits = charge.nextAction && endsBy(charge.nextAction.type) === 'payer'
  const body = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment ${charge.reference}</title></head>
<body>
<main>
<h1>${charge.amount} ${charge.currency}</h1>
<p>Payment ${charge.reference}, ${charge.status}</p>
${
  waits
    ? html`<form method="post">
<button name="action" value="approve">Approve</button>
<button name="action" value="decline">Decline</button>
<button name="action" value="abandon">Walk away</button>
</form>`
    : html`<p>Nothing is asked of the payer.</p>`
}
</main>
</body>
</html>`
  return new Response(String(await body), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const PayerForm = z.object({ action: z.enum(['approve', 'decline', 'abandon']) })

/** The hosted payer pages: what a payer's browser opens. */
export const payerOperations = [
  operation({
    method: 'get',
    path: '/_emulator/pay/:id',
    family: 'control',
    access: 'open',
    tag: 'Payer pages',
    summary: 'The page on which a payer approves or declines',
    responses: { 200: null },
    refusals: [404],
    handle: ({ world, param }) => page(find(world, param('id'))),
  }),
  operation({
    method: 'post',
    path: '/_emulator/pay/:id',
    family: 'control',
    access: 'open',
    tag: 'Payer pages',
    summary: 'What the payer chose; goes on to the redirect_url of the merchant',
    body: PayerForm,
    bodyType: 'form',
    responses: { 303: null },
    refusals: [404, 409],
    handle: (request: Request<z.output<typeof PayerForm>, undefined>) => {
      const { world, body, param } = request
      find(world, param('id'))
      const charge = world.dispatch('charge.pay', { id: param('id'), action: body.action })
      const location = returnAddress(charge) ?? charge.payerUrl
      return new Response(null, { status: 303, headers: { location } })
    },
  }),
]
