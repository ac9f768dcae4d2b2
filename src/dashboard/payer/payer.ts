import { z } from 'zod'
import { payerUrlOf } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { payerActions } from '../../domain/kernel/enums.ts'
import { must, refusals } from '../../domain/kernel/errors.ts'
import type { World } from '../../emulator/world.ts'
import { type AppContext, headerOf } from '../../http/context.ts'
import { asRefusal } from '../../http/errors.ts'
import { operation, type Request } from '../../http/operation.ts'
import { withOtherWorlds } from '../../http/other-worlds.ts'
import type { Reply } from '../../http/reply.ts'
import { basePath, pageReply } from '../kit/page.ts'
import { messagePage, payerPage, returningPage } from './page.ts'

const find = (world: World, id: string): Charge => {
  const charge = world.state.charges.get(id)
  must(
    charge,
    'not_found',
    `no charge "${id}" in world "${world.name}"; it may belong to another world, or to one that was reset`,
    { kind: 'charges', id },
  )
  return charge
}

/** Schemes that a browser would run or open as a page of ours. */
const unsafe = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']

/** The merchant's address with what became of the charge, as `id`, `reference` and `status`. */
function returnAddress(charge: Charge): string | undefined {
  if (charge.redirectUrl === undefined) return undefined
  const url = new URL(charge.redirectUrl)
  if (unsafe.includes(url.protocol)) return undefined
  url.searchParams.set('id', charge.id)
  url.searchParams.set('reference', charge.reference)
  url.searchParams.set('status', charge.status)
  return url.href
}

/** Whether a person with a browser asks, not a test's client. */
const isBrowser = (c: AppContext): boolean => headerOf(c, 'accept')?.includes('text/html') ?? false

/** A refusal as a page for people; anybody else gets it as all refusals are. */
async function forPeople(
  request: Pick<Request<unknown, unknown>, 'c' | 'emulator' | 'world'>,
  answer: () => Response | Promise<Reply>,
): Promise<Reply | Response> {
  try {
    return await answer()
  } catch (error) {
    if (!isBrowser(request.c)) throw error
    const { emulator, world } = request
    const { code, message } = withOtherWorlds(asRefusal(error, emulator.ports), emulator, world)
    const page = messagePage(basePath(request.c), 'This payment cannot go on here', message)
    return pageReply(page, refusals[code].status, true)
  }
}

const PayerForm = z.object({
  action: z.enum(payerActions),
  processor_response: z
    .enum(['', ...processorResponseTypes])
    .optional()
    .describe("Stands in the place of the scenario's verdict"),
})

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
    handle: (request) =>
      forPeople(request, () => {
        const { world, emulator, c, param } = request
        const charge = find(world, param('id'))
        const page = payerPage({ world, base: basePath(c), qrCode: emulator.ports.qrCode }, charge)
        return pageReply(page, 200, true)
      }),
  }),
  operation({
    method: 'post',
    path: '/_emulator/pay/:id',
    family: 'control',
    access: 'open',
    tag: 'Payer pages',
    summary: 'What the payer chose; goes on to the redirect_url of the merchant',
    description:
      'A browser gets a page that leads on, because browsers stop forms whose answer redirects to another site where a page forbids it; other clients get a redirect (303).',
    body: PayerForm,
    bodyType: 'form',
    responses: { 200: null, 303: null },
    refusals: [404, 409],
    handle: (request: Request<z.output<typeof PayerForm>, undefined>) =>
      forPeople(request, () => {
        const { world, body, param, c } = request
        find(world, param('id'))
        const charge = world.dispatch('charge.pay', {
          id: param('id'),
          action: body.action,
          processorResponse: body.processor_response || undefined,
        })
        const address = returnAddress(charge)
        if (address !== undefined && isBrowser(c))
          return pageReply(returningPage(basePath(c), charge, address), 200, true)
        return new Response(null, { status: 303, headers: { location: address ?? payerUrlOf(charge) } })
      }),
  }),
]
