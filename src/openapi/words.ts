import * as z from 'zod'
import { serviceRefMember } from '../wire/transaction-words.ts'
import { hasReference, isMethodType, methodOf } from '../wire/word-places.ts'
import { renamed, type Words } from '../wire/words.ts'

interface Parts {
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Record<string, unknown>>
  required?: string[]
}

/** Puts the words of the service into the JSON Schema of one zod schema, not of those inside it. */
export function schemaInWords(words: Words, schema: z.core.$ZodType, json: Record<string, unknown>): void {
  if (words.areContracts) return
  const parts = json as Parts
  if (isMethodType(schema)) parts.enum = schema.options.map((word) => words.show(schema, word))
  if (schema instanceof z.ZodObject) {
    const type = methodOf(schema)
    if (type !== undefined) {
      const word = words.type(type)
      renameMember(parts, type, word)
      parts.properties = { ...parts.properties, type: { ...parts.properties?.['type'], const: word } }
    }
    if (hasReference(schema)) renameMember(parts, serviceRefMember, words.vocabulary.serviceRef)
  }
  if (parts.examples !== undefined) parts.examples = parts.examples.map((value) => words.show(schema, value))
}

function renameMember(parts: Parts, from: string, to: string): void {
  if (parts.properties !== undefined) parts.properties = renamed(parts.properties, from, to)
  if (parts.required !== undefined) parts.required = parts.required.map((name) => (name === from ? to : name))
}
