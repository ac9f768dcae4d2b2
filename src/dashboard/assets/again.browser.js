import { asMerchantCurl, reasonOf } from './calls.browser.js'
import { base, copy, element, say, toast } from './page.browser.js'
import { keep, sendByWire } from './wire.browser.js'

/** The editor of a request that is sent again, and its comparison with the original. */

const form = document.querySelector('#again')
const place = document.querySelector('#compared')
const field = (name) => form.elements.namedItem(name)
const names = ['method', 'path', 'headers', 'key', 'body']

/** How much of an answer is compared. Characters. */
const longest = 100_000

const random = () => Math.random().toString(36).slice(2, 8)

/** What an endpoint accepts once, and what is sent instead. */
const renewals = [
  ['body', /("reference"\s*:\s*")[^"]*"/g, () => `again-${Date.now().toString(36)}-${random()}`, '"'],
  ['body', /("nonce"\s*:\s*")[^"]*"/g, () => (random() + random()).padEnd(12, '0'), '"'],
  ['headers', /^(x-idempotency-key:[ \t]*).*$/gim, () => crypto.randomUUID?.() ?? random() + random(), ''],
]

function renew() {
  for (const [name, pattern, value, end] of renewals)
    field(name).value = field(name).value.replace(pattern, (_, before) => `${before}${value()}${end}`)
  keepEdits()
  say('Renewed')
}

const keepEdits = () => keep('edited', Object.fromEntries(names.map((name) => [name, field(name).value])))

/** Headers, one in a line. Throws an Error for a line that is none. */
function headersOf(text) {
  const headers = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name, value] = /^([A-Za-z0-9-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined) throw new Error(`"${line}" is no header: write "name: value"`)
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** The request as edited; a body that was not edited is sent byte for byte. */
function request() {
  const headers = headersOf(field('headers').value)
  const key = field('key').value.trim()
  if (key) headers['x-scenario-key'] = key
  const body = field('body')
  const text = body.value === body.defaultValue ? body.dataset.sent : body.value
  const sent = { method: field('method').value, url: base + field('path').value.trim(), headers }
  return text === '' ? sent : { ...sent, body: text }
}

/** Shows what was seen next to the original. */
async function compare(sent, seen) {
  const { method, url, headers, body } = sent
  const response = await fetch(form.dataset.compare, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sent: { method, path: url.slice(base.length), headers, body: body?.slice(0, longest) },
      seen: { ...seen, body: seen.body?.slice(0, longest) },
    }),
  })
  if (!response.ok) throw new Error(await reasonOf(response))
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  place.replaceChildren(...page.body.childNodes)
}

async function send() {
  const button = form.querySelector('button.main')
  if (button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  try {
    const sent = request()
    const seen = await sendByWire(sent)
    await compare(sent, seen)
    keep('compared', { sent, seen })
    place.querySelector('h2')?.focus()
    place.scrollIntoView({ block: 'start' })
  } catch (error) {
    toast('The request was not sent', { failed: true, detail: error.message })
  }
  button.removeAttribute('aria-busy')
}

function restore() {
  const { edited, compared } = history.state ?? {}
  for (const name of names) if (edited?.[name] !== undefined) field(name).value = edited[name]
  if (compared)
    compare(compared.sent, compared.seen).catch(({ message }) =>
      place.replaceChildren(element('p', { class: 'notice bad' }, message)),
    )
}

/** Makes the editor work. */
export function again() {
  restore()
  form.addEventListener('input', keepEdits)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
  })
  form.addEventListener('click', ({ target }) => {
    const { dataset } = target.closest('button') ?? { dataset: {} }
    if (dataset.renew !== undefined) renew()
    if (dataset.againReset !== undefined) {
      form.reset()
      keepEdits()
    }
    if (dataset.againCurl !== undefined)
      try {
        copy(asMerchantCurl(request()), 'the request as curl')
      } catch ({ message }) {
        toast('This cannot be copied as curl', { failed: true, detail: message })
      }
  })
}
