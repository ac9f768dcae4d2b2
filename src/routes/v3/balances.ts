import * as z from 'zod'
import { type Balance, findBalance } from '../../domain/transfer/balance.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { serviceHeaders } from '../service/common.ts'
import { V3Envelope } from './envelope.ts'

const WireBalance = z
  .strictObject({
    currency: z.string().meta({ examples: ['NGN'] }),
    available_balance: z
      .number()
      .describe('Amount that can be spent')
      .meta({ examples: [100000000] }),
    ledger_balance: z
      .number()
      .describe('Amount including transfers in progress')
      .meta({ examples: [100000000] }),
  })
  .meta({ id: 'Balance' })

const present = ({ id, available, ledger }: Balance): z.input<typeof WireBalance> => ({
  currency: id,
  available_balance: available,
  ledger_balance: ledger,
})

const messages = { all: 'Wallet balances fetched', one: 'Wallet balance fetched' } as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 balances', headers: serviceHeaders } as const

export const balanceOperations = [
  operation({
    ...common,
    id: 'listBalances',
    method: 'get',
    path: '/v3/balances',
    summary: 'List the balances of all currencies',
    responses: { 200: V3Envelope(messages.all, z.array(WireBalance)) },
    handle: ({ world }) => success(200, messages.all, Array.from(world.state.balances, present)),
  }),
  operation({
    ...common,
    id: 'getBalance',
    method: 'get',
    path: '/v3/balances/:currency',
    params: {
      currency: z
        .string()
        .describe('ISO 4217 code')
        .meta({ examples: ['NGN'] }),
    },
    summary: 'Retrieve the balance of a currency',
    responses: { 200: V3Envelope(messages.one, WireBalance) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(
        200,
        messages.one,
        present(findBalance(world.state.balances, param('currency'), 'GET /v3/balances')),
      ),
  }),
]
