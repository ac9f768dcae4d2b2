import fc from 'fast-check'

/** Values that tend to break things, and any other that JSON can say. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    'x',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    '1h',
    '99999999999h',
    true,
    [],
    {},
    [[]],
    { constructor: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

type Path = (string | number)[]

/** Every place in a value. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([key, inner]) => places(inner, [...path, key]))]
}

/** A copy of a value in which one place is replaced, or left out where `put` is undefined. */
function changed(value: unknown, path: Path, put: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  if (rest.length === 0 && put === undefined) delete copy[key]
  else copy[key] = changed(copy[key], rest, put)
  return Array.isArray(copy) ? copy.filter((_, index) => index in copy) : copy
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** What stands at other places and is of the same kind: the right type with the wrong meaning. */
const alike = (good: unknown, all: readonly Path[]) => (path: Path) => {
  const kind = typeof valueAt(good, path)
  const others = all.map((other) => valueAt(good, other)).filter((value) => typeof value === kind)
  const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1, 2 ** 40))
  return kind === 'number' ? fc.oneof(numbers, fc.constantFrom(...others)) : fc.constantFrom(...others)
}

/** A good value with one to three places spoilt: an odd value, nothing, or one that belongs elsewhere. */
export const spoilt = <T>(good: T): fc.Arbitrary<unknown> => {
  const all = places(good).slice(1)
  if (all.length === 0) return odd
  const similar = alike(good, all)
  const one = fc
    .constantFrom(...all)
    .chain((path) =>
      fc.tuple(fc.constant(path), fc.oneof(odd, fc.constant(undefined), similar(path), similar(path))),
    )
  return fc.array(one, { minLength: 1, maxLength: 2 }).map((changes) =>
    changes.reduce<unknown>((value, [path, put]) => {
      try {
        return changed(value, path, put)
      } catch {
        // An earlier change has taken that place away.
        return value
      }
    }, good),
  )
}
