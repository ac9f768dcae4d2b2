import type { EmulatorClient } from '../../client.ts'
import { ConfigError } from '../../config/config.ts'
import { type PaymentMethodType, paymentMethodTypes, ruleMethods } from '../../domain/kernel/enums.ts'
import type { Command, FlagName, FlagValues } from '../flags.ts'
import { amount, count, json } from './input.ts'

/** The flags that say which requests a rule is for. */
const conditions = [
  'reference',
  'method',
  'path',
  'customer',
  'payment-method',
  'card',
  'email',
  'account',
  'amount',
  'cents',
  'currency',
  'meta',
] as const satisfies readonly FlagName[]

const about = {
  reference: 'only requests with this reference, or with this beginning, as in order-17*',
  path: 'only this path and those below it',
  'payment-method': 'only payment methods of this type, or the one with this id',
  amount: 'only this amount',
  currency: 'only this currency',
  count: 'remove the rule after this many requests',
} as const

const words = { METHOD: ruleMethods, TYPE: paymentMethodTypes } as const

export const ruleCommands: Record<string, Command> = {
  next: {
    takes: 'KEY',
    help: 'apply a key to the next request that it is about',
    flags: conditions,
    about,
    words,
    run: (e, [key = ''], flags) => e.next(key, whenOf(flags)),
  },
  'rules list': { help: 'list the rules that were added', run: (e) => e.rules.list() },
  'rules add': {
    takes: 'KEY',
    help: 'apply a key, such as issuer:do_not_honor, to requests without one',
    flags: [...conditions, 'share', 'count', 'for'],
    about,
    words,
    run: (e, [key = ''], { share, count: most, for: time, ...flags }) =>
      e.rules.add({ key, when: whenOf(flags), share: amount(share), count: count(most), for: time }),
  },
  'rules remove': {
    takes: '[ID]',
    help: 'remove a rule, or all',
    run: async (e, [id]) => ({ deleted: await e.rules.remove(id) }),
  },
}

function whenOf(flags: FlagValues): Parameters<EmulatorClient['next']>[1] {
  const method = flags['payment-method']
  const isType = (paymentMethodTypes as readonly (string | undefined)[]).includes(method)
  return {
    method: flags.method as 'POST' | undefined,
    path: flags.path,
    reference: flags.reference,
    customerId: flags.customer,
    ...(isType ? { paymentMethod: method as PaymentMethodType } : { paymentMethodId: method }),
    card: flags.card === undefined ? undefined : cardOf(flags.card),
    email: flags.email,
    accountNumber: flags.account,
    amount: amount(flags.amount),
    cents: count(flags.cents),
    currency: flags.currency,
    meta: flags.meta === undefined ? undefined : (json(flags.meta) as Record<string, string>),
  }
}

function cardOf(text: string): { first6?: string; last4: string } {
  const [, first6, last4] = /^(?:(\d{6})-)?(\d{4})$/.exec(text) ?? []
  if (last4 === undefined)
    throw new ConfigError(`--card is "${text}", but must be four digits, or six, a hyphen and four`)
  return first6 === undefined ? { last4 } : { first6, last4 }
}
