import * as z from 'zod'
import { type Chargeback, expiryHours } from '../../domain/chargeback/model.ts'
import { chargebackStages, chargebackStatuses, chargebackTypes } from '../../domain/kernel/enums.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { Amount, chosenBounds, Identifier } from '../../domain/kernel/values.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentChargeback, WireChargeback } from '../../wire/chargeback.ts'
import { reads, TimeFilter, timeFilter, writes } from './common.ts'

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`)
const Comment = text(chosenBounds.narration).optional()
const hourMs = 3_600_000

const CreateChargeback = z.object({
  charge_id: Identifier,
  amount: Amount.optional().describe('By default all that is neither refunded nor disputed'),
  type: z.enum(chargebackTypes),
  expiry: z
    .int()
    .min(expiryHours.min, `must be at least ${expiryHours.min}`)
    .max(expiryHours.max, `must be at most ${expiryHours.max}`)
    .default(expiryHours.usual)
    .describe('Hours in which it must be accepted or declined; then it is lost'),
  stage: z.enum(chargebackStages).default('new'),
  status: z.enum(chargebackStatuses).default('new').describe('The status in which it begins'),
  comment: Comment,
})

const AnswerChargeback = z.object({
  status: z.enum(['accepted', 'declined']).describe('Accept it, or contest it'),
  comment: Comment,
  uploaded_proof: text(chosenBounds.proof).optional().describe('Evidence; stored as it was sent'),
})

const ListChargebacks = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: z.enum(chargebackStatuses).optional(),
  stage: z.enum(chargebackStages).optional(),
  charge_id: z.string().optional(),
})

const ChargebackEnvelope = Envelope(WireChargeback)
const read = reads('Chargebacks')
const write = writes('Chargebacks')

export const chargebackOperations = [
  operation({
    ...read,
    id: 'listChargebacks',
    method: 'get',
    path: '/chargebacks',
    summary: 'List chargebacks, newest first',
    query: ListChargebacks,
    responses: { 200: ListEnvelope(WireChargeback) },
    handle: ({ query: q, world: { state } }) => {
      const inTime = timeFilter(q)
      const fits = (chargeback: Chargeback): boolean =>
        (q.status === undefined || chargeback.status === q.status) &&
        (q.stage === undefined || chargeback.stage === q.stage) &&
        (q.charge_id === undefined || chargeback.chargeId === q.charge_id) &&
        inTime(chargeback.createdAt)
      return pageOf('Chargebacks fetched', filter(state.chargebacks.newestFirst(), fits), q, (it) =>
        presentChargeback(it, state.charges),
      )
    },
  }),
  operation({
    ...write,
    id: 'createChargeback',
    creates: 'chargeback',
    method: 'post',
    path: '/chargebacks',
    summary:
      'Create a chargeback, as a payer who disputes a charge; services have this in test environments only',
    description:
      'The disputed amount cannot be refunded. An accepted or lost chargeback is deducted from a settlement. A contested one is won after a day, unless X-Scenario-Key (`scenario:chargeback_lost`, …) or `POST /_emulator/chargebacks/{id}/outcome` says otherwise.',
    body: CreateChargeback,
    responses: { 201: ChargebackEnvelope },
    refusals: [409],
    handle: ({ world, body, plan }) => {
      const chargeback = world.dispatch('chargeback.create', {
        chargeId: body.charge_id,
        amount: body.amount,
        type: body.type,
        expiryMs: body.expiry * hourMs,
        stage: body.stage,
        status: body.status,
        comment: body.comment,
        plan,
      })
      return success(201, 'Chargeback created', presentChargeback(chargeback, world.state.charges))
    },
  }),
  operation({
    ...read,
    id: 'getChargeback',
    method: 'get',
    path: '/chargebacks/:id',
    summary: 'Retrieve a chargeback',
    responses: { 200: ChargebackEnvelope },
    refusals: [404],
    handle: ({ world: { state }, param }) => {
      const chargeback = mustFind(state, 'chargebacks', param('id'))
      return success(200, 'Chargeback fetched', presentChargeback(chargeback, state.charges))
    },
  }),
  operation({
    ...write,
    id: 'updateChargeback',
    method: 'put',
    path: '/chargebacks/:id',
    summary: 'Accept or contest a chargeback',
    body: AnswerChargeback,
    responses: { 200: ChargebackEnvelope },
    refusals: [404, 409],
    handle: ({ world, body, param }) => {
      const chargeback = world.dispatch('chargeback.answer', {
        id: param('id'),
        status: body.status,
        comment: body.comment,
        uploadedProof: body.uploaded_proof,
      })
      return success(200, 'Chargeback updated', presentChargeback(chargeback, world.state.charges))
    },
  }),
]
