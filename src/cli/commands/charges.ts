import { request } from '../../client/http.ts'
import type {
  Charge,
  ChargeStatus,
  EmulatorClient,
  PaymentMethodType,
  ProcessorResponse,
} from '../../client.ts'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { chargeStatuses, type PayerAction, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import type { Command } from '../flags.ts'
import { amount, count } from './input.ts'

const act =
  (action: Exclude<PayerAction, 'abandon'>): Command['run'] =>
  (emulator, [id = ''], flags) =>
    emulator.charges[action](id, {
      processorResponse: flags['processor-response'] as ProcessorResponse | undefined,
    })

const verdict = { flags: ['processor-response'], words: { TYPE: processorResponseTypes } } as const

export const chargeCommands: Record<string, Command> = {
  'charges list': {
    help: 'list charges, newest first',
    flags: ['status', 'reference', 'limit'],
    words: { STATUS: chargeStatuses },
    columns: {
      created: 'created_datetime',
      id: 'id',
      reference: 'reference',
      status: 'status',
      amount: 'amount',
      currency: 'currency',
      method: 'payment_method_details.type',
      next_action: 'next_action.type',
      processor_response: 'processor_response.type',
    },
    run: (e, _, { status, reference, limit }) =>
      e.charges.list({ status: status as ChargeStatus | undefined, reference, limit: count(limit) }),
  },
  'charges create': {
    takes: '[KEY]',
    help: 'create a charge through the service, such as scenario:auth_pin',
    flags: [
      'amount',
      'currency',
      'reference',
      'payment-method',
      'redirect-url',
      'client-id',
      'client-secret',
    ],
    about: { reference: 'reference of the charge (a new one)' },
    words: { TYPE: paymentMethodTypes },
    run: (e, [key], flags) => create(e, key, flags),
  },
  'charges show': {
    takes: 'ID|REFERENCE',
    help: 'show the history, timers and accepted answer of a charge',
    run: (e, [id = '']) => e.charges.inspect(id),
  },
  pay: {
    takes: 'ID|REFERENCE',
    help: 'play merchant and payer until a charge has ended',
    ...verdict,
    run: (e, [id = ''], flags) =>
      e.pay(id, { processorResponse: flags['processor-response'] as ProcessorResponse | undefined }),
  },
  'charges approve': {
    takes: 'ID|REFERENCE',
    help: 'approve as the payer',
    ...verdict,
    run: act('approve'),
  },
  'charges decline': {
    takes: 'ID|REFERENCE',
    help: 'decline as the payer',
    ...verdict,
    run: act('decline'),
  },
  'charges abandon': {
    takes: 'ID|REFERENCE',
    help: 'abandon as the payer',
    run: (e, [id = '']) => e.charges.abandon(id),
  },
}

interface Method {
  id: string
  customer_id: string
}

/** Creates a charge through the service interface, as a merchant would. */
async function create(
  emulator: EmulatorClient,
  key: string | undefined,
  flags: Parameters<Command['run']>[2],
): Promise<Charge> {
  const token = await emulator.token({ clientId: flags['client-id'], clientSecret: flags['client-secret'] })
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
    return (await request<{ data: T }>(emulator.fetch, emulator.url + path, { ...init, headers })).data
  }
  const wanted = flags['payment-method'] ?? (await fittingType(emulator, key))
  const isType = (paymentMethodTypes as readonly string[]).includes(wanted)
  const method = isType
    ? (await ask<Method[]>(`/payment-methods?type=${wanted}&size=50`)).at(-1)
    : await ask<Method>(`/payment-methods/${encodeURIComponent(wanted)}`)
  return ask<Charge>('/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'x-scenario-key': key }) },
    body: JSON.stringify({
      amount: amount(flags.amount) ?? 1000,
      currency: flags.currency ?? 'NGN',
      reference: flags.reference ?? `cli-${crypto.randomUUID().slice(0, 13)}`,
      customer_id: method?.customer_id,
      payment_method_id: method?.id,
      redirect_url: flags['redirect-url'],
    }),
  })
}

/** The first payment method type that a key supports; a card if it supports all. */
async function fittingType(emulator: EmulatorClient, key: string | undefined): Promise<PaymentMethodType> {
  if (key === undefined) return 'card'
  return (await emulator.scenarios.explain(key)).payment_methods?.[0] ?? 'card'
}
