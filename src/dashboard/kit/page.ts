import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import type { z } from 'zod'
import { Refusal, refusals } from '../../domain/kernel/errors.ts'
import { type Emulator, isWorldName } from '../../emulator/emulator.ts'
import { HttpRefusal, refusalReply } from '../../http/errors.ts'
import { respond } from '../../http/fast/respond.ts'
import { redactText } from '../../http/redact.ts'
import { textOf } from '../../http/reply.ts'
import {
  admit,
  basePath,
  isBrowser,
  type PageContext,
  type PageEnv,
  refusalOf,
  refuseInvalid,
  viewOf,
} from './app.ts'
import { each, type Html, html, when } from './html.ts'
import { layout } from './layout.ts'
import { messagePage } from './message.ts'
import type { Screen, View } from './view.ts'

/** Nothing from other origins and nothing inline; the answer to a form may redirect to this origin only. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'"

export interface PageOptions {
  status?: number
  /** Whether other sites may show the page in a frame, as merchants do with payer pages. */
  framed?: boolean
  headers?: Record<string, string>
}

/** Answers with a page. */
export async function sendPage(
  c: Pick<PageContext, 'env'>,
  content: Html,
  { status = 200, framed = false, headers }: PageOptions = {},
): Promise<Response> {
  return respond(c, String(await content), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framed ? policy : `${policy}; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Not stricter: without a referrer, browsers send the forms of a page with the origin "null".
      'referrer-policy': 'same-origin',
      ...headers,
    },
  })
}

/** Answers with a document that is text, for programs. */
export const sendText = (c: PageContext, text: string, type: 'text/plain' | 'text/markdown'): Response =>
  respond(c, text, {
    status: 200,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })

/** Answers with a refusal as JSON, like the other endpoints of the control interface. */
export function sendRefusal(c: PageContext, refusal: Refusal): Response {
  const { status, headers, body } = refusalReply('control', refusal)
  return respond(c, textOf(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** A screen of the dashboard: an application of one guarded page, whose query is checked by a schema. */
export const screen =
  <Q extends z.ZodType>({ path, query, render }: ScreenEntry<Q>) =>
  (emulator: Emulator): Hono<PageEnv> =>
    new Hono<PageEnv>().get(
      path,
      admit(emulator, 'control'),
      zValidator('query', query, refuseInvalid),
      async (c) => {
        const { view } = c.var
        return sendPage(c, layout(view, await render(view, c.req.valid('query') as z.output<Q>)))
      },
    )

interface ScreenEntry<Q extends z.ZodType> {
  path: string
  query: Q
  /** Throws a Refusal (404) if there is nothing to show. */
  render(view: View, query: z.output<Q>): Screen | Promise<Screen>
}

/** Answers with a refusal as a screen; before admission, as a page without data of the world, or as JSON. */
export function sendRefusedScreen(
  c: PageContext,
  emulator: Emulator,
  error: unknown,
): Response | Promise<Response> {
  const refusal = refusalOf(c, emulator, error)
  const { status } = refusals[refusal.code]
  const view = viewOf(c)
  if (view !== undefined) return sendPage(c, layout(view, refused(view, refusal)), { status })
  if (!isBrowser(c)) return sendRefusal(c, refusal)
  const { world } = c.env
  if (world !== undefined && !isWorldName(world)) return sendMisnamedWorld(c, refusal)
  const page = messagePage(basePath(c), 'You cannot open this page', redactText(refusal.message))
  return sendPage(c, page, { status, ...(refusal instanceof HttpRefusal && { headers: refusal.headers }) })
}

/** Refuses (404) an address below `/_emulator/ui/` that no screen has. */
export function unknownScreen(c: PageContext): never {
  const { pathname } = new URL(c.req.url)
  const place = pathname.slice(c.var.view.base.length, 200)
  throw new Refusal('not_found', `there is no page at ${place}; the menu lists all pages`)
}

/** Answers a browser that asked for a world of a name that none can have, with links to those that exist. */
export function sendMisnamedWorld(
  c: Pick<PageContext, 'env'>,
  { code, message }: Refusal,
): Promise<Response> {
  const near = decoded(c.env.world ?? '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 64)
  const links = html`<p><a href="/_emulator/ui/worlds">All worlds</a>${when(near, () => html` · <a href="/w/${near}/_emulator">Open a world “${near}” instead</a>`)}</p>`
  // The style sheet is that of the default world.
  const page = messagePage('', 'No world can have this name', redactText(message), links)
  return sendPage(c, page, { status: refusals[code].status })
}

/** A segment of a path, decoded if it can be. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A refusal as the content of a screen. Messages quote the request, which may contain a card number. */
const refused = ({ base }: View, { code, message, fields }: Refusal): Screen => ({
  title: 'Refused',
  content: html`<div class="empty">
<h1>${refusals[code].status} ${refusals[code].type}</h1>
${fields.length === 0 ? html`<p>${redactText(message)}</p>` : html`<ul class="plain-list">${each(fields, ({ field, message: rule }) => html`<li><code>${redactText(field)}</code> ${redactText(rule)}</li>`)}</ul>`}
<p>${fields.length === 0 ? html`<a class="button" href="${base}/_emulator">Overview</a> <a class="button" href="${base}/_emulator/ui/charges">All charges</a>` : html`<a class="button" href="?">Open the page without filters</a>`}</p>
</div>`,
})
