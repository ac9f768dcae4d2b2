import { Refusal } from '../domain/errors.ts'
import { findRecord } from '../domain/idempotency.ts'
import type { Ports } from '../ports.ts'
import type { World } from '../world.ts'
import type { AppContext } from './context.ts'
import type { Progress } from './progress.ts'
import { isReply, Ready, type Reply, reply, textOf } from './reply.ts'

export const idempotencyHeader = 'X-Idempotency-Key'

/** Gives the first answer again to a repeated X-Idempotency-Key; only answers of success are kept. */
export async function once(
  c: AppContext,
  key: string,
  world: World,
  progress: Progress,
  sha256: Ports['sha256'],
  first: () => Reply | Response | Promise<Reply | Response>,
): Promise<Reply | Response> {
  const id = `${progress.client} ${key}`
  // A digest, because the record outlives the request and a body may hold a card number.
  const request = sha256(`${c.req.method} ${c.req.path}\n${progress.text}`)
  const record = findRecord(world.state, id, world.now())
  if (record !== undefined) {
    if (record.request !== request)
      throw new Refusal(
        'conflict',
        `${idempotencyHeader} "${key}" was used for another request; use a new key for a new request`,
      )
    progress.replayed = true
    return reply(record.status, new Ready(record.body))
  }
  if (world.running.has(id))
    throw new Refusal(
      'conflict',
      `the first request with ${idempotencyHeader} "${key}" is still running; wait for it`,
    )
  world.running.add(id)
  try {
    const answer = await first()
    if (!isReply(answer) || answer.status >= 300 || !progress.committed) return answer
    const body = textOf(answer.body)
    world.dispatch('idempotency.keep', { id, request, status: answer.status, body })
    return { ...answer, body: new Ready(body) }
  } finally {
    world.running.delete(id)
  }
}
