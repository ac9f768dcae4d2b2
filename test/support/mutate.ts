import fc from 'fast-check'

/** Values that often cause errors, and any other JSON value. */
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

/** Every path in a value. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([key, inner]) => places(inner, [...path, key]))]
}

/** A copy of a value with one path replaced, or removed if `put` is undefined. */
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

/** Values of the same type from other paths: the right type with the wrong meaning. */
const alike = (good: unknown, all: readonly Path[]) => (path: Path) => {
  const kind = typeof valueAt(good, path)
  const others = all.map((other) => valueAt(good, other)).filter((value) => typeof value === kind)
  const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom(0, 1, -1, 2 ** 40))
  return kind === 'number' ? fc.oneof(numbers, fc.constantFrom(...others)) : fc.constantFrom(...others)
}

/** A valid value with one to three paths changed: to an odd value, to nothing, or to a value of another path. */
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
        // An earlier change has removed that path.
        return value
      }
    }, good),
  )
}

/** A change at one path of a value. */
export interface Mutation {
  /** Dotted. */
  path: string
  kind: string
  /** The new value; undefined if it was removed. */
  put: unknown
}

const alternatives = (value: unknown): [kind: string, put: unknown][] => {
  const wrong = [null, 'x', 7, true, [], {}].filter(
    (put) => typeof put !== typeof value || Array.isArray(put) !== Array.isArray(value),
  )
  const each: [string, unknown][] = [
    ['missing', undefined],
    ...wrong.map((put): [string, unknown] => ['wrong type', put]),
  ]
  if (typeof value === 'string')
    each.push(
      ['empty', ''],
      ['blank', ' '],
      ['too long', `${value}${'x'.repeat(5000)}`],
      ['longer', `${value}x`],
      ['shorter', value.slice(0, -1)],
      ['other case', value.toUpperCase()],
      ['control character', `${value}\u0000`],
      ['half a pair', `${value}\ud800`],
      ['path', '../../etc/passwd'],
      ['a number', '-1'],
    )
  if (typeof value === 'number')
    each.push(
      ['negative', -value - 1],
      ['zero', 0],
      ['one more', value + 1],
      ['one less', value - 1],
      ['fraction', value + 0.5],
      ['huge', 1e308],
      ['largest integer', Number.MAX_SAFE_INTEGER],
      ['small', 1e-9],
    )
  if (typeof value === 'boolean') each.push(['other', !value])
  if (Array.isArray(value))
    each.push(
      ['emptied', []],
      ['without its last', value.slice(0, -1)],
      ['reversed', value.toReversed()],
      ['with its last twice', [...value, ...value.slice(-1)]],
      ['with something else', [...value, {}]],
    )
  else if (typeof value === 'object' && value !== null)
    each.push(['emptied', {}], ['with a member more', { ...value, 'x-y': 1 }])
  return each
}

/** All members of a value with the same name. */
function byName(value: unknown, all: readonly Path[]): Map<string, unknown[]> {
  const found = new Map<string, Map<string, unknown>>()
  for (const path of all) {
    const name = String(path.findLast((key) => typeof key === 'string'))
    const values = found.get(name) ?? new Map<string, unknown>()
    const inner = valueAt(value, path)
    values.set(JSON.stringify(inner), inner)
    found.set(name, values)
  }
  return new Map(Array.from(found, ([name, values]) => [name, [...values.values()]]))
}

/** A valid value after a mutation. */
export const mutated = (good: unknown, { path, put }: Mutation): unknown =>
  changed(
    good,
    path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    put,
  )

/** All mutations of a valid value at one path, so that tests reach each path and each kind of change. */
export function mutations(good: unknown): fc.Arbitrary<Mutation> {
  const all = places(good).slice(1)
  const named = byName(good, all)
  return fc.constantFrom(...all).chain((path) => {
    const value = valueAt(good, path)
    const others = named.get(String(path.findLast((key) => typeof key === 'string'))) ?? []
    const wanted = alternatives(value).map(([kind, put]) => fc.constant([kind, put] as const))
    const foreign = fc.constantFrom(...others).map((put) => ['from elsewhere', put] as const)
    return fc
      .oneof({ weight: 3, arbitrary: fc.oneof(...wanted) }, { weight: 1, arbitrary: foreign })
      .map(([kind, put]) => ({ path: path.join('.'), kind, put }))
  })
}
