/** What stands between double braces in an examination file. */
export const placeholders = [
  'order',
  'answer',
  'amount',
  'currency',
  'base_url',
  'auth_url',
  'webhook_secret',
  'client_id',
  'client_secret',
  'secret_key',
  'customer_id',
  'payment_method_id',
] as const
export type Placeholder = (typeof placeholders)[number]

export type Values = { readonly [P in Placeholder]?: string | number }

const pattern = /\{\{\s*(\w+)\s*\}\}/g

/** The text with every placeholder filled in. What has no value stays as it is. */
export const fillText = (text: string, values: Values): string =>
  text.replace(pattern, (whole, name: Placeholder) => String(values[name] ?? whole))

/** A value with every placeholder in its texts filled in; a text that is nothing but one becomes its value. */
export function fill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{\s*(\w+)\s*\}\}$/.exec(value)?.[1] as Placeholder | undefined
    return (whole === undefined ? undefined : values[whole]) ?? fillText(value, values)
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, values)]))
}

/** The names between braces that are no placeholder. */
export const unknownPlaceholders = (text: string): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name).filter(
    (name) => !placeholders.includes(name as Placeholder),
  )
