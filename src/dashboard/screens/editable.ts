import { currentStep } from '../../domain/charge/flow.ts'
import { rightAnswer } from '../../domain/charge/play.ts'
import type { JournalEntry } from '../../domain/kernel/journal.ts'
import { mask } from '../../http/redact.ts'
import type { View } from '../kit/view.ts'

/** A request of the journal as it can be edited and sent again. */
export interface Editable {
  method: string
  /** Below the prefix of the world. */
  path: string
  headers: readonly (readonly [string, string])[]
  key: string
  body: string
  /** What stands for values that the journal masks, and what is missing. */
  notes: readonly string[]
}

/** Headers that a connection, curl or the dashboard sets by itself. */
export const ownHeaders: readonly string[] = [
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'user-agent',
  'accept',
  'transfer-encoding',
  'x-emulator-dashboard',
]

/** Whether a header is no part of what a program decided to send. */
export const isOwnHeader = (name: string): boolean => ownHeaders.includes(name) || ofBrowsers.test(name)

const scenarioHeader = 'x-scenario-key'

/** Headers of browsers. */
const ofBrowsers = /^(sec-|cookie$|origin$|referer$|accept-language$|priority$|cache-control$|pragma$)/

/** A request of the journal, with the page's credentials instead of masked ones. */
export function editable(view: View, entry: JournalEntry): Editable {
  const { base } = view
  const notes: string[] = []
  const headers: [string, string][] = []
  for (const [name, value] of Object.entries(entry.requestHeaders)) {
    if (isOwnHeader(name) || name === scenarioHeader) continue
    if (name === 'authorization') headers.push(...authorization(view, value, notes))
    else if (value.includes(mask)) notes.push(`The journal masks the header ${name}; add it if it matters.`)
    else headers.push([name, value])
  }
  if (entry.requestHeaders['authorization'] === undefined && !/\/realms\//.test(entry.path))
    headers.push(['authorization', ''])
  return {
    method: entry.method,
    path: entry.path.startsWith(`${base}/`) ? entry.path.slice(base.length) : entry.path,
    headers,
    key: entry.requestHeaders[scenarioHeader] ?? '',
    body: unmasked(view, entry, notes),
    notes,
  }
}

/** Instead of a bearer token nothing: the emulator adds one of its own when it sends the request. */
function authorization({ world }: View, value: string, notes: string[]): [string, string][] {
  const client = world.fixtures.clients.find(({ scopes }) => scopes.includes('payments:write'))
  if (!value.startsWith('Basic ') || client === undefined) {
    notes.push('authorization: the page sends its own access token or secret key.')
    return []
  }
  notes.push(`authorization: the page sends the credentials of the client ${client.id}.`)
  return [['authorization', `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`]]
}

/** A card number that passes the checksum. */
const cardNumber = '5399838383838381'

/** Values that stand for masked members of a body, by name. */
const standIns: Readonly<Record<string, string>> = {
  number: cardNumber,
  card_number: cardNumber,
  encrypted_card_number: cardNumber,
  encrypted_expiry_month: '09',
  encrypted_expiry_year: '32',
  encrypted_cvv: '470',
  cvv: '470',
  encrypted_pin: '12345',
}

const maskedMember = /"([\w.-]+)"(\s*:\s*)"\*\*\*"/g
const maskedField = /(^|&)([\w.-]+)=\*\*\*(?=&|$)/g

/** The body of a request with stand-ins for what is masked; each is noted. */
function unmasked(view: View, entry: JournalEntry, notes: string[]): string {
  const { requestBody } = entry
  if (/… \(\d+ characters\)$/.test(requestBody))
    notes.push('The journal has only the beginning of this long body.')
  const { clients } = view.world.fixtures
  const clientId = new URLSearchParams(requestBody).get('client_id')
  const client = clients.find(({ id }) => id === clientId) ?? clients[0]
  const known = { ...standIns, client_secret: client?.secret ?? mask, ...pinOf(view, entry) }
  const standInFor = (name: string): string => {
    const value = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined
    notes.push(
      value === undefined
        ? `${name}: the journal masks it, and nothing can stand for it; type a value instead of ${mask}.`
        : `${name}: the journal masks it; ${value} stands for it.`,
    )
    return value ?? mask
  }
  return requestBody
    .replace(maskedMember, (_, name: string, sign: string) => `"${name}"${sign}"${standInFor(name)}"`)
    .replace(
      maskedField,
      (_, before: string, name: string) => `${before}${name}=${encodeURIComponent(standInFor(name))}`,
    )
}

/** The PIN that the charge of a request accepts now. */
function pinOf({ world }: View, { path }: JournalEntry): { encrypted_pin?: string } {
  const charge = world.state.charges.get(/\/charges\/(\w+)$/.exec(path)?.[1] ?? '')
  const step = charge && currentStep(charge)
  if (step?.ask !== 'requires_pin') return {}
  const right = rightAnswer(step)
  return right === undefined ? {} : { encrypted_pin: right }
}
