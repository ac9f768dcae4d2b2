import * as z from 'zod'
import { accountTypes, virtualAccountCurrencies, virtualAccountStatuses } from '../../domain/kernel/enums.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { bounds, chosenBounds, Identifier, Meta, Reference } from '../../domain/kernel/values.ts'
import { expirySeconds, type VirtualAccount } from '../../domain/virtual-account/model.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentVirtualAccount, WireVirtualAccount } from '../../wire/virtual-account.ts'
import { reads, TimeFilter, timeFilter, writes } from './common.ts'

const CreateVirtualAccount = z.object({
  reference: Reference,
  customer_id: Identifier.meta({ examples: ['cus_adaobi0001'] }),
  amount: z
    .number()
    .refine(
      (amount) => amount === 0 || amount >= bounds.amountMin,
      `must be 0, or at least ${bounds.amountMin}`,
    )
    .default(0)
    .describe('What a payment must be; 0 for any amount, as static accounts have it')
    .meta({ examples: [1500.5] }),
  expiry: z
    .int()
    .min(expirySeconds.min, `must be at least ${expirySeconds.min}`)
    .max(expirySeconds.max, `must be at most ${expirySeconds.max}`)
    .optional()
    .describe('Seconds until it becomes inactive; by default an hour (dynamic) or a year (static)'),
  currency: z.enum(virtualAccountCurrencies),
  account_type: z
    .enum(accountTypes)
    .describe('`dynamic` for one payment, `static` for many')
    .meta({ examples: ['dynamic'] }),
  narration: z
    .string()
    .min(1, 'must not be empty')
    .max(chosenBounds.narration, `must have at most ${chosenBounds.narration} characters`)
    .optional()
    .describe('Shown to the payer as `note`'),
  meta: Meta.optional().describe('Also the `meta` of the charges'),
})

const UpdateVirtualAccount = z.object({
  action_type: z.literal('update_status'),
  status: z.literal('inactive').describe('Closes the account; it cannot be opened again'),
})

const ListVirtualAccounts = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: z.enum(virtualAccountStatuses).optional(),
  reference: z.string().optional(),
  customer_id: z.string().optional(),
})

const AccountEnvelope = Envelope(WireVirtualAccount)
const read = reads('Virtual accounts')
const write = writes('Virtual accounts')

export const virtualAccountOperations = [
  operation({
    ...read,
    id: 'listVirtualAccounts',
    method: 'get',
    path: '/virtual-accounts',
    summary: 'List virtual accounts, newest first',
    query: ListVirtualAccounts,
    responses: { 200: ListEnvelope(WireVirtualAccount) },
    handle: ({ query: q, world }) => {
      const inTime = timeFilter(q)
      const fits = (account: VirtualAccount): boolean =>
        (q.status === undefined || account.status === q.status) &&
        (q.reference === undefined || account.reference === q.reference) &&
        (q.customer_id === undefined || account.customerId === q.customer_id) &&
        inTime(account.createdAt)
      const accounts = filter(world.state.virtualAccounts.newestFirst(), fits)
      return pageOf('Virtual accounts fetched', accounts, q, presentVirtualAccount)
    },
  }),
  operation({
    ...write,
    id: 'createVirtualAccount',
    creates: 'virtual_account',
    method: 'post',
    path: '/virtual-accounts',
    summary: 'Create a virtual account: a bank account that a customer pays in to',
    description:
      'Each payment becomes a charge by bank transfer and sends `charge.completed`. The charge of a dynamic account has its reference, those of a static one are numbered: `-1`, `-2`, … Pay as the payer on the page `/_emulator/pay/accounts/{id}`, or with `POST /_emulator/virtual-accounts/{id}/pay`. An `issuer:…` or `webhook:…` scenario key is for the charges.',
    body: CreateVirtualAccount,
    responses: { 201: AccountEnvelope },
    refusals: [409],
    handle: ({ world, body, plan }) => {
      const account = world.dispatch('virtualAccount.create', {
        reference: body.reference,
        customerId: body.customer_id,
        amount: body.amount,
        currency: body.currency,
        accountType: body.account_type,
        expiry: body.expiry,
        note: body.narration,
        meta: body.meta,
        plan,
      })
      return success(201, 'Virtual account created', presentVirtualAccount(account))
    },
  }),
  operation({
    ...read,
    id: 'getVirtualAccount',
    method: 'get',
    path: '/virtual-accounts/:id',
    summary: 'Retrieve a virtual account',
    responses: { 200: AccountEnvelope },
    refusals: [404],
    handle: ({ world, param }) => {
      const account = mustFind(world.state, 'virtualAccounts', param('id'))
      return success(200, 'Virtual account fetched', presentVirtualAccount(account))
    },
  }),
  operation({
    ...write,
    id: 'updateVirtualAccount',
    method: 'put',
    path: '/virtual-accounts/:id',
    summary: 'Close a virtual account',
    body: UpdateVirtualAccount,
    responses: { 200: AccountEnvelope },
    refusals: [404, 409],
    handle: ({ world, param }) => {
      const account = world.dispatch('virtualAccount.close', { id: param('id') })
      return success(200, 'Virtual account updated', presentVirtualAccount(account))
    },
  }),
]
