import * as z from 'zod'
import { ChargeTypeWord } from '../domain/checkout/charge-types.ts'
import { MethodType } from '../domain/customer/payment-method.ts'
import { type PaymentMethodType, paymentMethodTypes } from '../domain/kernel/enums.ts'
import { serviceRefMember } from './transaction-words.ts'

/** Where words of the vocabulary stand in the values of a schema. */
export interface Place {
  /** The value is a type of payment methods. */
  isType?: true
  /** The value is a payment method of this type, whose member has the name of the type. */
  method?: PaymentMethodType
  /** A member of the value is the service's own reference. */
  hasReference?: true
  members?: ReadonlyMap<string, Place>
  /** In each item of a list, or each member of a record. */
  items?: Place
  /** One of these: the alternatives of a union. */
  options?: readonly Place[]
}

const known = new WeakMap<z.core.$ZodType, Place | undefined>()

/** The place of the words in values of a schema; undefined where there are none. */
export function placeOf(schema: z.core.$ZodType): Place | undefined {
  if (!known.has(schema)) {
    // For a schema that contains itself.
    known.set(schema, undefined)
    known.set(schema, find(schema))
  }
  return known.get(schema)
}

function find(schema: z.core.$ZodType): Place | undefined {
  if (isMethodType(schema)) return { isType: true }
  if (schema instanceof z.ZodObject) return inObject(schema)
  if (schema instanceof z.ZodArray) return inItems(schema.element)
  if (schema instanceof z.ZodRecord) return inItems(schema.valueType)
  if (schema instanceof z.ZodUnion) return inOptions(schema.options)
  if (schema instanceof z.ZodPipe) return placeOf(schema.in) ?? placeOf(schema.out)
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType && placeOf(innerType)
}

/** Whether a schema is that of the types on the wire, or of direct charges: itself, or with a description. */
export const isMethodType = (schema: z.core.$ZodType): schema is z.ZodEnum =>
  [MethodType, ChargeTypeWord].some(({ _zod }) => _zod.def === schema._zod.def)

/** The type whose payment methods an object schema describes. */
export function methodOf({ shape }: z.ZodObject): PaymentMethodType | undefined {
  const { type } = shape
  if (!(type instanceof z.ZodLiteral)) return undefined
  return paymentMethodTypes.find((name) => type.values.has(name) && Object.hasOwn(shape, name))
}

/** Whether an object schema has the service's own reference. */
export const hasReference = ({ shape }: z.ZodObject): boolean => Object.hasOwn(shape, serviceRefMember)

function inObject(schema: z.ZodObject): Place | undefined {
  const members = new Map<string, Place>()
  for (const [name, part] of Object.entries(schema.shape)) {
    const place = placeOf(part)
    if (place !== undefined) members.set(name, place)
  }
  const method = methodOf(schema)
  if (method !== undefined) members.set('type', { isType: true })
  const reference = hasReference(schema)
  if (members.size === 0 && !reference) return undefined
  return { members, ...(method !== undefined && { method }), ...(reference && { hasReference: true }) }
}

function inItems(schema: z.core.$ZodType): Place | undefined {
  const items = placeOf(schema)
  return items && { items }
}

function inOptions(schemas: readonly z.core.$ZodType[]): Place | undefined {
  const options = schemas.map(placeOf).filter((place) => place !== undefined)
  return options.length === 0 ? undefined : { options }
}
