import { z } from 'zod'

/** A page's address may be typed by hand: what does not fit counts as absent instead of being refused. */
export const Text = z.string().max(1000).catch('').default('')

export const Page = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number)
  .catch(1)
  .default(1)

export const OneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(['', ...values])
    .catch('')
    .default('')
