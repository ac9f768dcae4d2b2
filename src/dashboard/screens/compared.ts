import { Hono } from 'hono'
import * as z from 'zod'
import type { JournalEntry } from '../../domain/kernel/journal.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { invalidFields, parseJson, readText } from '../../http/body.ts'
import { redactHeaders, redactText } from '../../http/redact.ts'
import { fieldErrors } from '../../http/validate.ts'
import { admit, type PageEnv } from '../kit/app.ts'
import { differences, edits, inWords } from '../kit/differences.ts'
import { type Html, html, when } from '../kit/html.ts'
import { sendPage } from '../kit/page.ts'
import { visible } from '../kit/parts.ts'
import { isOwnHeader } from './editable.ts'
import { findRequest } from './request.ts'
import { requestPath } from './requests.ts'

/** Bytes of a request: a request and an answer, of which the browser cuts what is not shown. */
const maxBytes = 4_000_000

const Headers = z.record(z.string(), z.string())

const Compared = z.object({
  sent: z.object({
    method: z.string().max(20),
    path: z.string().max(8000),
    headers: Headers,
    body: z.string().default(''),
  }),
  seen: z.object({
    outcome: z.string().max(40),
    what: z.string().max(2000),
    error: z.string().optional(),
    status: z.int().optional(),
    headers: Headers.default({}),
    body: z.string().default(''),
    duration_ms: z.number().optional(),
    request: z.int().optional(),
  }),
})
type Seen = z.output<typeof Compared>['seen']

/** Compares a request of the journal and its answer with what was sent and seen when it was sent again: a part of a page. */
export const comparedRequests = (emulator: Emulator): Hono<PageEnv> =>
  new Hono<PageEnv>().post('/_emulator/requests/:id/compared', admit(emulator, 'control'), async (c) => {
    const entry = findRequest(c.var.view)
    const value = parseJson(c, await readText(c, maxBytes))
    const result = Compared.safeParse(value)
    if (!result.success) throw invalidFields(fieldErrors(result.error, value, 'body'))
    return sendPage(c, await comparison(c.var.view.base, entry, result.data))
  })

async function comparison(
  base: string,
  entry: JournalEntry,
  { sent, seen }: z.output<typeof Compared>,
): Promise<Html> {
  const answers = await differences(
    {
      label: 'Original answer',
      first: `HTTP ${entry.status}`,
      headers: entry.responseHeaders,
      body: entry.responseBody,
    },
    {
      label: 'Answer now',
      first: seen.status === undefined ? `No response: ${seen.what}` : `HTTP ${seen.status}`,
      headers: redactHeaders(seen.headers),
      body: redactText(seen.body),
    },
  )
  const path = entry.path.startsWith(`${base}/`) ? entry.path.slice(base.length) : entry.path
  const requests = await differences(
    {
      label: 'Original request',
      first: `${entry.method} ${path}`,
      headers: withoutOwn(entry.requestHeaders),
      body: entry.requestBody,
    },
    {
      label: 'Request now',
      first: redactText(`${sent.method} ${sent.path}`),
      headers: withoutOwn(redactHeaders(withCredentials(entry, sent.headers))),
      body: redactText(sent.body),
    },
  )
  return html`<h2 tabindex="-1">${verdict(entry, seen)}, ${inWords(answers.count)}</h2>
<p class="unit">${took(entry, seen)} Ids and instants, which differ in every request, are not counted.${when(seen.request, () => html` <a href="${requestPath(base, seen.request ?? 0)}">The request in the journal</a>`)}</p>
${when(seen.outcome !== 'answered', () => html`<p class="notice wait">What a client sees: ${visible(seen.what)}${seen.error === undefined ? '' : ` (${visible(seen.error)})`}</p>`)}
${answers.shown}
${edits('What was edited', requests)}`
}

/** How the answer now compares with the original, by status. */
function verdict({ status }: JournalEntry, seen: Seen): string {
  if (seen.status === undefined) return `No response (${seen.outcome}) instead of ${status}`
  const now = seen.outcome === 'answered' ? `${seen.status}` : `${seen.status}, ${seen.outcome},`
  return seen.status === status ? `${now} as before` : `${now} instead of ${status}`
}

const took = ({ durationMs }: JournalEntry, { duration_ms: now }: Seen): string =>
  now === undefined ? '' : `It took ${Math.round(now)} ms; the original ${Math.round(durationMs)} ms.`

/** Headers that the page sends instead of masked ones count as unchanged; an empty one was not sent. */
function withCredentials(
  { requestHeaders }: JournalEntry,
  { authorization, ...headers }: Record<string, string>,
): Record<string, string> {
  const original = requestHeaders['authorization']
  if (authorization === undefined)
    return original === undefined ? headers : { ...headers, authorization: original }
  return authorization === '' ? headers : { ...headers, authorization }
}

const withoutOwn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwnHeader(name)))
