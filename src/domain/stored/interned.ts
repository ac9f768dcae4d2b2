import { z } from 'zod'

/** Adds the issues of an inner check at the place of the outer one. */
function passOn(context: z.core.$RefinementCtx, issues: readonly z.core.$ZodIssue[]): never {
  for (const issue of issues) context.addIssue({ ...issue, path: [...issue.path] } as never)
  return z.NEVER
}

/**
 * Equal values of one snapshot become one and the same: a hundred thousand charges share a few customers, payment methods
 * and plans, in a world that was restored as in one that has grown.
 */
export class Interning {
  readonly #known: Map<string, unknown>[] = []

  /** A schema whose equal values are one. */
  of<S extends z.ZodType>(schema: S) {
    const known = new Map<string, z.output<S>>()
    this.#known.push(known)
    return z.unknown().transform((value, context): z.output<S> => {
      const key = JSON.stringify(value) ?? ''
      const same = known.get(key)
      if (same !== undefined) return same
      const result = schema.safeParse(value)
      if (!result.success) return passOn(context, result.error.issues)
      known.set(key, result.data)
      return result.data
    })
  }

  /** To be called after each snapshot. */
  forget(): void {
    for (const known of this.#known) known.clear()
  }
}
