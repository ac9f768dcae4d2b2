import { asMerchantCurl } from './calls.browser.js'
import { afterRefresh } from './live.browser.js'
import { morph } from './morph.browser.js'
import { base, copy, element, say } from './page.browser.js'
import { keep, lines, pane, sendByWire, shown } from './wire.browser.js'

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

/** The charge or transfer that an answer contains, and its page. */
function madeBy({ url }, text) {
  try {
    const { data } = JSON.parse(text)
    const isTransfer = url === `${base}/v3/transfers`
    if (isTransfer ? data?.id === undefined : !/^chg_/.test(data?.id)) return undefined
    const path = `${base}/_emulator/ui/${isTransfer ? 'transfers' : 'charges'}/${encodeURIComponent(data.id)}`
    return { ...data, what: isTransfer ? 'transfer' : 'charge', path }
  } catch {
    return undefined
  }
}

/** Links to follow from an answer. */
function linksOf({ request }, made) {
  const links = []
  const link = (name, href, text) => links.push(element('a', { class: name, href }, text))
  if (made) link('button', made.path, `Open the ${made.what}`)
  if (made?.next_action) link('', `${base}/_emulator/pay/${encodeURIComponent(made.id)}`, 'Payer page')
  if (request !== undefined) link('', `${base}/_emulator/ui/requests/${request}/again`, 'Edit and send again')
  return links
}

/** The page of what the result made, and the part of this page that shows it. */
let followed

/** Shows what it waits for, with the actions of its own page. */
async function follow() {
  const mine = followed
  if (!mine) return
  const response = await fetch(mine.path, {
    headers: { accept: 'text/html', 'x-emulator-dashboard': 'refresh' },
  })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const waits = page.querySelector('#waits')
  if (waits && followed === mine) morph(mine.place, waits)
}

const refollow = () => void follow().catch(() => {})
afterRefresh(refollow)

/** Shows a request next to what the connection did, with the actions of what it made. */
function show(form, sent, seen) {
  const place = document.querySelector('#result')
  const answer = shown(seen)
  const heading = element(
    'h2',
    { tabindex: '-1', class: answer.ok ? 'good' : 'bad' },
    `${sent.method} ${sent.url}${answer.title}`,
  )
  const curl = element('button', { type: 'button', class: 'quiet' }, 'Copy curl')
  curl.addEventListener('click', () => copy(asMerchantCurl(sent), 'the request'))
  const close = element('button', { type: 'button', class: 'quiet' }, 'Close')
  close.addEventListener('click', () => {
    place.hidden = true
    followed = undefined
    keep('ran', undefined)
    form.querySelector('[data-run]').focus()
  })
  const made = madeBy(sent, seen.body ?? '')
  const waits = element('div')
  followed = made && { path: made.path, place: waits }
  place.replaceChildren(
    element(
      'div',
      { class: 'bar' },
      heading,
      element('div', { class: 'row' }, ...linksOf(seen, made), curl, close),
    ),
    element(
      'div',
      { class: 'panes' },
      pane('Request', lines(sent.headers), sent.body),
      pane('Response', answer.head, answer.text),
    ),
    ...(made ? [waits] : []),
  )
  place.hidden = false
  refollow()
  return heading
}

/** Sends the composed request and shows it next to its response. */
export async function run(form) {
  const button = form.querySelector('[data-run]')
  if (button.getAttribute('aria-busy') === 'true') return
  const sent = composed(form)
  button.setAttribute('aria-busy', 'true')
  const seen = await sendByWire(sent).catch(({ message }) => ({ outcome: 'not sent', what: message }))
  button.removeAttribute('aria-busy')
  const heading = show(form, sent, seen)
  keep('ran', { sent, seen })
  heading.focus()
  document.querySelector('#result').scrollIntoView({ block: 'start' })
}

/** Shows the result that the page had when the tester left it. */
export function showAgain(form) {
  const { ran } = history.state ?? {}
  if (!ran) return
  show(form, ran.sent, ran.seen)
  say('The result of the last run is shown')
}
