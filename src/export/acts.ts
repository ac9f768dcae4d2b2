import { formatDuration } from '../domain/kernel/duration.ts'
import type { Act } from '../domain/kernel/session.ts'
import { snakeKeys } from '../domain/kernel/values.ts'
import { type ControlStep, Text, type Value } from './script.ts'
import { type Known, valueWith } from './values.ts'

/** The acts that are calls of the control interface. */
type Call = Exclude<Act, { kind: 'timer' | 'advance' | 'clock' | 'play' | 'elsewhere' }>

type Writer<K extends Call['kind']> = (
  act: Extract<Call, { kind: K }>,
  context: { at: number; idOf: (id: string) => Value; known: Known },
) => Omit<ControlStep, 'kind'>

const below = (start: string, id: Value, end: string): Value =>
  typeof id === 'string' ? start + id + end : new Text([start, id as never, end])

/** An object without the members that are undefined. */
const given = (members: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Record<
    string,
    Value
  >

/** Each kind of act as a call. */
const calls: { [K in Call['kind']]: Writer<K> } = {
  payer: ({ id, action, processorResponse }, { idOf }) => ({
    title: `the payer: ${action}`,
    client: {
      method: `charges.${action}`,
      args: [idOf(id), ...(processorResponse === undefined ? [] : [{ processorResponse }])],
    },
    method: 'POST',
    path: below('/_emulator/charges/', idOf(id), '/payer'),
    body: given({ action, processor_response: processorResponse }),
  }),
  outcome: ({ id, status, completeMessage }, { idOf }) => ({
    title: `the transfer ends: ${status}`,
    client: {
      method: 'transfers.outcome',
      args: [idOf(id), status, ...(completeMessage === undefined ? [] : [{ completeMessage }])],
    },
    method: 'POST',
    path: below('/_emulator/transfers/', idOf(id), '/outcome'),
    body: given({ status, complete_message: completeMessage }),
  }),
  pay_in: ({ id, amount, originatorName, originatorBankName }, { idOf }) => {
    const options = given({ amount, originatorName, originatorBankName })
    const isPlain = Object.keys(options).length === 0
    return {
      title: 'the payer pays into the virtual account',
      client: { method: 'virtualAccounts.pay', args: [idOf(id), ...(isPlain ? [] : [options])] },
      method: 'POST',
      path: below('/_emulator/virtual-accounts/', idOf(id), '/pay'),
      body: isPlain ? undefined : (snakeKeys(options) as Value),
    }
  },
  chargeback: ({ id, status }, { idOf }) => ({
    title: `the bank decides the chargeback: ${status}`,
    client: { method: 'chargebacks.outcome', args: [idOf(id), status] },
    method: 'POST',
    path: below('/_emulator/chargebacks/', idOf(id), '/outcome'),
    body: { status },
  }),
  rule: ({ terms: { key, when, share }, remaining, until }, { at, known }) => {
    const time = until === undefined ? undefined : formatDuration(until - at)
    const rest = given({ count: remaining, share: share === 1 ? undefined : share, for: time })
    const conditions = (form: object): Value | undefined =>
      Object.keys(form).length === 0 ? undefined : exceptBeginnings(valueWith(form, known), form)
    return {
      title: `requests get ${key}`,
      client:
        remaining === 1 && share === 1 && until === undefined
          ? { method: 'next', args: [key, conditions(when)].filter((part) => part !== undefined) }
          : { method: 'rules.add', args: [given({ key, when: conditions(when), ...rest })] },
      method: 'POST',
      path: '/_emulator/rules',
      body: given({ key, when: conditions(snakeKeys(when)), ...rest }),
    }
  },
  remove_rules: () => ({
    title: 'the rules are removed',
    client: { method: 'rules.remove', args: [] },
    method: 'DELETE',
    path: '/_emulator/rules',
    body: undefined,
  }),
  hold: ({ hold }) => ({
    title: hold ? 'deliveries are held' : 'held deliveries are released',
    client: { method: hold ? 'webhooks.hold' : 'webhooks.release', args: [] },
    method: 'POST',
    path: `/_emulator/webhooks/${hold ? 'hold' : 'release'}`,
    body: undefined,
  }),
  revoke: () => ({
    title: 'the access tokens are revoked',
    client: { method: 'tokens.revoke', args: [] },
    method: 'POST',
    path: '/_emulator/tokens/revoke',
    body: undefined,
  }),
  send: ({ type, data, id, scenario }, { idOf, known }) => {
    const rest = given({
      data: data === undefined ? undefined : valueWith(data, known),
      id: id === undefined ? undefined : idOf(id),
      scenario,
    })
    return {
      title: `${type} is created`,
      client: { method: 'webhooks.send', args: [type, ...(Object.keys(rest).length > 0 ? [rest] : [])] },
      method: 'POST',
      path: '/_emulator/webhooks/events',
      body: { type, ...rest },
    }
  },
}

/** A pattern such as `order-17*` stays as it is: it is for references that begin so. */
const exceptBeginnings = (value: Value, from: object): Value => {
  const { reference } = from as { reference?: string }
  return reference?.endsWith('*') ? { ...(value as Record<string, Value>), reference } : value
}

/** An act of a tester as a step. */
export const controlStep = (
  act: Call,
  at: number,
  idOf: (id: string) => Value,
  known: Known,
): ControlStep => ({
  kind: 'control',
  ...(calls[act.kind] as Writer<Call['kind']>)(act as never, { at, idOf, known }),
})
