import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { must } from '../../domain/kernel/errors.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import type { World } from '../../emulator/world.ts'
import { Envelope, ListEnvelope, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'

/** Items on a page of a v3 list. */
export const v3PageSize = 10

export const V3PageQuery = {
  page: QueryNumber(1, 1_000_000, 1)
    .describe(`From 1; ${v3PageSize} to a page`)
    .meta({ examples: [1] }),
}

/** The envelope of a v3 answer, with the fixed message of its endpoint. */
export const V3Envelope = <S extends z.ZodType>(message: string, data: S) =>
  Envelope(data).extend({ status: z.literal('success'), message: z.literal(message) })

/** The envelope of a v3 list. */
export const V3List = <S extends z.ZodType>(message: string, item: S) =>
  ListEnvelope(item).extend({ status: z.literal('success'), message: z.literal(message) })

/** A path parameter with an integer id, kept as text. */
export const IdParam = (what: string, example: string) =>
  z
    .string()
    .describe(`The id of the ${what}`)
    .meta({ examples: [example] })

/** The answer to a bulk request. */
export const BulkAnswer = (id: number) =>
  z.strictObject({
    id: z.int().meta({ examples: [id] }),
    created_at: DateTime,
    approver: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })

export const presentBulk = ({ id, createdAt }: { id: string; createdAt: number }) => ({
  id: Number(id),
  created_at: isoTime(createdAt),
  approver: null,
})

/** A refusal after something was stored, such as a wrong answer: the same as one that is thrown, which stores nothing. */
export const refused = (status: number, message: string) =>
  reply(status, { status: 'error' as const, message, data: null })

/** The charge of a v3 id in a path. Refuses an unknown one (404). */
export function transactionOf({ state }: World, id: string): Charge {
  const charge = state.charges.by('number', id)
  must(charge, 'not_found', `no transaction "${id}"; GET /v3/transactions lists the existing ones`)
  return charge
}
