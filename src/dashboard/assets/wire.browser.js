import { reasonOf } from './calls.browser.js'
import { base, element, inProgress } from './page.browser.js'

/** Calls to the service by way of the emulator, and what the connection did. */

/** Sends a request by way of the emulator: a browser would repeat it if its connection is reset. */
export const sendByWire = ({ method, url, headers, body }) =>
  inProgress(`${method} ${url}`, async (signal) => {
    try {
      const response = await fetch(`${base}/_emulator/calls`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method, path: url.slice(base.length), headers, body }),
        signal,
      })
      if (!response.ok) throw new Error(await reasonOf(response))
      return await response.json()
    } catch (error) {
      if (!signal.aborted) throw error
      return { outcome: 'cancelled', what: error.message }
    }
  })

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Signs that change the direction of writing, written out as in JSON. */
const visible = (text) =>
  text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)

/** Headers, one in a line. */
export const lines = (headers) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)

/** A request or an answer as text. */
export function pane(title, head, text) {
  return element(
    'section',
    { class: 'pane' },
    element('h3', {}, title),
    element('pre', { tabindex: '0', 'aria-label': title }, visible(`${head.join('')}\n${text}`)),
  )
}

/** The headers of an answer that are of interest. */
const told = ['x-trace-id', 'x-emulator-warning', 'retry-after', 'x-idempotency-cache-hit']

/** What the connection did, for the title, and the response as text. */
export function shown({ outcome, what, error, status, headers = {}, body = '', duration_ms: took }) {
  const arrived = status === undefined ? 'no response' : status
  const broken = outcome === 'answered' ? '' : `, ${outcome}`
  const after = took === undefined ? '' : ` in ${Math.round(took)} ms`
  const line = status === undefined ? 'No response\n' : `HTTP ${status}\n`
  const seen = /^(cancelled|not sent)$/.test(outcome) ? what : `What a client sees: ${what}.`
  const notes = [outcome === 'answered' ? '' : seen, error ? `(${error})` : '']
  return {
    title: ` → ${arrived}${broken}${after}`,
    head: [
      line,
      ...lines(Object.fromEntries(Object.entries(headers).filter(([name]) => told.includes(name)))),
    ],
    text: [pretty(body), ...notes].filter(Boolean).join('\n\n'),
    ok: outcome === 'answered' && status < 400,
  }
}

/** Keeps something for the way back to this page; a browser keeps only so much. */
export function keep(name, value) {
  try {
    history.replaceState({ ...history.state, [name]: value }, '')
  } catch {
    history.replaceState({ ...history.state, [name]: undefined }, '')
  }
}
