import * as z from 'zod'
import { type Reply, success } from './reply.ts'

/** Bounds of lists (chosen; not shown by the contract). */
export const listBounds = { size: { min: 10, max: 50, default: 10 } } as const

const whole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

/** A whole number in a query string. */
export const QueryNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .refine(
      (text) => whole(text) >= min && whole(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(whole)
    .default(fallback)
    // Documents show the number, not the text that carries it.
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })

export const PageQuery = {
  page: QueryNumber(1, 1_000_000, 1).describe('From 1'),
  size: QueryNumber(listBounds.size.min, listBounds.size.max, listBounds.size.default),
}

const PageInfo = z.object({
  page_info: z
    .object({ total: z.int(), current_page: z.int(), total_pages: z.int() })
    .describe('Counts from 1'),
})

/** The envelope of one resource (contract, Create a charge). */
export const Envelope = <S extends z.ZodType>(data: S) =>
  z.strictObject({ status: z.enum(['success', 'failed']), message: z.string(), data })

/** The envelope of a list. */
export const ListEnvelope = <S extends z.ZodType>(item: S) =>
  z.strictObject({
    status: z.enum(['success', 'failed']),
    message: z.string(),
    data: z.array(item),
    meta: PageInfo,
  })

/** One page of the values that match; only that page is presented. */
export function pageOf<T>(
  message: string,
  matching: Iterable<T>,
  { page, size }: { page: number; size: number },
  present: (value: T) => unknown,
): Reply {
  const first = (page - 1) * size
  const data: unknown[] = []
  let total = 0
  for (const value of matching) {
    if (total >= first && total < first + size) data.push(present(value))
    total++
  }
  const info = { total, current_page: page, total_pages: Math.ceil(total / size) }
  return success(200, message, data, { meta: { page_info: info } })
}

/** The values that match, lazily. */
export function* filter<T>(values: Iterable<T>, fits: (value: T) => boolean): Iterable<T> {
  for (const value of values) if (fits(value)) yield value
}
