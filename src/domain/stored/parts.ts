import * as z from 'zod'
import { latestInstant } from '../kernel/instant.ts'
import { bounds } from '../kernel/values.ts'

/*
 * Building blocks of the schemas of stored values. Like those schemas they are functions, so that nothing is built until a
 * snapshot is restored. Types are inferred from them, which costs nothing at run time.
 */

/** The end of 9999: a timer may be due some years after the latest time of a clock. Milliseconds. */
const maxLater = Date.UTC(10_000, 0, 1) - 1

export const time = () => z.int().min(0).max(latestInstant)
export const later = () => z.int().min(0).max(maxLater)
export const count = () => z.int().min(0)
export const text = () => z.string().min(1)

/** An id that the emulator generated. */
export const madeId = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9a-z]{14}$`),
      `must be "${prefix}_" followed by 14 digits and lower-case letters`,
    )

/** A scenario key as it was sent; empty if there was none. It becomes part of URLs. */
export const scenarioKey = () =>
  z
    .string()
    .max(bounds.scenarioKey.max)
    .regex(/^\P{Cs}*$/u, 'must not contain half of a surrogate pair')

/** A positive whole number as text. */
export const numberText = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a positive whole number, as text')
    .refine((digits) => Number.isSafeInteger(Number(digits)), 'must be at most 2^53 - 1')

/** An amount of money. Requests name at least 0.01; a remainder may be less. */
export const positive = () => z.number().positive('must be more than 0')

/** The relative error that sums of amounts may have, because doubles round. */
export const lastDigits = 1e-9

/** A list without duplicates. */
export const distinct = <S extends z.ZodType<string>>(item: S) =>
  z.array(item).refine((values) => new Set(values).size === values.length, 'must not contain duplicates')

/** A member that may be undefined. JSON omits it; in memory it is always present, so that constructors cannot forget it. */
export const maybe = <S extends z.ZodType>(schema: S): z.ZodType<z.output<S> | undefined> => schema.optional()

/** What happened to a resource, oldest first. */
export const timeline = <S extends string, A extends string>(statuses: readonly S[], actors: readonly A[]) =>
  z
    .array(z.strictObject({ at: time(), status: z.enum(statuses), actor: z.enum(actors), note: text() }))
    .min(1)

/** A type that is read-only at every depth. */
export type Immutable<T> = T extends readonly (infer I)[]
  ? readonly Immutable<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T

/** The type of the values that a schema of stored values describes. */
export type Stored<F extends (...parts: never[]) => z.ZodType> = Immutable<z.output<ReturnType<F>>>
