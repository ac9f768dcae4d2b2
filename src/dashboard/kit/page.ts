import type { z } from 'zod'
import type { Refusal } from '../../domain/kernel/errors.ts'
import { refusals } from '../../domain/kernel/errors.ts'
import { asRefusal } from '../../http/errors.ts'
import { type Operation, operation, type Request } from '../../http/operation.ts'
import { withOtherWorlds } from '../../http/other-worlds.ts'
import { Ready, type Reply, reply } from '../../http/reply.ts'
import { type Html, html } from './html.ts'
import { layout } from './layout.ts'
import type { Screen, View } from './view.ts'

/** Nothing from elsewhere, nothing inline; a form's answer may lead on to this origin only. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'"

/** A page as an answer. `framed` pages may be shown in a frame of another site, as payer pages are by merchants. */
export async function pageReply(content: Html, status = 200, framed = false): Promise<Reply> {
  return reply(status, new Ready(String(await content)), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': framed ? policy : `${policy}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not less: without any referrer the browser would name no origin with the forms that it sends.
    'referrer-policy': 'same-origin',
  })
}

export const basePath = (c: Request<unknown, unknown>['c']): string =>
  c.env.world === undefined ? '' : `/w/${c.env.world}`

/** A screen of the dashboard; a refusal of its content is shown as a page. */
export function screen<Q extends z.ZodType>(entry: {
  path: string
  summary: string
  query: Q
  render(view: View, query: z.output<Q>): Screen
}): Operation {
  const { path, summary, query, render } = entry
  return operation({
    method: 'get',
    path,
    family: 'control',
    access: 'control',
    tag: 'Dashboard',
    summary,
    query: query as z.ZodType,
    responses: { 200: null },
    refusals: [404],
    handle: ({ world, emulator, c, param, baseUrl, query: asked }) => {
      const view: View = { world, emulator, base: basePath(c), origin: baseUrl, param }
      try {
        return pageReply(layout(view, render(view, asked as z.output<Q>)))
      } catch (error) {
        const refusal = withOtherWorlds(asRefusal(error, emulator.ports), emulator, world)
        return pageReply(layout(view, refused(view, refusal)), refusals[refusal.code].status)
      }
    },
  })
}

const refused = ({ base }: View, refusal: Refusal): Screen => ({
  title: 'Not here',
  content: html`<div class="empty">
<h1>${refusals[refusal.code].status} ${refusals[refusal.code].type}</h1>
<p>${refusal.message}</p>
<p><a class="button" href="${base}/_emulator/ui/charges">All charges</a></p>
</div>`,
})
