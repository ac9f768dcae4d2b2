import type { Missing } from './resources.ts'

/**
 * Every refusal: its HTTP status, the contract's `error.type` and `error.code` (Errors), and the sentence that documents
 * it.
 */
export const refusals = {
  invalid_request: {
    status: 400,
    type: 'REQUEST_NOT_VALID',
    code: '10400',
    meaning: 'The request is malformed, or a field breaks a rule',
  },
  unauthorized: {
    status: 401,
    type: 'UNAUTHORIZED',
    code: '10401',
    meaning: 'Credentials are missing, wrong or expired',
  },
  forbidden: {
    status: 403,
    type: 'FORBIDDEN',
    code: '10403',
    meaning:
      'The client lacks the permission, or the page or host name that the request comes from is not allowed',
  },
  not_found: {
    status: 404,
    type: 'RESOURCE_NOT_FOUND',
    code: '10404',
    meaning: 'No resource has this id',
  },
  method_not_allowed: {
    status: 405,
    type: 'METHOD_NOT_ALLOWED',
    code: '10405',
    meaning: 'The path does not support this method',
  },
  timed_out: {
    status: 408,
    type: 'REQUEST_TIMEOUT',
    code: '10408',
    meaning: 'The wait timed out',
  },
  conflict: {
    status: 409,
    type: 'RESOURCE_CONFLICT',
    code: '10409',
    meaning: 'The request conflicts with another one, or with the state',
  },
  too_large: {
    status: 413,
    type: 'REQUEST_TOO_LARGE',
    code: '10413',
    meaning: 'The body is over the limit',
  },
  limit_reached: {
    status: 429,
    type: 'LIMIT_REACHED',
    code: '10429',
    meaning: 'A limit is reached',
  },
  internal: {
    status: 500,
    type: 'INTERNAL_ERROR',
    code: '10500',
    meaning: 'An unexpected error in the emulator',
  },
  out_of_memory: {
    status: 503,
    type: 'SERVICE_UNAVAILABLE',
    code: '10503',
    meaning: 'The heap is nearly full',
  },
} as const satisfies Record<string, { status: number; type: string; code: string; meaning: string }>

export type RefusalCode = keyof typeof refusals

/** One offending field: its dotted name (`authorization.pin.nonce`) or header name, and the violated rule. */
export interface FieldError {
  field: string
  message: string
}

/**
 * Refuses a request. May be thrown from anywhere and becomes a response in one place; nothing has changed then. `message`
 * says what was wrong, what is allowed and what to do.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: readonly FieldError[]
  /** The resource that was not found, so that the answer can name another world that has it. */
  readonly missing: Missing | undefined

  constructor(code: RefusalCode, message: string, fields: readonly FieldError[] = [], missing?: Missing) {
    super(message)
    this.code = code
    this.fields = fields
    this.missing = missing
  }
}

/** Refuses with `code` unless `condition` holds. */
export function must(
  condition: unknown,
  code: RefusalCode,
  message: string,
  missing?: Missing,
): asserts condition {
  if (!condition) throw new Refusal(code, message, [], missing)
}

/** Refuses a request body or header because of one field (400 with one `validation_errors` entry). */
export function mustField(condition: unknown, field: string, message: string): asserts condition {
  if (!condition) throw invalidField(field, message)
}

/** Decides about a part of a body: the fields that a refusal names get the name of the part before them. */
export function within<R>(part: string, decide: () => R): R {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields.length === 0) throw error
    const fields = error.fields.map(({ field, message }) => ({ field: `${part}.${field}`, message }))
    throw new Refusal(error.code, `${part}.${error.message}`, fields, error.missing)
  }
}

/** The 400 for one offending field. */
export const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', `${field}: ${message}`, [{ field, message }])
