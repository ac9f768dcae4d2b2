import { z } from 'zod'
import { refusals } from '../domain/errors.ts'
import type { Family } from './operation.ts'

const failed = z.literal('failed')
const types = Object.values(refusals)
const known = (status: number) => types.filter((refusal) => refusal.status === status)

/** `error` of the contract: the type and the code belong to the status. */
function errorMember(status: number, more: z.ZodRawShape = {}) {
  const [refusal] = known(status)
  return z.strictObject({
    // A scenario key can ask for other statuses, whose types are words of their own.
    type: refusal && status < 429 ? z.literal(refusal.type) : z.string(),
    code: z.literal(`10${status}`),
    message: z.string(),
    ...more,
  })
}

const ValidationErrors = z.array(
  z.strictObject({
    field_name: z.string().describe('The offending field, dotted, or the header'),
    message: z.string().describe('The violated rule'),
  }),
)

/** contract, Errors: the body of one status. */
function contractError(status: number): z.ZodType {
  if (status === 400)
    return z
      .strictObject({ status: failed, error: errorMember(status, { validation_errors: ValidationErrors }) })
      .meta({ id: 'Error400' })
  if (status === 401 || status === 403)
    return z
      .strictObject({ status: failed, message: z.string(), error: errorMember(status) })
      .meta({ id: `Error${status}` })
  return z.strictObject({ status: failed, error: errorMember(status) }).meta({ id: `Error${status}` })
}

const V3Error = z
  .strictObject({ status: z.literal('error'), message: z.string(), data: z.null() })
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
    error_description: z.string(),
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
