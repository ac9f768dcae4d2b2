import type { z } from 'zod'
import { methodKinds, PaymentMethodDetails } from '../domain/customer/payment-method.ts'
import type { Vocabulary } from '../domain/fixtures/vocabulary.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../domain/kernel/enums.ts'
import { serviceRefMember } from './transaction-words.ts'
import { type Place, placeOf } from './word-places.ts'

type Json = Record<string, unknown>

/** The members in which a charge, an order and their events show a payment method. */
const methodMembers = ['payment_method_details', 'payment_method'] as const

/**
 * Translates between the contract's words and those of the emulated service. Everything but the wire has the contract's:
 * requests are translated before they are checked, answers when they are sent. Where a word may stand follows from the
 * schemas, so that what merchants write, such as `meta`, is never touched.
 */
export class Words {
  readonly vocabulary: Vocabulary
  /** Whether bodies and queries have the contract's words: nothing is to be translated. */
  readonly areContracts: boolean
  readonly #types: ReadonlyMap<unknown, PaymentMethodType>
  readonly #toService: Translation = {
    type: (word) => (isType(word) ? this.type(word) : word),
    method: (value, type) => renamed(value, type, this.type(type)),
    transaction: (value) => this.transaction(value),
  }
  readonly #toContract: Translation = {
    type: (word) => this.typeOf(word) ?? word,
    method: (value, type) => renamed(value, this.type(type), type),
    transaction: (value) => renamed(value, this.vocabulary.serviceRef, serviceRefMember),
  }

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    const { paymentMethodTypes: words, serviceRef } = vocabulary
    this.areContracts =
      serviceRef === serviceRefMember && paymentMethodTypes.every((type) => words[type] === type)
    this.#types = new Map(
      paymentMethodTypes.flatMap((type) => [[type, type] as const, [words[type], type] as const]),
    )
  }

  /** The service's word of a type of payment methods. */
  type(type: PaymentMethodType): string {
    return this.vocabulary.paymentMethodTypes[type]
  }

  /** The type that a word means: the contract's word, or that of the service. */
  typeOf(word: unknown): PaymentMethodType | undefined {
    return this.#types.get(word)
  }

  /** The name of a type for people: the usual one, or made from the service's word. */
  title(type: PaymentMethodType, usual: string = methodKinds[type].title): string {
    const word = this.type(type)
    return word === type ? usual : word.charAt(0).toUpperCase() + word.slice(1).replace(/[_-]/g, ' ')
  }

  /** Whether values of a schema may have words that are not the contract's. */
  concern(schema: z.core.$ZodType): boolean {
    return !this.areContracts && placeOf(schema) !== undefined
  }

  /** A value of a schema in the words of the service. */
  show<V>(schema: z.core.$ZodType, value: V): V {
    return this.areContracts ? value : this.#translate(schema, value, this.#toService)
  }

  /** A value that is to fit a schema in the contract's words; it may have either. */
  read<V>(schema: z.core.$ZodType, value: V): V {
    return this.areContracts ? value : this.#translate(schema, value, this.#toContract)
  }

  /** The dotted name of a field in the words that `sent` uses; where a member is absent, in those of the service. */
  field(schema: z.core.$ZodType, sent: unknown, name: string): string {
    if (this.areContracts) return name
    let place = placeOf(schema)
    let value = sent
    const parts = name.split('.').map((part) => {
      const here = this.#chosen(place, value)
      const has = (word: string): boolean =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, word)
      const word =
        part === here?.method
          ? this.type(here.method)
          : part === serviceRefMember && here?.hasReference
            ? this.vocabulary.serviceRef
            : part
      const shown = has(part) ? part : word
      place = here?.members?.get(part) ?? here?.items
      value = (value as Json | null | undefined)?.[shown]
      return shown
    })
    return parts.join('.')
  }

  /** The values that are allowed at a path of a schema, in the words of the service. */
  allowed(
    schema: z.core.$ZodType,
    sent: unknown,
    path: readonly PropertyKey[],
    values: readonly unknown[],
  ): readonly unknown[] {
    if (this.areContracts) return values
    let place = placeOf(schema)
    let value = sent
    for (const part of path) {
      const here = this.#chosen(place, value) ?? place?.options?.[0]
      place = here?.members?.get(String(part)) ?? here?.items
      value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part]
    }
    return place?.isType ? values.map((word) => (isType(word) ? this.type(word) : word)) : values
  }

  /** A transaction in the words of the service. */
  transaction<V extends Json>(value: V): V {
    return renamed(value, serviceRefMember, this.vocabulary.serviceRef)
  }

  /** The data of an event about a charge or an order in the words of the service. */
  payment<V extends Json>(value: V): V {
    if (this.areContracts) return value
    const copy: Json = { ...value }
    for (const name of methodMembers)
      if (Object.hasOwn(copy, name)) copy[name] = this.show(PaymentMethodDetails, copy[name])
    return copy as V
  }

  /** Of alternatives the one that a value is. */
  #chosen(place: Place | undefined, value: unknown): Place | undefined {
    if (place?.options === undefined) return place
    const type = this.typeOf((value as Json | null | undefined)?.['type'])
    return place.options.find((option) => option.method === type)
  }

  #translate<V>(schema: z.core.$ZodType, value: V, to: Translation): V {
    const place = placeOf(schema)
    return place === undefined ? value : (this.#walk(place, value, to) as V)
  }

  #walk(place: Place, value: unknown, to: Translation): unknown {
    if (place.isType) return to.type(value)
    if (typeof value !== 'object' || value === null) return value
    if (place.options !== undefined) {
      const option = this.#chosen(place, value)
      return option === undefined ? value : this.#walk(option, value, to)
    }
    const { items, members, method } = place
    if (Array.isArray(value))
      return items === undefined ? value : value.map((item) => this.#walk(items, item, to))
    let copy: Json = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const within = members?.get(name) ?? items
        return [name, within === undefined ? inner : this.#walk(within, inner, to)]
      }),
    )
    if (method !== undefined) copy = to.method(copy, method)
    return place.hasReference ? to.transaction(copy) : copy
  }
}

/** How each word is translated. */
interface Translation {
  type(word: unknown): unknown
  method(value: Json, type: PaymentMethodType): Json
  transaction(value: Json): Json
}

const isType = (word: unknown): word is PaymentMethodType =>
  (paymentMethodTypes as readonly unknown[]).includes(word)

/** A copy with one member under another name, in its place; as it is where the other name is in use. */
export function renamed<V extends Json>(value: V, from: string, to: string): V {
  if (from === to || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name === from ? to : name, inner]),
  ) as V
}
