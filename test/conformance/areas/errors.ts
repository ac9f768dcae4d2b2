import { z } from 'zod'
import { chosenErrors, errors } from '../contract.ts'
import type { Answer } from '../kit/answer.ts'
import { area, type Rule } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

const failed = z.literal('failed')

/** contract, Errors: the body of each status. */
export const errorBody = (status: number): z.ZodType => {
  const { type = '', code = '' } = errors[status] ?? chosenErrors[status] ?? {}
  const error = {
    type: z.literal(type),
    code: z.literal(code),
    message: status === 400 ? z.string().nullable() : z.string(),
  }
  if (status === 400)
    return z.strictObject({
      status: failed,
      error: z.strictObject({
        ...error,
        validation_errors: z.array(z.strictObject({ field_name: z.string(), message: z.string() })),
      }),
    })
  if (status === 401 || status === 403)
    return z.strictObject({ status: failed, message: z.string(), error: z.strictObject(error) })
  return z.strictObject({ status: failed, error: z.strictObject(error) })
}

const shape: Record<number, string> = {
  400: 'status failed, error with type REQUEST_NOT_VALID, code "10400", message, validation_errors of field_name and message',
  401: 'status failed, message (string), error with type UNAUTHORIZED, code "10401", message',
  403: 'status failed, message (string), error with type FORBIDDEN, code "10403", message',
  409: 'status failed, error with type RESOURCE_CONFLICT, code "10409", message',
  404: 'status failed, error with type RESOURCE_NOT_FOUND, code "10404", message',
  405: 'status failed, error with type METHOD_NOT_ALLOWED, code "10405", message; header Allow',
}

const causes: Record<number, { needs: Rule['needs']; cause(t: Trial): Promise<Answer> }> = {
  400: { needs: ['token'], cause: (t) => t.service('POST', '/charges', { body: {} }) },
  401: { needs: ['token'], cause: (t) => t.service('POST', '/charges', { body: {}, access: 'nobody' }) },
  403: {
    needs: ['token', 'weak_client', 'payer'],
    cause: async (t) => t.service('POST', '/charges', { body: await t.chargeBody(), access: 'weak token' }),
  },
  409: {
    needs: ['token', 'payer'],
    cause: async (t) => {
      const reference = t.session.reference()
      await t.charge({ reference })
      return t.charge({ reference })
    },
  },
  404: { needs: ['token'], cause: (t) => t.service('GET', '/no-such-resource') },
  405: { needs: ['token'], cause: (t) => t.service('PUT', '/charges', { body: {} }) },
}

/** contract, Errors. */
export const errorRules = area('errors', [
  ...Object.entries(causes).map(([text, { needs, cause }]): Omit<Rule, 'area'> => {
    const status = Number(text)
    return {
      id: text,
      rule: `${status}: ${shape[status]}`,
      basis: status in errors ? 'stated' : 'chosen',
      needs,
      async check(t) {
        const answer = await cause(t)
        if (!t.status(answer, status)) return
        t.fits(answer, errorBody(status))
        if (status === 405)
          t.that(answer, (answer.headers.get('allow') ?? '').includes('POST'), 'Allow with POST')
      },
    }
  }),
  {
    id: 'json',
    rule: 'Error bodies are JSON',
    basis: 'stated',
    needs: ['token'],
    async check(t) {
      const answer = await t.service('POST', '/charges', { body: '{' })
      t.that(answer, /^application\/json/.test(answer.headers.get('content-type') ?? ''), 'a JSON body')
    },
  },
])
