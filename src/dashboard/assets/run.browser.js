import { asMerchantCurl, reasonOf } from './calls.browser.js'
import { base, copy, element } from './page.browser.js'

const reference = () => `qa-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

/** The composed request, as a merchant's server would send it. */
export function composed(form) {
  const field = (name) => form.elements.namedItem(name)
  const method = field('pm').selectedOptions[0]
  const headers = { 'content-type': 'application/json' }
  if (field('key').value.trim()) headers['x-scenario-key'] = field('key').value.trim()
  const money = { amount: Number(field('amount').value), currency: field('currency').value.trim() }
  if (method.value === 'transfer') {
    const beneficiary = { account_bank: '044', account_number: '0690000031', narration: 'QA dashboard' }
    return request(`${base}/v3/transfers`, headers, { ...beneficiary, ...money, reference: reference() })
  }
  return request(`${base}/charges`, headers, {
    ...money,
    reference: reference(),
    customer_id: method.dataset.customer,
    payment_method_id: method.value,
    redirect_url: `${location.origin}${base}/_emulator/ui/returned`,
  })
}

const request = (url, headers, body) => ({
  method: 'POST',
  url,
  headers,
  body: JSON.stringify(body, null, 2),
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

const lines = (headers) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)

function pane(title, head, text) {
  return element(
    'section',
    { class: 'pane' },
    element('h3', {}, title),
    element('pre', { tabindex: '0', 'aria-label': title }, visible(`${head.join('')}\n${text}`)),
  )
}

/** Links to follow from a response. */
function linksOf(text) {
  const links = []
  try {
    const { data } = JSON.parse(text)
    if (/^chg_/.test(data?.id))
      links.push(
        element(
          'a',
          { class: 'button', href: `${base}/_emulator/ui/charges/${encodeURIComponent(data.id)}` },
          'Open the charge',
        ),
      )
    if (data?.next_action && /^chg_/.test(data.id))
      links.push(element('a', { href: `${base}/_emulator/pay/${encodeURIComponent(data.id)}` }, 'Payer page'))
  } catch {}
  return links
}

/** Sends a request by way of the emulator: a browser would repeat it if its connection is reset. */
async function send({ method, url, headers, body }) {
  const response = await fetch(`${base}/_emulator/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, path: url.slice(base.length), headers, body }),
  })
  if (!response.ok) throw new Error(await reasonOf(response))
  return response.json()
}

/** The headers of an answer that are of interest. */
const told = ['x-trace-id', 'x-emulator-warning', 'retry-after', 'x-idempotency-cache-hit']

/** What the connection did, for the title, and the response as text. */
function shown({ outcome, what, error, status, headers = {}, body = '', duration_ms: took }) {
  const arrived = status === undefined ? 'no response' : status
  const broken = outcome === 'answered' ? '' : `, ${outcome}`
  const line = status === undefined ? 'No response\n' : `HTTP ${status}\n`
  const notes = [outcome === 'answered' ? '' : `What a client sees: ${what}.`, error ? `(${error})` : '']
  return {
    title: ` → ${arrived}${broken} in ${Math.round(took)} ms`,
    head: [
      line,
      ...lines(Object.fromEntries(Object.entries(headers).filter(([name]) => told.includes(name)))),
    ],
    text: [pretty(body), ...notes].filter(Boolean).join('\n\n'),
    ok: outcome === 'answered' && status < 400,
    raw: body,
  }
}

/** Sends the composed request and shows it next to its response. */
export async function run(form) {
  const sent = composed(form)
  const place = document.querySelector('#result')
  const button = form.querySelector('[data-run]')
  button.setAttribute('aria-busy', 'true')
  let title = `${sent.method} ${sent.url}`
  let answer
  try {
    answer = shown(await send(sent))
    title += answer.title
  } catch (error) {
    title += ' → not sent'
    answer = { head: ['Not sent\n'], text: error.message, ok: false, raw: '' }
  }
  button.removeAttribute('aria-busy')
  const heading = element('h2', { tabindex: '-1', class: answer.ok ? 'good' : 'bad' }, title)
  const curl = element('button', { type: 'button', class: 'quiet' }, 'Copy curl')
  curl.addEventListener('click', () => copy(asMerchantCurl(sent), 'the request'))
  const close = element('button', { type: 'button', class: 'quiet' }, 'Close')
  close.addEventListener('click', () => {
    place.hidden = true
    button.focus()
  })
  place.replaceChildren(
    element(
      'div',
      { class: 'bar' },
      heading,
      element('div', { class: 'row' }, ...linksOf(answer.raw), curl, close),
    ),
    element(
      'div',
      { class: 'panes' },
      pane('Request', lines(sent.headers), sent.body),
      pane('Response', answer.head, answer.text),
    ),
  )
  place.hidden = false
  heading.focus()
  place.scrollIntoView({ block: 'start' })
}
