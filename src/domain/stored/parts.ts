import { z } from 'zod'
import { latestInstant } from '../kernel/instant.ts'
import { bounds } from '../kernel/values.ts'

/*
 * The parts of the schemas of what is stored. Each is a function, as those schemas are: they are built when a snapshot
 * is restored, and at no other time. Types are inferred from them, which costs nothing.
 */

/** The end of 9999: what lies ahead may lie some years after the last time of a clock. Milliseconds. */
const maxLater = Date.UTC(10_000, 0, 1) - 1

export const time = () => z.int().min(0).max(latestInstant)
export const later = () => z.int().min(0).max(maxLater)
export const count = () => z.int().min(0)
export const text = () => z.string().min(1)

/** An id that the emulator has made. */
export const madeId = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9a-z]{14}$`),
      `must be "${prefix}_" and 14 digits and lower-case letters`,
    )

/** A scenario key as it was sent; empty where there was none. It becomes a part of addresses. */
export const scenarioKey = () =>
  z
    .string()
    .max(bounds.scenarioKey.max)
    .regex(/^\P{Cs}*$/u, 'must not hold half of a surrogate pair')

/** A positive whole number as text. */
export const numberText = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a positive whole number, as text')
    .refine((digits) => Number.isSafeInteger(Number(digits)), 'must be at most 2^53 - 1')

/** A decimal of a currency: at least a hundredth where a request names it, and less where it is what was left of one. */
export const positive = () => z.number().positive('must be more than 0')

/** The part of an amount by which a sum may differ from it: decimals of many digits lose the last ones in a double. */
export const lastDigits = 1e-9

/** Values of which no two are the same. */
export const distinct = <S extends z.ZodType<string>>(item: S) =>
  z.array(item).refine((values) => new Set(values).size === values.length, 'must not hold a value twice')

/** A member that may have no value. In JSON it is left out then; inside it is there, so that no maker can forget it. */
export const maybe = <S extends z.ZodType>(schema: S): z.ZodType<z.output<S> | undefined> => schema.optional()

/** What happened to a resource, oldest first. */
export const timeline = <S extends string, A extends string>(statuses: readonly S[], actors: readonly A[]) =>
  z
    .array(z.strictObject({ at: time(), status: z.enum(statuses), actor: z.enum(actors), note: text() }))
    .min(1)

/** A type with every member, and every member of its members, to be read only. */
export type Immutable<T> = T extends readonly (infer I)[]
  ? readonly Immutable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

/** The type of the values that a schema of stored values describes. */
export type Stored<F extends (...parts: never[]) => z.ZodType> = Immutable<z.output<ReturnType<F>>>
