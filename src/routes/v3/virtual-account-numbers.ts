import * as z from 'zod'
import type { NewCheckoutAccount } from '../../domain/checkout/account.ts'
import { customerByEmail } from '../../domain/customer/commands.ts'
import { virtualAccountCurrencies } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { chosenBounds, DateTime } from '../../domain/kernel/values.ts'
import type { RuleSubject } from '../../domain/scenario/rule-match.ts'
import { expirySeconds, type VirtualAccount } from '../../domain/virtual-account/model.ts'
import type { World } from '../../emulator/world.ts'
import { operation, type Request } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { serviceHeaders } from '../service/common.ts'
import { PhoneText, payerMembers, TxRef, text, toPerson } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'
import { V3Amount } from './transfer-schemas.ts'

export const WireAccountNumber = z
  .strictObject({
    response_code: z.literal('02'),
    response_message: z.literal('Transaction in progress'),
    order_ref: z.string().meta({ examples: ['vac_sample00000001'] }),
    account_number: z.string().meta({ examples: ['0123456789'] }),
    bank_name: z.string().meta({ examples: ['Emulator Bank'] }),
    created_at: DateTime,
    expiry_date: DateTime,
    note: z.string().meta({ examples: ['Transfer exactly 2500 NGN to this account'] }),
    amount: z
      .number()
      .describe('0: any amount')
      .meta({ examples: [2500] }),
  })
  .meta({ id: 'VirtualAccountNumber', description: 'A virtual account in v3 form' })

export const presentAccountNumber = (account: VirtualAccount): z.input<typeof WireAccountNumber> => ({
  response_code: '02',
  response_message: 'Transaction in progress',
  order_ref: account.id,
  account_number: account.accountNumber,
  bank_name: account.bankName,
  created_at: isoTime(account.createdAt),
  expiry_date: isoTime(account.expiresAt),
  note: account.note,
  amount: account.amount,
})

const messages = {
  created: 'Virtual account created',
  one: 'Virtual account fetched',
  closed: 'Virtual account closed',
} as const
/** What the endpoints of virtual accounts have in common. */
export const virtualNumbers = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 virtual accounts',
  headers: serviceHeaders,
} as const

/** What describes an account, and its payer. */
export const AccountBody = z.object({
  email: payerMembers.email,
  is_permanent: z
    .boolean()
    .default(false)
    .describe('True: for any number of payments of any amount; false: for one')
    .meta({ examples: [false] }),
  amount: V3Amount.nullish()
    .describe('What the payment must be, unless is_permanent')
    .meta({ examples: [2500] }),
  currency: z
    .enum(virtualAccountCurrencies)
    .default('NGN')
    .describe('Currency of the account')
    .meta({ examples: ['NGN'] }),
  tx_ref: TxRef.nullish().describe("The merchant's reference; generated if absent"),
  narration: text(chosenBounds.narration).nullish().describe('Shown to the payer as note'),
  firstname: text(100)
    .nullish()
    .describe("The payer's first name")
    .meta({ examples: ['Adaobi'] }),
  lastname: text(100)
    .nullish()
    .describe("The payer's last name")
    .meta({ examples: ['Okafor'] }),
  phonenumber: PhoneText,
  expires: z
    .int()
    .min(expirySeconds.min)
    .max(expirySeconds.max)
    .nullish()
    .describe('Seconds until it expires; an hour by default, a year if is_permanent'),
})
type AccountBody = z.output<typeof AccountBody>

/** What rules compare in a request for accounts. */
export const accountSubject = ({ state }: World, body: AccountBody): Partial<RuleSubject> => ({
  reference: body.tx_ref ?? undefined,
  email: body.email,
  customerId: customerByEmail(state, body.email)?.id,
  amount: body.amount == null ? undefined : Number(body.amount),
  currency: body.currency,
  paymentMethodType: 'bank_transfer',
})

/** The account that a request describes. */
export function toNewAccount({
  body,
  plan,
  warn,
}: Pick<Request<AccountBody, unknown>, 'body' | 'plan' | 'warn'>): NewCheckoutAccount {
  if (body.is_permanent && body.amount != null)
    warn('amount was ignored: a permanent account takes any amount')
  const name = [body.firstname, body.lastname].filter(Boolean).join(' ')
  return {
    txRef: body.tx_ref ?? undefined,
    person: toPerson({ email: body.email, name, phone: body.phonenumber }, body.currency),
    amount: body.is_permanent ? 0 : Number(body.amount ?? 0),
    currency: body.currency,
    accountType: body.is_permanent ? 'static' : 'dynamic',
    expiry: body.expires ?? undefined,
    note: body.narration ?? undefined,
    meta: undefined,
    plan,
  }
}

/** The account of an order_ref. Refuses an unknown one (404). */
export function accountNumberOf({ state }: World, orderRef: string): VirtualAccount {
  const account = state.virtualAccounts.get(orderRef)
  must(
    account,
    'not_found',
    `no virtual account "${orderRef}"; POST /v3/virtual-account-numbers answers with its order_ref`,
  )
  return account
}

const params = {
  order_ref: z
    .string()
    .describe('The order_ref of the account')
    .meta({ examples: ['vac_sample00000001'] }),
}

export const virtualNumberOperations = [
  operation({
    ...virtualNumbers,
    id: 'createVirtualAccountNumber',
    creates: 'virtual_account',
    method: 'post',
    path: '/v3/virtual-account-numbers',
    summary: 'Create a virtual account: a bank account that a payer transfers to',
    description:
      'Each payment becomes a transaction with the tx_ref of the account and sends its webhook. Pay on the page `/_emulator/pay/accounts/{order_ref}`, or with `POST /_emulator/virtual-accounts/{order_ref}/pay`.',
    body: AccountBody,
    responses: { 200: V3Envelope(messages.created, WireAccountNumber) },
    subject: ({ body, world }) => accountSubject(world, body),
    handle: (request) => {
      const account = request.world.dispatch('checkout.account', toNewAccount(request))
      return success(200, messages.created, presentAccountNumber(account))
    },
  }),
  operation({
    ...virtualNumbers,
    id: 'getVirtualAccountNumber',
    method: 'get',
    path: '/v3/virtual-account-numbers/:order_ref',
    params,
    summary: 'Retrieve a virtual account',
    responses: { 200: V3Envelope(messages.one, WireAccountNumber) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(200, messages.one, presentAccountNumber(accountNumberOf(world, param('order_ref')))),
  }),
  operation({
    ...virtualNumbers,
    id: 'setVirtualAccountNumberStatus',
    method: 'post',
    path: '/v3/virtual-account-numbers/:order_ref',
    params,
    summary: 'Close a virtual account: it takes no more payments',
    body: z.object({ status: z.literal('inactive').describe('The only status that it can be given') }),
    responses: {
      200: V3Envelope(
        messages.closed,
        z.strictObject({ status: z.literal('00'), status_desc: z.literal(messages.closed) }),
      ),
    },
    refusals: [404, 409],
    handle: ({ world, param }) => {
      world.dispatch('virtualAccount.close', { id: accountNumberOf(world, param('order_ref')).id })
      return success(200, messages.closed, { status: '00' as const, status_desc: messages.closed })
    },
  }),
]
