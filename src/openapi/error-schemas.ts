import * as z from 'zod'
import type { FaultStatus } from '../domain/kernel/enums.ts'
import { type RefusalCode, refusals } from '../domain/kernel/errors.ts'
import { extras } from '../http/errors.ts'
import { errorTypes } from '../http/faults.ts'
import { refusalStatuses } from '../http/match.ts'
import type { Family, Operation } from '../http/operation.ts'

const codes = Object.keys(refusals) as RefusalCode[]

/** The refusals of a status. */
const codesOf = (status: number): RefusalCode[] => codes.filter((code) => refusals[code].status === status)

const isFault = (status: number): status is FaultStatus => status in errorTypes

/** What a status of a refusal means. */
export function meaningOf(status: number): string {
  const meanings: string[] = codesOf(status).map((code) => refusals[code].meaning)
  if (!isFault(status)) return meanings.join('; ')
  return meanings.length === 0
    ? 'The scenario key asks for it'
    : `${meanings.join('; ')}, or the scenario key asks for it`
}

/** An example message: the rule that a field violates, or the meaning of the status. */
const message = (status: number) =>
  z.string().meta({
    examples: [status === 400 ? 'amount: must be at least 0.01' : meaningOf(status).toLowerCase()],
  })

const failed = z.literal('failed')

/** `error.type` of a status, whether it is a refusal or a fault that a scenario key requests. */
function typesOf(status: number): z.ZodType {
  const names = new Set<string>(codesOf(status).map((code) => refusals[code].type))
  if (isFault(status)) names.add(errorTypes[status])
  return z.enum([...names] as [string, ...string[]])
}

/** `error` of the contract; the status determines its type and code. */
function errorMember(status: number, more: z.ZodRawShape = {}) {
  return z.strictObject({
    type: typesOf(status),
    code: z.literal(`10${status}`),
    message: message(status),
    ...more,
  })
}

const ValidationErrors = z.array(
  z.strictObject({
    field_name: z
      .string()
      .describe('The invalid field as a dotted path, or the header')
      .meta({ examples: ['amount'] }),
    message: z
      .string()
      .describe('The violated rule')
      .meta({ examples: ['must be at least 0.01'] }),
  }),
)

/** contract, Errors: the body of one status. */
function contractError(status: number): z.ZodType {
  const [extra] = codesOf(status).map((code) => extras[code])
  if (extra === 'validation_errors')
    return z
      .strictObject({ status: failed, error: errorMember(status, { validation_errors: ValidationErrors }) })
      .meta({ id: `Error${status}` })
  if (extra === 'message')
    return z
      .strictObject({ status: failed, message: message(status), error: errorMember(status) })
      .meta({ id: `Error${status}` })
  return z.strictObject({ status: failed, error: errorMember(status) }).meta({ id: `Error${status}` })
}

const V3Error = z
  .strictObject({
    status: z.literal('error'),
    message: z.string().meta({ examples: ['amount: must be at least 0.01'] }),
    data: z.null(),
  })
  .meta({ id: 'V3Error' })

const OAuthError = z
  .strictObject({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'server_error',
      'temporarily_unavailable',
    ]),
    error_description: z
      .string()
      .meta({ examples: ['grant_type is missing; send grant_type=client_credentials'] }),
  })
  .meta({ id: 'OAuthError', description: 'RFC 6749, 5.2' })

const contractErrors = new Map<number, z.ZodType>()

/** The body of a refusal, by the family of the endpoint and the status. */
export function errorSchema(family: Family, status: number): z.ZodType {
  if (family === 'v3') return V3Error
  if (family === 'oauth') return OAuthError
  let schema = contractErrors.get(status)
  if (schema === undefined) {
    schema = contractError(status)
    contractErrors.set(status, schema)
  }
  return schema
}

/** The schema of an answer's body: null if it is not JSON, undefined if the endpoint never answers with this status. */
export function responseSchema(op: Operation, status: number): z.ZodType | null | undefined {
  if (status < 400) return op.responses[status]
  return refusalStatuses(op).includes(status) ? errorSchema(op.family, status) : undefined
}
