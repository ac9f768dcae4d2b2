import { type FieldError, Refusal, type RefusalCode, refusals } from '../domain/kernel/errors.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { Family } from './operation.ts'
import { redactText } from './redact.ts'
import { type Reply, reply } from './reply.ts'

/** A refusal that also sets a header, such as `Allow` or `WWW-Authenticate`. */
export class HttpRefusal extends Refusal {
  readonly headers: Record<string, string>

  constructor(refusal: Refusal, headers: Record<string, string>) {
    super(refusal.code, refusal.message, refusal.fields, refusal.missing)
    this.headers = headers
  }
}

/**
 * The only place that turns a refusal into an answer; each family of endpoints has its own error format. Messages quote
 * what was sent, which may be a card number instead of an id, so they are masked here as in the journal.
 */
export function refusalReply(family: Family, refusal: Refusal): Reply {
  const { status } = refusals[refusal.code]
  const headers = refusal instanceof HttpRefusal ? refusal.headers : undefined
  const fields = refusal.fields.map(({ field, message }) => ({
    field: redactText(field),
    message: redactText(message),
  }))
  return reply(
    status,
    shapes[family]({ code: refusal.code, message: redactText(refusal.message), fields }),
    headers,
  )
}

/** The part of a refusal that is answered. */
type RefusalDetails = Pick<Refusal, 'code' | 'message' | 'fields'>

/**
 * What the contract's error format contains for each refusal besides `error.type`, `error.code` and `error.message`.
 */
export const extras: Record<RefusalCode, 'validation_errors' | 'message' | undefined> = {
  invalid_request: 'validation_errors',
  unauthorized: 'message',
  forbidden: 'message',
  not_found: undefined,
  method_not_allowed: undefined,
  timed_out: undefined,
  conflict: undefined,
  too_large: undefined,
  limit_reached: undefined,
  internal: undefined,
  out_of_memory: undefined,
}

const contractShape = (refusal: RefusalDetails): object => {
  const { type, code } = refusals[refusal.code]
  const error = { type, code, message: refusal.message }
  const extra = extras[refusal.code]
  if (extra === 'validation_errors')
    return { status: 'failed', error: { ...error, validation_errors: refusal.fields.map(fieldShape) } }
  return extra === 'message'
    ? { status: 'failed', message: refusal.message, error }
    : { status: 'failed', error }
}

const fieldShape = ({ field, message }: FieldError) => ({ field_name: field, message })

/** OAuth's own error codes (RFC 6749, 5.2). */
const oauthErrors = {
  invalid_request: 'invalid_request',
  unauthorized: 'invalid_client',
  forbidden: 'unauthorized_client',
  not_found: 'invalid_request',
  method_not_allowed: 'invalid_request',
  timed_out: 'invalid_request',
  conflict: 'invalid_request',
  too_large: 'invalid_request',
  limit_reached: 'invalid_request',
  internal: 'server_error',
  out_of_memory: 'server_error',
} as const satisfies Record<RefusalCode, string>

const shapes: Record<Family, (refusal: RefusalDetails) => object> = {
  service: contractShape,
  control: contractShape,
  v3: (refusal) => ({ status: 'error', message: refusal.message, data: null }),
  oauth: (refusal) => ({
    error:
      refusal.fields[0]?.field === 'grant_type' && /supported/.test(refusal.message)
        ? 'unsupported_grant_type'
        : oauthErrors[refusal.code],
    error_description: refusal.message,
  }),
}

/**
 * Any error as a refusal. An unexpected one is a fault of the emulator: it is reported with its trace and answered
 * without it.
 */
export function asRefusal(error: unknown, { report }: Pick<Emulator['ports'], 'report'>): Refusal {
  if (error instanceof Refusal) return error
  report(error)
  return new Refusal(
    'internal',
    'unexpected error in the emulator; its standard error has the details. Please report it',
  )
}
