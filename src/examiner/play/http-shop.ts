import { fill, fillText, type Values } from '../file/fill.ts'
import { answerTypes } from '../flows.ts'
import { type HttpAnswer, send, sendTogether } from './http.ts'
import { at, countOf } from './pointer.ts'
import type { Program } from './program.ts'
import type { Exchange, Order, Shop, Sighting } from './shop.ts'

/** A request of an examination file. */
export interface FileRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: unknown
}

export interface HttpShopOptions {
  webhook: string
  pay: FileRequest
  answer: Readonly<Record<string, FileRequest | undefined>>
  look: {
    method: string
    url: string
    headers: Readonly<Record<string, string>>
    status: string
    fulfilled?: string | undefined
    paid: readonly string[]
    failed: readonly string[]
  }
}

/** A program that is reached over HTTP, as an examination file describes it. */
export function httpShop(options: HttpShopOptions, values: Values, program: Program): Shop {
  const { pay, answer, look } = options
  const about = ({ id, amount, currency }: Order): Values => ({ ...values, order: id, amount, currency })
  return {
    answers: answerTypes.filter((type) => answer[type] !== undefined),
    tellsFulfilment: look.fulfilled !== undefined,
    webhook: options.webhook,
    pay: (order, times) => press(pay, about(order), times),
    answer: (type, order, value) => {
      const request = answer[type]
      if (request === undefined) throw new Error(`the file has no answer for ${type}`)
      return exchange(request, { ...about(order), answer: value })
    },
    look: async (order) => {
      const filled = about(order)
      const headers = fill(look.headers, filled) as Record<string, string>
      const { status, text } = await send({
        method: look.method,
        url: fillText(look.url, filled),
        headers,
        isRead: look.method === 'GET',
      })
      return sightingOf(look, status, text)
    },
    visit: async (url) => {
      const { status, text } = await send({ method: 'GET', url })
      return { request: `GET ${url}`, status, text }
    },
    down: () => program.down(),
    ...(program.canRestart && { restart: () => program.restart() }),
    stop: () => program.stop(),
  }
}

/** The request with everything filled in, and how a person reads it. */
function filledRequest({ method, url, headers, body }: FileRequest, values: Values) {
  const filled = body === undefined ? undefined : fill(body, values)
  const text = filled === undefined || typeof filled === 'string' ? filled : JSON.stringify(filled)
  const all = {
    ...(text !== undefined && {
      'content-type': typeof filled === 'string' ? 'text/plain' : 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...(fill(headers, values) as Record<string, string>),
  }
  const address = fillText(url, values)
  return {
    request: { method, url: address, headers: all, body: text },
    shown: `${method} ${address}${text === undefined ? '' : ` ${text}`}`,
  }
}

const exchanged = (shown: string, { status, text, headers }: HttpAnswer): Exchange => ({
  request: shown,
  status,
  text,
  location: headers['location'] as string | undefined,
})

async function exchange(file: FileRequest, values: Values): Promise<Exchange> {
  const { request, shown } = filledRequest(file, values)
  return exchanged(shown, await send(request))
}

async function press(file: FileRequest, values: Values, times: number): Promise<Exchange[]> {
  const { request, shown } = filledRequest(file, values)
  const answers = await sendTogether(Array.from({ length: times }, () => request))
  return answers.map((answer) => exchanged(shown, answer))
}

/** What an answer says about an order. 404 means that nothing is known of it yet. */
export function sightingOf(look: HttpShopOptions['look'], status: number, text: string): Sighting {
  if (status === 404)
    return { belief: 'pending', fulfilled: look.fulfilled && 0, told: 'unknown order (404)' } as Sighting
  const body = status >= 200 && status < 300 ? parse(text) : undefined
  if (body === undefined) {
    const short = text.replace(/\s+/g, ' ').slice(0, 200)
    return {
      belief: undefined,
      fulfilled: undefined,
      told: `cannot be told: ${status === 0 ? 'no answer' : status} ${short}`,
    }
  }
  const said = at(body, look.status)
  const word = String(said)
  const belief = look.paid.includes(word) ? 'paid' : look.failed.includes(word) ? 'failed' : 'pending'
  const fulfilled = look.fulfilled === undefined ? undefined : countOf(at(body, look.fulfilled))
  const seen =
    said === undefined ? `nothing at ${look.status}` : `${look.status.slice(1)} ${JSON.stringify(said)}`
  const counted =
    fulfilled === undefined ? '' : `, fulfilled ${fulfilled} ${fulfilled === 1 ? 'time' : 'times'}`
  return { belief, fulfilled, told: `${belief} (${seen}${counted})` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
