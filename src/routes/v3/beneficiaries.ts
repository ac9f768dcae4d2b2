import * as z from 'zod'
import { Currency } from '../../domain/kernel/values.ts'
import { findBeneficiary } from '../../domain/transfer/beneficiary-commands.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentBeneficiary, WireBeneficiary } from '../../wire/beneficiary.ts'
import { serviceHeaders } from '../service/common.ts'
import { IdParam, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'

const text = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

const BeneficiaryBody = z.object({
  account_bank: text(40)
    .describe('Bank code; GET /v3/banks/{country} lists them')
    .meta({ examples: ['044'] }),
  account_number: z
    .string()
    .regex(/^[A-Za-z0-9]{5,34}$/, 'must be 5 to 34 letters and digits')
    .describe('Account number')
    .meta({ examples: ['0690000031'] }),
  // As in the service: client libraries omit it.
  beneficiary_name: text(100)
    .nullish()
    .describe('Name of the account holder; looked up if absent')
    .meta({ examples: ['Forrest Greene'] }),
  currency: Currency.nullish()
    .describe('Currency of the account')
    .meta({ examples: ['NGN'] }),
  bank_name: text(100).nullish().describe('Ignored; taken from the list of banks'),
})

const messages = {
  created: 'Beneficiary created',
  one: 'Payout beneficiary fetched',
  list: 'Payout beneficiaries fetched',
  deleted: 'Beneficiary deleted',
} as const

const common = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 beneficiaries',
  headers: serviceHeaders,
} as const
const params = { id: IdParam('beneficiary', '3001') }

export const beneficiaryOperations = [
  operation({
    ...common,
    id: 'createBeneficiary',
    method: 'post',
    path: '/v3/beneficiaries',
    summary: 'Create a beneficiary: a saved payee of transfers',
    body: BeneficiaryBody,
    responses: { 200: V3Envelope(messages.created, WireBeneficiary) },
    handle: ({ world, body }) => {
      const beneficiary = world.dispatch('beneficiary.create', {
        accountBank: body.account_bank,
        accountNumber: body.account_number,
        beneficiaryName: body.beneficiary_name ?? undefined,
        currency: body.currency ?? undefined,
      })
      return success(200, messages.created, presentBeneficiary(beneficiary))
    },
  }),
  operation({
    ...common,
    id: 'listBeneficiaries',
    method: 'get',
    path: '/v3/beneficiaries',
    summary: 'List beneficiaries, newest first',
    query: z.object(V3PageQuery),
    responses: { 200: V3List(messages.list, WireBeneficiary) },
    handle: ({ world, query }) =>
      pageOf(
        messages.list,
        filter(world.state.beneficiaries.newestFirst(), ({ removed }) => !removed),
        { page: query.page, size: v3PageSize },
        presentBeneficiary,
      ),
  }),
  operation({
    ...common,
    id: 'getBeneficiary',
    method: 'get',
    path: '/v3/beneficiaries/:id',
    params,
    summary: 'Retrieve a beneficiary',
    responses: { 200: V3Envelope(messages.one, WireBeneficiary) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(200, messages.one, presentBeneficiary(findBeneficiary(world.state, param('id')))),
  }),
  operation({
    ...common,
    id: 'deleteBeneficiary',
    method: 'delete',
    path: '/v3/beneficiaries/:id',
    params,
    summary: 'Delete a beneficiary',
    responses: { 200: V3Envelope(messages.deleted, z.literal('Deleted')) },
    refusals: [404],
    handle: ({ world, param }) => {
      world.dispatch('beneficiary.remove', { id: param('id') })
      return success(200, messages.deleted, 'Deleted')
    },
  }),
]
