import * as z from 'zod'
import { oneOf } from '../../domain/kernel/nearest.ts'

/** A text to search for; empty unless given. */
export const Text = z.string().max(1000).default('')

/** The page of a list, counted from 1. */
export const Page = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be the number of a page, from 1 to 9999999')
  .transform(Number)
  .default(1)

/** One choice of a filter's menu; empty or missing means all. */
export const OneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(['', ...values], { error: ({ input }) => oneOf(input, values) }).default('')
