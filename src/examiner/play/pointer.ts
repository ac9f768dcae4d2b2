/** The value that a JSON pointer (RFC 6901) names; undefined where there is none. */
export function at(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.hasOwn(inner, key) ? (inner as Record<string, unknown>)[key] : undefined
  }, value)
}

/** How often something happened: a number, a boolean, or a list whose length counts. */
export function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  const number = Number(value ?? 0)
  return Number.isNaN(number) ? 1 : number
}
