/** A request as it was sent. */
export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

/** The response. */
export class Answer {
  readonly sent: Sent
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown

  constructor(sent: Sent, response: Pick<Response, 'status' | 'headers'>, text: string) {
    this.sent = sent
    this.status = response.status
    this.headers = response.headers
    this.text = text
    this.json = parse(text)
  }

  /** A member of the body by its dotted name; undefined where it is absent. */
  at(path: string): unknown {
    return valueAt(this.json, path)
  }

  /** A member that must be a text; empty if it is not. */
  string(path: string): string {
    const value = this.at(path)
    return typeof value === 'string' ? value : ''
  }

  /** The items of a member that is a list; none if it is not. */
  list(path: string): readonly unknown[] {
    const value = this.at(path)
    return Array.isArray(value) ? value : []
  }

  /** The field names of `error.validation_errors`. */
  get fields(): string[] {
    return this.list('error.validation_errors').map((entry) => String(valueAt(entry, 'field_name')))
  }
}

export function valueAt(value: unknown, path: string): unknown {
  let inner = value
  for (const name of path === '' ? [] : path.split('.'))
    inner = (inner as Record<string, unknown> | null | undefined)?.[name]
  return inner
}

/** A copy of a body with one member, by its dotted name, set to a value or, if undefined, removed. */
export function withMember(body: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.')
  const inner = (body as Record<string, unknown>)[name]
  if (rest.length > 0)
    return {
      ...body,
      [name]: withMember(typeof inner === 'object' && inner ? inner : {}, rest.join('.'), value),
    }
  const { [name]: _, ...others } = body as Record<string, unknown>
  return value === undefined ? others : { ...others, [name]: value }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
