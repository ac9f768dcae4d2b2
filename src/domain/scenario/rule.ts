import { z } from 'zod'
import { ruleMethods } from '../kernel/enums.ts'
import { bounds } from '../kernel/values.ts'
import { later, madeId, maybe, type Stored, scenarioKey } from '../stored/parts.ts'

/** A path that begins with a slash, without query. */
export const rulePath = () =>
  z
    .string()
    .max(500)
    .regex(/^\/[^?#\s]*$/, 'must be a path that begins with "/", without query')
export const ruleShare = () => z.number().gt(0).max(1)
export const ruleCount = () => z.int().min(1).max(1_000_000)

/** A rule as it is stored: a scenario key for requests of clients that cannot send the header. */
export const storedRule = () =>
  z.strictObject({
    id: madeId('rul'),
    key: scenarioKey().min(bounds.scenarioKey.min),
    /** Undefined: every method. */
    method: maybe(z.enum(ruleMethods)),
    /** The path and everything below it; undefined: every path. */
    path: maybe(rulePath()),
    /** The part of the requests that it falls on: from 0 to 1. */
    share: ruleShare(),
    /** How many more requests it falls on; undefined: no end. */
    remaining: maybe(ruleCount()),
    /** Milliseconds of the world's clock; undefined: no end. */
    until: maybe(later()),
  })
export type Rule = Stored<typeof storedRule>
