import type { FieldError } from '../domain/kernel/errors.ts'
import { invalidFields, parseJson, unknownFields } from './body.ts'
import type { Call } from './call.ts'
import { headerOf } from './context.ts'
import { redactText } from './redact.ts'
import { fieldErrors } from './validate.ts'

/** The validated body and query of a request. */
export interface Input {
  body: unknown
  query: unknown
}

/** Validates headers, query and body text together, so that one answer lists every invalid field. */
export function readInput(call: Call): Input {
  const { c, world, op, emulator } = call
  const { words } = emulator
  const errors: FieldError[] = []
  const input: Input = { body: undefined, query: undefined }
  if (op.body !== undefined) {
    const parsed = parseBody(call)
    const raw = op.unseal === undefined ? parsed : op.unseal(parsed, call)
    const { body } = op
    const sent = words.read(body, raw)
    const result = body.safeParse(sent)
    if (result.success) {
      input.body = result.data
      if (op.family !== 'control')
        call.warnings.push(
          ...unknownFieldWarnings(
            unknownFields(sent, result.data).map((name) => words.field(body, raw, name)),
          ),
        )
    } else
      errors.push(
        ...fieldErrors(result.error, sent, 'body', (path, values) => words.allowed(body, sent, path, values)),
      )
  }
  if (op.query !== undefined) {
    const { query } = op
    const sent = words.read(query, c.req.query())
    const result = query.safeParse(sent)
    if (result.success) input.query = result.data
    else
      errors.push(
        ...fieldErrors(result.error, sent, 'query', (path, values) =>
          words.allowed(query, sent, path, values),
        ),
      )
  }
  for (const name in op.headers) {
    const value = headerOf(c, name)
    if (value === undefined) continue
    const result = op.headers[name]?.safeParse(value)
    if (result?.success === false)
      errors.push({ field: name, message: result.error.issues[0]?.message ?? 'is malformed' })
  }
  if (errors.length > 0) throw invalidFields(errors)
  if (op.family !== 'control') call.plan = world.catalogue.resolve(call.key)
  return input
}

/** How many unknown fields are listed, and how long a name may be: a body may contain very many. */
const namedFields = { count: 50, length: 200 }

function unknownFieldWarnings(names: readonly string[]): string[] {
  const warnings = names.slice(0, namedFields.count).map((name) => {
    const shown = redactText(name.slice(0, 2 * namedFields.length))
    return `unknown field ${shown.slice(0, namedFields.length)} was ignored`
  })
  const more = names.length - warnings.length
  return more > 0 ? [...warnings, `${more} more unknown fields were ignored`] : warnings
}

function parseBody({ c, op, text }: Call): unknown {
  if (op.bodyType === 'text') return text
  if (op.bodyType === 'form') return Object.fromEntries(new URLSearchParams(text))
  if (op.bodyOptional && text.trim() === '') return {}
  // A body with a higher size limit may be nested deeper: a snapshot contains bodies.
  return parseJson(c, text, op.maxBodyBytes === undefined ? undefined : 64)
}
