import { factsOfExchange } from '../domain/kernel/exchange-facts.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Happening } from '../domain/kernel/session.ts'
import { unmasked } from './masked.ts'
import type { Names } from './names.ts'
import { type Auth, type Capture, type RequestStep, type Value, Variable } from './script.ts'
import { idsIn, textWith, valueWith } from './values.ts'

type Exchange = Pick<Extract<Happening, { kind: 'request' }>, 'entry' | 'pin' | 'fault'>

/** Headers of a request that a test repeats, as they are usually written. */
const repeated = { 'x-scenario-key': 'X-Scenario-Key', 'x-idempotency-key': 'X-Idempotency-Key' } as const

const isTokenPath = (path: string): boolean => /\/protocol\/openid-connect\/token$/.test(path)

/** Turns requests of the journal into steps, and learns the ids that their answers contain. */
export class Requests {
  readonly #names: Names
  readonly #known: Map<string, Variable>
  readonly #remark: (text: string) => void

  constructor(names: Names, known: Map<string, Variable>, remark: (text: string) => void) {
    this.#names = names
    this.#known = known
    this.#remark = remark
  }

  /** Gives a variable to each nonce that is sent twice, which is a mistake that the test repeats. */
  findRepeatedNonces(entries: readonly JournalEntry[]): void {
    const seen = new Set<string>()
    for (const { requestBody } of entries)
      for (const [, nonce = ''] of requestBody.matchAll(/"nonce"\s*:\s*"([A-Za-z0-9]{12})"/g))
        if (!seen.has(nonce)) seen.add(nonce)
        else if (!this.#known.has(nonce)) this.#known.set(nonce, new Variable(this.#names.take('usedNonce')))
  }

  /** The step of a request; undefined for one that gets a token, because a test gets its own. */
  step({ entry, pin, fault }: Exchange): RequestStep | undefined {
    const { method, status, scenario, requestHeaders } = entry
    const path = entry.path.replace(/^\/w\/[^/]+(?=\/)/, '').replace(/^\/\/+/, '/')
    const isForm = isTokenPath(path.split('?')[0] ?? '')
    if (isForm && status < 300) return undefined
    const sent = isForm ? formOf(entry.requestBody) : parse(entry.requestBody)
    const answer = parse(entry.responseBody) as Record<string, unknown> | undefined
    const card = (answer?.['data'] as Record<string, unknown> | undefined)?.['card'] as Record<
      string,
      unknown
    >
    const title = titleOf(entry, path)
    const body =
      sent === undefined
        ? undefined
        : valueWith(
            unmasked(sent, { pin, card }, (member) =>
              this.#remark(`"${member}" of ${title} is masked in the journal: put in what you sent.`),
            ),
            this.#known,
          )
    if (sent === undefined && entry.requestBody !== '')
      this.#remark(`The body of ${title} is not JSON, or too long for the journal: it is left out.`)
    const headers: Record<string, Value> = {}
    for (const [name, written] of Object.entries(repeated)) {
      const value = requestHeaders[name]
      if (value !== undefined) headers[written] = value
    }
    const sentPath = textWith(path, this.#known)
    return {
      kind: 'request',
      title,
      answer: this.#names.ofAnswer(method, path),
      method,
      path: sentPath,
      auth: authOf(path, status, scenario, requestHeaders['authorization']),
      headers,
      body,
      isForm,
      status,
      fault,
      expected: fault === undefined ? expectedOf(answer, status) : [],
      fields: fieldsOf(answer),
      captures: fault === undefined && status < 300 ? this.#capture(answer, path) : [],
    }
  }

  #capture(answer: unknown, path: string): Capture[] {
    const captures: Capture[] = []
    for (const { id, path: at, isNumber } of idsIn(answer)) {
      if (this.#known.has(id)) continue
      const variable = this.#names.ofId(id, path, isNumber)
      this.#known.set(id, variable)
      captures.push({ variable, path: at })
    }
    return captures
  }
}

/** One line about a request, without the ids of the session. */
function titleOf(
  { method, status, scenario, requestBody, responseBody }: JournalEntry,
  path: string,
): string {
  const { told } = factsOfExchange(requestBody, responseBody, undefined)
  const place = (path.split('?')[0] ?? path).replace(/[a-z]{3}_[A-Za-z0-9]{10,}|(?<=\/)\d+(?=\/|$)/g, '{id}')
  const key = scenario === undefined ? '' : ` with ${scenario}`
  const line = `${method} ${place}${key} → ${status}${told.length > 0 ? `: ${told.join(', ')}` : ''}`
  return (line.split('; ')[0] ?? line)
    .replace(/ in world "[^"]*"/, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 110)
}

function authOf(path: string, status: number, scenario: string | undefined, sent: string | undefined): Auth {
  if (path.startsWith('/realms/')) return 'none'
  // A status that the scenario sets says nothing about the credentials.
  const isRefused = scenario === undefined || status === 403
  if (status === 401 && isRefused) return sent === undefined ? 'none' : 'wrong'
  if (/^\/(v3|meta|transactions)\b/.test(path)) return 'secret_key'
  return status === 403 && isRefused ? 'reader' : 'client'
}

/** What the answer says that a test should see again. */
const told = [
  ['data', 'status'],
  ['data', 'next_action', 'type'],
  ['data', 'processor_response', 'type'],
  ['error', 'type'],
]

function expectedOf(answer: unknown, status: number): RequestStep['expected'] {
  return told.flatMap((path) => {
    const value = path.reduce<unknown>((inner, name) => Object(inner)[name], answer)
    return typeof value === 'string' && (path[0] === 'error') === status >= 400
      ? [[path, value] as const]
      : []
  })
}

function fieldsOf(answer: Record<string, unknown> | undefined): string[] {
  const { validation_errors: fields } = Object(answer?.['error']) as { validation_errors?: unknown }
  return Array.isArray(fields) ? fields.map((field) => String(Object(field).field_name)) : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
