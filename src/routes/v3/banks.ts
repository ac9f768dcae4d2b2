import * as z from 'zod'
import { bankById, banksOf } from '../../domain/transfer/payee.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { serviceHeaders } from '../service/common.ts'
import { V3Envelope } from './envelope.ts'

const WireBank = z
  .strictObject({
    id: z.int().meta({ examples: [191] }),
    code: z
      .string()
      .describe('Use it as `account_bank` of a transfer')
      .meta({ examples: ['044'] }),
    name: z.string().meta({ examples: ['Anchor Bank'] }),
  })
  .meta({ id: 'Bank' })

const WireBranch = z
  .strictObject({
    id: z.int().meta({ examples: [992] }),
    branch_code: z
      .string()
      .describe('Use it as `destination_branch_code` of a transfer')
      .meta({ examples: ['GH190101'] }),
    branch_name: z.string().meta({ examples: ['ACCRA MAIN'] }),
    swift_code: z.string().meta({ examples: ['ACUBGHAC'] }),
    bic: z.string().meta({ examples: ['ACUBGHACXXX'] }),
    bank_id: z.int().meta({ examples: [280] }),
  })
  .meta({ id: 'BankBranch' })

const messages = {
  banks: 'Banks fetched successfully',
  branches: 'Bank branches fetched successfully',
} as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 banks', headers: serviceHeaders } as const

export const bankOperations = [
  operation({
    ...common,
    id: 'listBanks',
    method: 'get',
    path: '/v3/banks/:country',
    params: {
      country: z
        .string()
        .describe('Two letters (ISO 3166 alpha-2)')
        .meta({ examples: ['NG'] }),
    },
    summary: 'List the banks of a country',
    responses: { 200: V3Envelope(messages.banks, z.array(WireBank)) },
    refusals: [404],
    handle: ({ world, param }) => {
      const banks = banksOf(world.fixtures.v3.banks, param('country'))
      return success(
        200,
        messages.banks,
        banks.map(({ id, code, name }) => ({ id, code, name })),
      )
    },
  }),
  operation({
    ...common,
    id: 'listBankBranches',
    method: 'get',
    path: '/v3/banks/:id/branches',
    params: {
      id: z
        .string()
        .describe('The id of the bank')
        .meta({ examples: ['280'] }),
    },
    summary: 'List the branches of a bank',
    responses: { 200: V3Envelope(messages.branches, z.array(WireBranch)) },
    refusals: [404],
    handle: ({ world, param }) => {
      const bank = bankById(world.fixtures.v3.banks, param('id'), 'GET /v3/banks/{country}')
      const branches = bank.branches.map(({ id, code, name, swiftCode, bic }) => ({
        id,
        branch_code: code,
        branch_name: name,
        swift_code: swiftCode,
        bic,
        bank_id: bank.id,
      }))
      return success(200, messages.branches, branches)
    },
  }),
]
