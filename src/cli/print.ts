/** Styles a part of a line by its role. */
export type Paint = (text: string, as: Role) => string
type Role = 'name' | 'heading' | 'good' | 'bad' | 'waiting' | 'faint'

export const plain: Paint = (text) => text

/** The longest text of a cell; `--json` prints it in full. Characters. */
const longestCell = 160

/**
 * Formats an answer for people: text unchanged, a list as a table, an object as one line per member. Nested values are
 * indented below the name of their member.
 */
export function lines(
  value: unknown,
  columns?: Readonly<Record<string, string>>,
  paint: Paint = plain,
): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return list(value, columns, paint)
  if (!isObject(value)) return [cell(value)]
  const members = Object.entries(value)
  const width = Math.max(0, ...members.map(([name]) => name.length))
  return members.flatMap(([name, inner]) => {
    if (!isNested(inner))
      return [`${paint(name.padEnd(width), 'name')}  ${painted(name, cell(inner), paint)}`]
    return [paint(name, 'name'), ...lines(inner, undefined, paint).map((line) => `  ${line}`)]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value needs separate lines. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : isObject(value) && Object.keys(value).length > 0

function list(
  items: readonly unknown[],
  columns: Readonly<Record<string, string>> | undefined,
  paint: Paint,
): string[] {
  if (items.length === 0) return [paint('none', 'faint')]
  if (!items.every(isObject)) return items.map((item) => (typeof item === 'string' ? item : cell(item)))
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const shown = Object.entries(columns ?? Object.fromEntries(names.map((name) => [name, name])))
  const rows = items.map((item) => shown.map(([, path]) => cell(at(item, path))))
  const widths = shown.map(([heading], index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const row = (cells: readonly string[], as: (text: string, index: number) => string): string =>
    cells
      .map((text, index) => {
        const last = index === cells.length - 1
        return `${as(text, index)}${last ? '' : ' '.repeat((widths[index] ?? 0) - text.length)}`
      })
      .join('  ')
  return [
    row(
      shown.map(([heading]) => heading),
      (text) => paint(text, 'heading'),
    ),
    ...rows.map((cells) => row(cells, (text, index) => painted(shown[index]?.[0] ?? '', text, paint))),
  ]
}

/** The member at a dotted path. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value)

/** A value on one line. */
function cell(value: unknown): string {
  const text = cellText(value)
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text
}

function cellText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(inCell).join(', ')
  if (!isObject(value)) return oneLine(String(value))
  const members = Object.entries(value)
  return members.length === 0 ? '-' : members.map(([name, inner]) => `${name}: ${inCell(inner)}`).join(', ')
}

const inCell = (value: unknown): string => (isNested(value) ? `{${cellText(value)}}` : cellText(value))

// Text from outside must not move the cursor or break the table.
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

const roles: Readonly<Record<string, Role>> = {
  succeeded: 'good',
  successful: 'good',
  delivered: 'good',
  approved: 'good',
  completed: 'good',
  ok: 'good',
  failed: 'bad',
  dead: 'bad',
  dropped: 'bad',
  pending: 'waiting',
  held: 'waiting',
  NEW: 'waiting',
  PENDING: 'waiting',
  SUCCESSFUL: 'good',
  FAILED: 'bad',
  '-': 'faint',
}

/** Colours a cell that contains a state or an HTTP status. */
function painted(name: string, text: string, paint: Paint): string {
  const http =
    name === 'status' && /^[1-5]\d\d$/.test(text) ? (Number(text) < 400 ? 'good' : 'bad') : undefined
  const role = http ?? (Object.hasOwn(roles, text) ? roles[text] : undefined)
  return role === undefined ? text : paint(text, role)
}
