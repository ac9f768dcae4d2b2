import { findRecord } from '../domain/access/idempotency.ts'
import type { IdempotencyRecord } from '../domain/access/model.ts'
import { Refusal } from '../domain/kernel/errors.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { Call } from './call.ts'
import { asRefusal, refusalReply } from './errors.ts'
import { type Answer, isReply, Ready, reply, textOf } from './reply.ts'
import { refusalInWords } from './words.ts'

export const idempotencyHeader = 'X-Idempotency-Key'

/**
 * Replays the first answer for a repeated X-Idempotency-Key. Same as the service: a key belongs to one method and path,
 * because programs reuse one key for a whole checkout. Successful answers are stored; refused and failed ones too if
 * the settings say so.
 */
export async function once(call: Call, key: string, first: () => Answer | Promise<Answer>): Promise<Answer> {
  const { c, emulator, world } = call
  const { method, path } = c.req
  const id = `${call.client} ${method} ${path} ${key}`
  // A digest, because the record outlives the request and a body may contain a card number.
  const request = emulator.ports.sha256(`${method} ${path}\n${call.text}`)
  const record = findRecord(world.state, id, world.now()) ?? earlier(call, key, request)
  if (record !== undefined) {
    if (record.request !== request)
      throw new Refusal(
        'conflict',
        `${idempotencyHeader} "${key}" was used for another request to ${method} ${path}; use a new key for a new request`,
      )
    call.replayed = true
    return reply(record.status, new Ready(record.body))
  }
  if (!world.requests.claim(id))
    throw new Refusal(
      'conflict',
      `the first request with ${idempotencyHeader} "${key}" is still running; wait for it`,
    )
  try {
    const answer = await (replaysAll(emulator) ? refusedOrNot(call, first) : first())
    if (!isReply(answer) || !isStored(call, answer)) return answer
    const body = textOf(answer.body)
    world.dispatch('idempotency.keep', { id, request, status: answer.status, body })
    return { ...answer, body: new Ready(body) }
  } finally {
    world.requests.release(id)
  }
}

/** The record of a request in a snapshot of version 0.1, in which a key belonged to its client only. */
function earlier({ client, world }: Call, key: string, request: string): IdempotencyRecord | undefined {
  const record = findRecord(world.state, `${client} ${key}`, world.now())
  return record?.request === request ? record : undefined
}

/** Whether refused and failed answers are stored too. */
export const replaysAll = ({ settings }: Emulator): boolean => settings.idempotencyReplays === 'all'

const isStored = ({ emulator, committed }: Call, { status }: { status: number }): boolean =>
  status < 300 ? committed : replaysAll(emulator)

/** A refusal as an answer, unless it is about a header: those are not stored, so that the header can be corrected. */
async function refusedOrNot(call: Call, first: () => Answer | Promise<Answer>): Promise<Answer> {
  const { emulator, op } = call
  try {
    return await first()
  } catch (error) {
    const refusal = refusalInWords(call, asRefusal(error, emulator.ports))
    const headers = ['Content-Type', ...Object.keys(op.headers ?? {})]
    if (refusal.fields.some(({ field }) => headers.includes(field))) throw refusal
    call.refusal = refusal
    return refusalReply(op.family, refusal)
  }
}
