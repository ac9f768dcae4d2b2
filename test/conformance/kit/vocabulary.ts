import { paymentMethodTypes } from '../contract.ts'
import type { Sent } from './answer.ts'

/** The words of a service that may differ from the contract's, as in the emulator's fixtures. */
export interface Vocabulary {
  payment_method_types?: Record<string, string>
  webhook_header?: string
  service_ref?: string
}

/** Which words requests use: those of the service, or the contract's, which an emulator accepts as well. */
export type Asking = 'service' | 'contract'

type Json = Record<string, unknown>

const serviceRef = 'service_ref'

/**
 * Lets rules in the words of the contract check a service with other words. It does not loosen them: if the service
 * uses a word of the contract instead of its own, the rules see an unknown word.
 */
export class Translator {
  /** The signature header of webhooks. */
  readonly webhookHeader: string
  readonly #word: ReadonlyMap<unknown, string>
  readonly #type: ReadonlyMap<unknown, string>
  readonly #reference: string
  readonly #asking: Asking
  readonly #isPlain: boolean

  constructor(vocabulary: Vocabulary = {}, asking: Asking = 'service') {
    const words = paymentMethodTypes.map(
      (type) => [type, vocabulary.payment_method_types?.[type] ?? type] as const,
    )
    this.webhookHeader = vocabulary.webhook_header ?? 'X-Webhook-Signature'
    this.#word = new Map(words)
    this.#type = new Map(words.map(([type, word]) => [word, type]))
    this.#reference = vocabulary.service_ref ?? serviceRef
    this.#asking = asking
    this.#isPlain = this.#reference === serviceRef && words.every(([type, word]) => type === word)
  }

  /** A request in the words of the service. */
  request(sent: Sent): Sent {
    if (this.#isPlain || this.#asking === 'contract') return sent
    const url = new URL(sent.url)
    // The types of v3 charges are not those of payment methods.
    const isV3Charge = url.pathname.endsWith('/v3/charges')
    const type = isV3Charge ? undefined : this.#word.get(url.searchParams.get('type'))
    if (type !== undefined) url.searchParams.set('type', type)
    return {
      ...sent,
      url: type === undefined ? sent.url : url.href,
      body: rewritten(sent.body, (value) => this.#asked(value)),
    }
  }

  /** An answer, or the body of a webhook, in the words of the contract. */
  answer(text: string): string {
    return this.#isPlain ? text : rewritten(text, (value) => this.#told(value))
  }

  /** A body whose payment method has the words of the service. */
  #asked(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { type } = value as Json
    const word = this.#word.get(type)
    if (word === undefined) return value
    const entries = Object.entries(value).map(([name, inner]) =>
      name === 'type' ? [name, word] : [name === type ? word : name, inner],
    )
    return Object.fromEntries(entries)
  }

  #told(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#told(item))
    if (typeof value !== 'object' || value === null) return value
    const word = (value as Json)['type']
    const type = this.#type.get(word)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === 'meta') return [name, inner]
        if (name === 'field_name') return [name, this.#field(String(inner))]
        if (name === 'type') return [name, type ?? this.#strange(word)]
        return [name === word ? (type ?? String(this.#strange(word))) : this.#member(name), this.#told(inner)]
      }),
    )
  }

  /** A value of `type` that no payment method of the service has. */
  #strange(word: unknown): unknown {
    return this.#word.has(word) ? `"${word}" of the contract` : word
  }

  #member(name: string): string {
    if (name === this.#reference) return serviceRef
    return name === serviceRef ? `"${serviceRef}" of the contract` : name
  }

  /** A field name of a refusal, which is in the words of the request. */
  #field(name: string): string {
    const [first = '', ...rest] = name.split('.')
    const known =
      this.#type.get(first) ?? (this.#asking === 'contract' ? first : String(this.#strange(first)))
    return [known, ...rest].join('.')
  }
}

/** A JSON text with its value changed; unchanged if nothing changes, or if it is not JSON. */
function rewritten(text: string, change: (value: unknown) => unknown): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const changed = JSON.stringify(change(value))
  return changed === JSON.stringify(value) ? text : changed
}
