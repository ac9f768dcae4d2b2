import { asMerchantCurl, sendAsMerchant } from './calls.browser.js'
import { afterRefresh, refresh } from './live.browser.js'
import { base, copy, element, say, toast } from './page.browser.js'

const form = document.querySelector('#composer')
const field = (name) => form.elements.namedItem(name)

const segments = () =>
  field('key')
    .value.split('&')
    .map((part) => part.trim())
    .filter(Boolean)

let asked
let turn = 0

/** Puts the composed key into the address, and refreshes its explanation. */
function explain(delay = 0) {
  clearTimeout(asked)
  asked = setTimeout(async () => {
    const query = new URLSearchParams(new FormData(form))
    for (const [name, value] of [...query]) if (value === '') query.delete(name)
    const address = `${location.pathname}?${query}`
    history.replaceState(history.state, '', address)
    const mine = ++turn
    const wanted = '#explained, #parts, #catalogue, #give'
    await refresh({ address, wanted }).catch(() => {})
    if (mine === turn) say(document.querySelector('#explained')?.innerText.slice(0, 300) ?? '')
  }, delay)
}

/** A key can have only one fragment of each of these facets. */
const exclusive = ['steps', 'processorResponse', 'payer', 'sequence']

/** Adds a segment to the key or removes it; it replaces the one that it excludes. */
function toggle({ add: key, facet }) {
  const now = segments()
  const alone = exclusive.includes(facet)
    ? [...document.querySelectorAll(`button[data-facet="${facet}"]`)].map((button) => button.dataset.add)
    : []
  const rest = now.filter((part) => part !== key && !alone.includes(part))
  field('key').value = (now.includes(key) ? rest : [...rest, key]).join('&')
  explain()
}

/** Replaces the segments that a menu offers by the chosen one. */
function choose(menu) {
  const offered = [...menu.options].map((option) => option.value)
  const rest = segments().filter((part) => !offered.includes(part))
  field('key').value = [...rest, menu.value].filter(Boolean).join('&')
  explain()
}

const reference = () => `qa-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`

/** The composed request, as a merchant's server would send it. */
function composed() {
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

const lines = (headers) => Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)

function pane(title, head, text) {
  return element(
    'section',
    { class: 'pane' },
    element('h3', {}, title),
    element('pre', { tabindex: '0', 'aria-label': title }, `${head.join('')}\n${text}`),
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

async function run() {
  const sent = composed()
  const place = document.querySelector('#result')
  const button = form.querySelector('[data-run]')
  button.setAttribute('aria-busy', 'true')
  let title = `${sent.method} ${sent.url}`
  let answer
  try {
    const { response, took } = await sendAsMerchant(sent)
    const text = await response.text()
    title += ` → ${response.status} in ${Math.round(took)} ms`
    const shown = {}
    for (const name of ['x-trace-id', 'x-emulator-warning', 'retry-after', 'x-idempotency-cache-hit'])
      if (response.headers.get(name)) shown[name] = response.headers.get(name)
    answer = {
      head: [`HTTP ${response.status}\n`, ...lines(shown)],
      text: pretty(text),
      ok: response.ok,
      raw: text,
    }
  } catch (error) {
    title += ' → no response'
    const why = error.name === 'TimeoutError' ? 'nothing arrived within 30 seconds' : error.message
    answer = {
      head: ['No response\n'],
      text: `${why}\n\nThis is what a client sees when the connection fails.`,
      ok: false,
      raw: '',
    }
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

/** The composer of scenario keys: choose parts, explain while typing, copy, run. */
export function composer() {
  if (!form) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (document.querySelector('#explained[data-refused]')) {
      toast('This key is refused', { failed: true, detail: document.querySelector('#explained').innerText })
      return
    }
    run()
  })
  // Once used, a menu keeps its choice whatever its `selected` attribute says.
  afterRefresh(() => {
    for (const menu of form.querySelectorAll('select[data-part]'))
      menu.value = menu.querySelector('option[selected]')?.value ?? ''
  })
  field('key').addEventListener('input', () => explain(200))
  form.addEventListener('change', (event) => {
    if (event.target.matches('select[data-part]')) choose(event.target)
    else if (event.target.name === 'pm') explain()
  })
  document.addEventListener('click', (event) => {
    const add = event.target.closest?.('button[data-add]')
    if (add) toggle(add.dataset)
    const header = event.target.closest?.('button[data-copy-header]')
    if (header) copy(`X-Scenario-Key: ${field('key').value.trim()}`, 'the header')
    const curl = event.target.closest?.('button[data-copy-run]')
    if (curl) copy(asMerchantCurl(composed()), 'the request as curl')
  })
}
