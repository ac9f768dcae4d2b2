import * as z from 'zod'
import { txRefOf } from '../../domain/charge/model.ts'
import type { Chargeback } from '../../domain/chargeback/model.ts'
import { deductedIn } from '../../domain/chargeback/rules.ts'
import { chargebackStages, chargebackStatuses } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { hashedNumber } from '../../domain/kernel/names.ts'
import { Currency, chosenBounds, DateTime } from '../../domain/kernel/values.ts'
import type { World } from '../../emulator/world.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { serviceRefMember, serviceRefOf } from '../../wire/transaction-words.ts'
import { serviceHeaders, TimeFilter, timeFilter } from '../service/common.ts'
import { text } from './checkout-schemas.ts'
import { IdParam, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'

const WireV3Chargeback = z
  .strictObject({
    id: z.int().meta({ examples: [1] }),
    transaction_id: z.int().meta({ examples: [1000001] }),
    tx_ref: z.string().meta({ examples: ['order-0001'] }),
    [serviceRefMember]: z
      .string()
      .describe("The service's own reference of the transaction")
      .meta({ examples: ['ref_sample00000001'] }),
    amount: z.number().meta({ examples: [2500] }),
    currency: z.string().meta({ examples: ['NGN'] }),
    status: z.enum(chargebackStatuses),
    stage: z.enum(chargebackStages),
    comment: z
      .string()
      .nullable()
      .meta({ examples: ['The goods were delivered'] }),
    meta: z.strictObject({
      uploaded_proof: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      history: z
        .array(
          z.strictObject({ action: z.enum(chargebackStatuses), description: z.string(), date: DateTime }),
        )
        .describe('Oldest first'),
    }),
    due_date: DateTime.describe('Until when it must be accepted or declined'),
    settlement_id: z
      .int()
      .nullable()
      .describe('The settlement from which it was deducted')
      .meta({ examples: [null] }),
    created_at: DateTime,
  })
  .meta({ id: 'V3Chargeback', description: 'A chargeback in v3 form' })

const present =
  ({ state }: World) =>
  (chargeback: Chargeback): z.input<typeof WireV3Chargeback> => {
    const charge = state.charges.get(chargeback.chargeId)
    must(charge, 'internal', `chargeback ${chargeback.id} has lost its charge`)
    const settlementId = deductedIn(chargeback, charge.settlementIds[0])
    return {
      id: hashedNumber(chargeback),
      transaction_id: charge.number,
      tx_ref: txRefOf(charge),
      [serviceRefMember]: serviceRefOf(charge),
      amount: chargeback.amount,
      currency: chargeback.currency,
      status: chargeback.status,
      stage: chargeback.stage,
      comment: chargeback.comment ?? null,
      meta: {
        uploaded_proof: chargeback.uploadedProof ?? null,
        history: chargeback.history.map(({ at, status, note }) => ({
          action: status,
          description: note,
          date: isoTime(at),
        })),
      },
      due_date: isoTime(chargeback.dueAt),
      settlement_id: settlementId === undefined ? null : hashedNumber({ id: settlementId }),
      created_at: isoTime(chargeback.createdAt),
    }
  }

function find({ state }: World, id: string): Chargeback {
  const chargeback = state.chargebacks.by('number', id) ?? state.chargebacks.get(id)
  must(chargeback, 'not_found', `no chargeback "${id}"; GET /v3/chargebacks lists the existing ones`)
  return chargeback
}

const messages = {
  list: 'Chargebacks fetched',
  one: 'Chargeback fetched',
  updated: 'Chargeback updated',
} as const
const words = { accept: 'accepted', decline: 'declined' } as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 chargebacks', headers: serviceHeaders } as const
const params = { id: IdParam('chargeback', '1') }

export const v3ChargebackOperations = [
  operation({
    ...common,
    id: 'listV3Chargebacks',
    method: 'get',
    path: '/v3/chargebacks',
    summary: 'List chargebacks, newest first',
    description:
      'Create one with POST /chargebacks of the charge interface, which services have in test environments only.',
    query: z.object({
      ...V3PageQuery,
      ...TimeFilter,
      status: z.enum(chargebackStatuses).optional().describe('How far the chargeback is'),
      currency: Currency.optional().describe('Chargebacks in this currency'),
      tx_id: z.string().optional().describe('Chargebacks of this transaction'),
      id: z.string().optional().describe('This chargeback only'),
    }),
    responses: { 200: V3List(messages.list, WireV3Chargeback) },
    handle: ({ world, query: q }) => {
      const inTime = timeFilter(q)
      const chargeId = q.tx_id === undefined ? undefined : world.state.charges.by('number', q.tx_id)?.id
      const fits = (chargeback: Chargeback): boolean =>
        (q.status === undefined || chargeback.status === q.status) &&
        (q.currency === undefined || chargeback.currency === q.currency) &&
        (q.tx_id === undefined || chargeback.chargeId === chargeId) &&
        (q.id === undefined || String(hashedNumber(chargeback)) === q.id) &&
        inTime(chargeback.createdAt)
      const matching = filter(world.state.chargebacks.newestFirst(), fits)
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, present(world))
    },
  }),
  operation({
    ...common,
    id: 'getV3Chargeback',
    method: 'get',
    path: '/v3/chargebacks/:id',
    params,
    summary: 'Retrieve a chargeback',
    responses: { 200: V3Envelope(messages.one, WireV3Chargeback) },
    refusals: [404],
    handle: ({ world, param }) => success(200, messages.one, present(world)(find(world, param('id')))),
  }),
  operation({
    ...common,
    id: 'updateV3Chargeback',
    method: 'put',
    path: '/v3/chargebacks/:id',
    params,
    summary: 'Accept or contest a chargeback',
    body: z.object({
      action: z
        .enum(['accept', 'decline'])
        .describe('Accept it, or contest it')
        .meta({ examples: ['decline'] }),
      comment: text(chosenBounds.narration)
        .nullish()
        .describe('Why')
        .meta({ examples: ['The goods were delivered'] }),
    }),
    responses: { 200: V3Envelope(messages.updated, WireV3Chargeback) },
    refusals: [404, 409],
    handle: ({ world, body, param }) => {
      const chargeback = world.dispatch('chargeback.answer', {
        id: find(world, param('id')).id,
        status: words[body.action],
        comment: body.comment ?? undefined,
        uploadedProof: undefined,
      })
      return success(200, messages.updated, present(world)(chargeback))
    },
  }),
]
