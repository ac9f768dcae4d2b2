/** An answer for people: a text as it is, a list as a table, an object as a line for each member, one level deep. */
export function lines(value: unknown, columns?: readonly string[], deep = true): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return table(value, columns)
  if (!isObject(value)) return [cell(value)]
  const rows = Object.entries(value)
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.flatMap(([name, inner]) => {
    const many = Array.isArray(inner)
      ? inner.some(isObject)
      : isObject(inner) && Object.keys(inner).length > 0
    if (!deep || !many) return [`${name.padEnd(width)}  ${cell(inner)}`]
    return [name, ...lines(inner, undefined, false).map((line) => `  ${line}`)]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function table(items: readonly unknown[], columns?: readonly string[]): string[] {
  const first = items[0]
  if (!isObject(first)) return items.length === 0 ? ['none'] : items.map(cell)
  const names = columns ?? Object.keys(first)
  const head = names.map((name) => name.replace(/^.*\.(?!length$)|\.length$/g, ''))
  const rows = [head, ...items.map((item) => names.map((name) => cell(at(item, name))))]
  const widths = names.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The member at the end of a path with dots. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value)

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
