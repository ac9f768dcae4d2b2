import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { Amount } from '../../domain/kernel/values.ts'
import { reply } from '../../http/reply.ts'
import { presentCharge, WireCharge } from '../../wire/charge.ts'
import { presentVirtualAccount, WireVirtualAccount } from '../../wire/virtual-account.ts'
import { control } from './control.ts'

const text = z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters')

const PayIn = z.strictObject({
  amount: Amount.optional().describe('By default the amount of the account; required if it takes any amount'),
  originator_name: text.optional().describe('Who transfers the money'),
  originator_bank_name: text.optional(),
  originator_account_number: text.optional().describe('Shown masked'),
})

export const virtualAccountControlOperations = [
  control({
    id: 'playVirtualAccount',
    method: 'post',
    path: '/_emulator/virtual-accounts/:id/pay',
    summary: 'Pay in to a virtual account: the money becomes a charge',
    description: '`id` is the id or the reference of the virtual account.',
    body: PayIn,
    bodyOptional: true,
    responses: { 200: z.strictObject({ virtual_account: WireVirtualAccount, charge: WireCharge }) },
    refusals: [404, 409],
    handle: ({ world, emulator, body, param, baseUrl }) => {
      const { virtualAccounts } = world.state
      const found = virtualAccounts.get(param('id')) ?? virtualAccounts.by('reference', param('id'))
      must(found, 'not_found', `no virtual account "${param('id')}" in world "${world.name}"`, {
        kind: 'virtualAccounts',
        id: param('id'),
      })
      const { account, charge } = world.dispatch('virtualAccount.pay', {
        id: found.id,
        amount: body.amount,
        originatorName: body.originator_name,
        originatorBankName: body.originator_bank_name,
        originatorAccountNumber: body.originator_account_number,
        baseUrl,
      })
      return reply(200, {
        virtual_account: presentVirtualAccount(account),
        charge: presentCharge(charge, emulator.ports.qrCode),
      })
    },
  }),
]
