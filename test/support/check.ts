import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { unknownFields } from '../../src/http/body.ts'
import { metadataPath, pathPattern, routedPath, stores } from '../../src/http/match.ts'
import type { Family, Operation } from '../../src/http/operation.ts'
import type { Documented } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { wrongByDocument } from './document.ts'

const ValidationErrors = z.array(z.strictObject({ field_name: z.string(), message: z.string() }))
const error = <C extends z.ZodType>(code: C, more: z.ZodRawShape = {}) =>
  z.strictObject({ type: z.string(), code, message: z.string().min(1), ...more })

/** contract, Errors: the body of each status. */
const contractError = (status: number): z.ZodType => {
  const failed = z.literal('failed')
  const code = z.literal(`10${status}`)
  if (status === 400)
    return z.strictObject({ status: failed, error: error(code, { validation_errors: ValidationErrors }) })
  if (status === 401 || status === 403)
    return z.strictObject({ status: failed, message: z.string().min(1), error: error(code) })
  return z.strictObject({ status: failed, error: error(code) })
}

/** The shape of an error in each family of endpoints. */
const errorSchemas: Record<Family, (status: number) => z.ZodType> = {
  service: contractError,
  control: contractError,
  v3: () => z.strictObject({ status: z.literal('error'), message: z.string().min(1), data: z.null() }),
  oauth: () =>
    z.strictObject({
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
      error_description: z.string().min(1),
    }),
}

/** Statuses of errors that every endpoint may answer with. */
const common = new Set([400, 401, 403, 413, 429, 500])

const patterns = operations.map((op) => [op, pathPattern(op.path)] as const)

/** The endpoint that a request goes to; the path is without query. */
export function operationOf(method: string, path: string): Operation | undefined {
  const plain = routedPath(path)
  return patterns.find(([op, pattern]) => op.method === method.toLowerCase() && pattern.test(plain))?.[0]
}

const familyOf = (path: string): Family => {
  const plain = routedPath(path)
  if (plain.startsWith('/_emulator')) return 'control'
  if (plain.startsWith('/realms/') || plain.startsWith(metadataPath)) return 'oauth'
  return /^\/(v3|meta|transactions)(\/|$)/.test(plain) ? 'v3' : 'service'
}

/**
 * Checks an answer against what its endpoint declares: the status, and the body down to the last member. Throws an
 * Error that names the difference. `scenario` also allows the statuses of a scenario's faults; `documented` is the emulator
 * that answered.
 */
export function checkAnswer(
  method: string,
  path: string,
  status: number,
  body: unknown,
  scenario: boolean,
  emulator: Documented,
): void {
  const op = operationOf(method, path)
  const where = `${method} ${path} answered ${status}`
  if (status >= 400) {
    const declared =
      !op || common.has(status) || scenario || op.refusals?.includes(status) || (status === 503 && stores(op))
    if (!declared) throw new Error(`${where}, which is not among its refusals`)
    fits(errorSchemas[op?.family ?? familyOf(path)](status), body, where)
    if (op) documented(op, status, body, where, emulator)
    return
  }
  if (op === undefined) throw new Error(`${where}, but no operation has this method and path`)
  const schema = op.responses[status]
  if (schema === undefined) throw new Error(`${where}, which is not among its responses`)
  if (schema !== null) {
    const { words } = emulator
    fits(schema, words.read(schema, body), where)
    if (!isDeepStrictEqual(words.show(schema, body), body))
      throw new Error(`${where} in words that are not the service's\n${JSON.stringify(body)}`)
  }
  documented(op, status, body, where, emulator)
}

function documented(op: Operation, status: number, body: unknown, where: string, emulator: Documented): void {
  const wrong = wrongByDocument(op, status, body, emulator)
  if (wrong !== undefined) throw new Error(`${where}; ${wrong}\n${JSON.stringify(body)}`)
}

function fits(schema: z.ZodType, body: unknown, where: string): void {
  const result = schema.safeParse(body)
  if (!result.success)
    throw new Error(`${where}; its body breaks its schema: ${result.error.message}\n${JSON.stringify(body)}`)
  const unknown = unknownFields(body, result.data)
  if (unknown.length > 0)
    throw new Error(`${where}; its body has members that its schema lacks: ${unknown.join(', ')}`)
}
