import { base, copy, element, guarded, inProgress, toast } from './page.browser.js'

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** A call as a curl command. */
export function asCurl({ method, url, headers = {}, body }) {
  const lines = [`curl -X ${method} ${quote(new URL(url, location.href).href)}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quote(`${name}: ${value}`)}`)
  if (guarded && url.includes('/_emulator')) lines.push('-H "Authorization: Bearer $EMULATOR_CONTROL_TOKEN"')
  if (body !== undefined) lines.push(`--data ${quote(body)}`)
  return lines.join(' \\\n  ')
}

/** The value of a field, converted as its `data-as` says; undefined for an empty field, unless it is sent as typed. */
function contentOf(field) {
  if (field.dataset.as === 'typed') return field.value
  const text = field.value.trim()
  if (field.type === 'checkbox') return field.checked ? true : undefined
  if (text === '') return undefined
  switch (field.dataset.as) {
    case 'number':
      // What is no number is refused by the service, as typed.
      return Number.isNaN(Number(text)) ? text : Number(text)
    case 'list':
      return text.split(/[\s,]+/)
    case 'changed':
      return field.value === field.defaultValue ? undefined : field.value
    case 'json':
      return JSON.parse(text)
    default:
      return text
  }
}

/** Sets a member; `when.amount` is the member `amount` of the member `when`. */
function put(body, [name, ...inner], value) {
  if (inner.length === 0) body[name] = value
  else {
    body[name] ??= {}
    put(body[name], inner, value)
  }
}

function bodyOf(form) {
  const body = {}
  for (const field of form.elements) {
    if (!field.name || field.disabled) continue
    const value = contentOf(field)
    if (value === undefined) continue
    const chosen = body[field.name]
    if (field.type === 'checkbox' && field.dataset.as === 'item')
      body[field.name] = [...(chosen ?? []), field.value]
    else put(body, field.name.split('.'), value)
  }
  return body
}

/** Twelve random letters and digits. */
const nonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')

/** The call that a button or a form makes. */
export function callOf(source) {
  const { call, url, body } = source.dataset
  const filled = source.nodeName === 'FORM' ? JSON.stringify(bodyOf(source)) : body
  const content = filled?.replace('{nonce}', nonce)
  const headers = content === undefined ? {} : { 'content-type': 'application/json' }
  return { method: call.toUpperCase(), url, headers, ...(content !== undefined && { body: content }) }
}

/** The message of a refusal. */
export async function reasonOf(response) {
  const text = await response.text()
  try {
    const { error, message, error_description: description } = JSON.parse(text)
    return error?.message ?? message ?? description ?? text
  } catch {
    return text.slice(0, 500) || `HTTP ${response.status}`
  }
}

/** Requests of the dashboard must not count against rules that were added for a program. */
const ownCall = { 'x-emulator-dashboard': 'yes' }

let token

/** An access token for the page, from the emulator itself: not a request to the service. Says so if the one before is gone. */
async function accessToken() {
  const response = await fetch(`${base}/_emulator/page-token`, {
    method: 'POST',
    body: new URLSearchParams({ token: token ?? '' }),
  })
  if (!response.ok) throw new Error(`no access token: ${await reasonOf(response)}`)
  const { token: valid } = await response.json()
  if (token !== undefined && token !== valid)
    toast('The page has a new access token', { detail: 'The one before expired or was dropped by a reset.' })
  token = valid
  return valid
}

const credentials = () => document.querySelector('#credentials')?.dataset ?? {}

/** Sends a request to the service as the merchant would. */
export async function sendAsMerchant(request) {
  const bearer = /\/v3\//.test(request.url) ? credentials().key : await accessToken()
  const started = performance.now()
  const response = await inProgress(`${request.method} ${request.url}`, (signal) =>
    fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${bearer}`, ...ownCall },
      // The browser's password for the dashboard is not meant for the service.
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      ...(request.body !== undefined && { body: request.body }),
    }),
  )
  return { response, took: performance.now() - started }
}

/** The same as curl commands, including the one that gets a token. */
export function asMerchantCurl(request) {
  const { client, secret, key } = credentials()
  if (/\/v3\//.test(request.url))
    return asCurl({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } })
  const address = new URL(`${base}/realms/dashboard/protocol/openid-connect/token`, location.href).href
  const get = `TOKEN=$(curl -s ${quote(address)} -d grant_type=client_credentials -d client_id=${client} -d client_secret=${secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
  return `${get}\n${asCurl(request)} \\\n  -H "Authorization: Bearer $TOKEN"`
}

const results = {
  fired: (body) => `${body.total} timer${body.total === 1 ? '' : 's'} fired; it is ${body.now}`,
  released: (body) => `${body.released} released`,
  deleted: (body) => `${body.deleted} removed`,
  made: ({ made, seed }) => `${made.charges} charges of ${made.customers} customers, seed ${seed}`,
}

/** A line about the result of a call, for those whose result is of interest. */
function resultOf(text) {
  try {
    const body = JSON.parse(text)
    for (const [member, line] of Object.entries(results)) if (member in body) return line(body)
  } catch {}
  return ''
}

/** Makes the call of a button or a form, and shows the result. */
export async function execute(source) {
  const request = callOf(source)
  const { said, ask, asMerchant } = source.dataset
  if (ask && !confirm(ask)) return false
  const curl = element('button', { type: 'button', class: 'quiet' }, 'Copy curl')
  curl.addEventListener('click', () => copy(curlOf(source), 'the call'))
  try {
    const { response } =
      asMerchant === undefined
        ? {
            response: await inProgress(`${request.method} ${request.url}`, (signal) =>
              fetch(request.url, { ...request, signal }),
            ),
          }
        : await sendAsMerchant(request)
    if (!response.ok) {
      toast(`${request.method} ${request.url} was refused`, {
        failed: true,
        detail: await reasonOf(response),
        action: curl,
      })
      return false
    }
    toast(said || 'Done', { detail: resultOf(await response.text()), action: curl })
    return true
  } catch (error) {
    toast('No response from the emulator', {
      failed: true,
      detail: String(error.message ?? error),
      action: curl,
    })
    return false
  }
}

export const curlOf = (source) =>
  source.dataset.asMerchant === undefined ? asCurl(callOf(source)) : asMerchantCurl(callOf(source))
