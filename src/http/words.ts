import { Refusal } from '../domain/kernel/errors.ts'
import { invalidFields } from './body.ts'
import type { Call } from './call.ts'
import { Ready, Repeatable, type Reply } from './reply.ts'

/** A successful answer in the words of the service. */
export function answerInWords({ emulator: { words }, op }: Call, answer: Reply): Reply {
  if (words.areContracts) return answer
  const schema = op.responses[answer.status]
  if (!schema || !words.concern(schema)) return answer
  const { body } = answer
  const rewritten = (text: string): string => JSON.stringify(words.show(schema, JSON.parse(text)))
  if (body instanceof Repeatable) return { ...answer, body: new Repeatable(() => rewritten(body.again())) }
  return {
    ...answer,
    body: body instanceof Ready ? new Ready(rewritten(body.text)) : words.show(schema, body),
  }
}

/** A refusal that names the fields of the body as they were sent. */
export function refusalInWords({ emulator: { words }, op, text }: Call, refusal: Refusal): Refusal {
  const { fields } = refusal
  if (words.areContracts || op.body === undefined || fields.length === 0) return refusal
  const { body } = op
  const sent = parsed(text)
  const named = fields.map(({ field, message }) => ({ field: words.field(body, sent, field), message }))
  if (named.every(({ field }, index) => field === fields[index]?.field)) return refusal
  const isList = refusal.message === invalidFields(fields).message
  return new Refusal(refusal.code, isList ? invalidFields(named).message : refusal.message, named)
}

/** A body as it was sent; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
