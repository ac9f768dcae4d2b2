import { timerId } from '../charge/flow.ts'
import type { Charge } from '../charge/model.ts'
import { moneyIs } from '../chargeback/rules.ts'
import type { FieldError } from '../kernel/errors.ts'
import { v3Number } from '../kernel/reference.ts'
import type { Collections } from '../kernel/state.ts'
import type { Order } from '../order/model.ts'
import { transferTimerId } from '../transfer/decide.ts'
import type { Transfer } from '../transfer/model.ts'
import { hasForm } from '../webhook/forms.ts'
import { checkCollections, equal } from './collection-rules.ts'
import { Records, type ReportProblem } from './records.ts'
import type { Limits, Snapshot } from './snapshot.ts'
import { checkTimers } from './timer-rules.ts'

/** A check of one value against the rest of the snapshot. */
type Rule<T> = (value: T, records: Records, report: ReportProblem, index: number) => void

const rules: { [K in keyof Collections]?: Rule<Collections[K]> } = {
  charges(charge, records, report, index) {
    if (charge.number !== v3Number('charges', index))
      report('number', `must be ${v3Number('charges', index)}`)
    aboutPayer(charge, records, report)
    if (charge.orderId !== undefined && !records.get('orders', charge.orderId))
      report('orderId', 'must be the id of an order in the snapshot')
    for (const name of charge.timers) {
      const input = records.timers.get(timerId(charge.id, name))?.command.input
      if (input === undefined || !('step' in input) || input.step !== charge.step)
        report('timers', `"${name}" requires the timer "${timerId(charge.id, name)}" for step ${charge.step}`)
    }
    const linkId = charge.v3?.linkId
    if (linkId !== undefined && !records.get('links', linkId)?.attempts.includes(charge.id))
      report('v3.linkId', 'must be the id of a payment link whose attempts include this charge')
    const accountId = charge.virtualAccountId
    if (accountId !== undefined && !records.get('virtualAccounts', accountId))
      report('virtualAccountId', 'must be the id of a virtual account in the snapshot')
  },
  links({ id, attempts }, records, report) {
    if (attempts.some((attempt) => records.get('charges', attempt)?.v3?.linkId !== id))
      report('attempts', 'must be ids of charges whose v3.linkId is this one')
  },
  orders(order, records, report) {
    const charge = records.get('charges', order.chargeId)
    if (charge === undefined) {
      report('chargeId', 'must be the id of a charge in the snapshot')
      return
    }
    const same = { reference: charge.reference, currency: charge.currency } as const
    for (const [member, value] of Object.entries(same))
      if (order[member as keyof typeof same] !== value) report(member, 'must be that of its charge')
    if (order.customerId !== charge.customer.id) report('customerId', 'must be that of its charge')
    if (order.paymentMethodId !== charge.method.id) report('paymentMethodId', 'must be that of its charge')
    if (!(ends[order.status] as readonly string[]).includes(charge.status))
      report('status', `cannot be ${order.status} while its charge is ${charge.status}`)
    const captures = order.captures.map((id) => records.get('charges', id))
    if (captures.some((capture) => !capture || !captured(order, capture)))
      report('captures', 'must be ids of charges that captured a part of this order')
    else if (!equal(order.capturedAmount, sum(captures as Charge[]), order.amount))
      report('capturedAmount', 'must be the sum of its captures')
  },
  refunds(refund, records, report) {
    const charge = records.get('charges', refund.chargeId)
    if (charge === undefined) report('chargeId', 'must be the id of a charge in the snapshot')
    else {
      if (refund.reference !== charge.reference) report('reference', 'must be that of its charge')
      if (refund.currency !== charge.currency) report('currency', 'must be that of its charge')
    }
    if ((refund.status === 'pending') !== records.timers.has(refund.id))
      report('status', 'must be pending if the snapshot contains its timer, and only then')
  },
  transfers(transfer, records, report, index) {
    if (transfer.id !== String(v3Number('transfers', index)))
      report('id', `must be "${v3Number('transfers', index)}"`)
    if (!records.get('balances', transfer.debitCurrency))
      report('debitCurrency', 'must be the currency of a balance in the snapshot')
    const { retryOf, retries, id } = transfer
    const first = retryOf === undefined ? undefined : records.get('transfers', retryOf)
    if (retryOf !== undefined && (first?.retryOf !== undefined || !first?.retries.includes(id)))
      report('retryOf', 'must be the id of a transfer whose retries include this one')
    if (retries.some((retry) => records.get('transfers', retry)?.retryOf !== id))
      report('retries', 'must be ids of transfers whose retryOf is this one')
    const step = records.timers.get(transferTimerId(id))?.command.input
    if (!fits(transfer, step && 'step' in step ? step.step : undefined))
      report('status', 'contradicts the timer of the transfer')
  },
  chargebacks({ id, chargeId, reference, currency, status }, records, report) {
    const charge = records.get('charges', chargeId)
    if (charge === undefined) report('chargeId', 'must be the id of a charge in the snapshot')
    else {
      if (reference !== charge.reference) report('reference', 'must be that of its charge')
      if (currency !== charge.currency) report('currency', 'must be that of its charge')
    }
    if ((moneyIs[status] === 'held') !== records.timers.has(id))
      report(
        'status',
        'must wait for an answer or a decision if the snapshot contains its timer, and only then',
      )
  },
  batches({ id, transfers }, records, report, index) {
    if (id !== String(v3Number('batches', index))) report('id', `must be "${v3Number('batches', index)}"`)
    if (transfers.some((transfer) => !records.get('transfers', transfer)))
      report('transfers', 'must be ids of transfers in the snapshot')
  },
  chargeBatches({ id, charges }, records, report, index) {
    if (id !== String(v3Number('chargeBatches', index)))
      report('id', `must be "${v3Number('chargeBatches', index)}"`)
    if (charges.some((charge) => !records.get('charges', charge)))
      report('charges', 'must be ids of charges in the snapshot')
  },
  bills({ id }, _records, report, index) {
    if (id !== String(v3Number('bills', index))) report('id', `must be "${v3Number('bills', index)}"`)
  },
  virtualAccounts({ id, customerId, lastChargeId, status, expiresAt }, records, report) {
    if (!records.get('customers', customerId))
      report('customerId', 'must be the id of a customer in the snapshot')
    if (lastChargeId !== undefined && !records.get('charges', lastChargeId))
      report('lastChargeId', 'must be the id of a charge in the snapshot')
    if ((status === 'active') !== (records.timers.get(id)?.at === expiresAt))
      report('status', 'must be active if the snapshot contains its timer, at expiresAt, and only then')
  },
  accountBatches({ accounts }, records, report) {
    if (accounts.some((account) => !records.get('virtualAccounts', account)))
      report('accounts', 'must be ids of virtual accounts in the snapshot')
  },
  events({ id, subject, deliveries }, records, report) {
    if (subject !== undefined) {
      const now = records.get(subject.collection, subject.value.id)
      if (now?.reference !== subject.value.reference)
        report(
          'subject.value.id',
          `must be the id of one of the ${subject.collection} in the snapshot, with the same reference`,
        )
      if (subject.collection === 'charges')
        aboutPayer(subject.value, records, (member, rule) => report(`subject.value.${member}`, rule))
    }
    const wrong = deliveries.find((delivery) => {
      const found = records.get('deliveries', delivery)
      return found ? found.eventId !== id : !records.mayHaveHad('deliveries', delivery)
    })
    if (wrong !== undefined) report('deliveries', `"${wrong}" is not a delivery of this event`)
  },
  deliveries({ id, eventId, endpoint }, records, report) {
    const event = records.get('events', eventId)
    if (event ? !event.deliveries.includes(id) : !records.mayHaveHad('events', eventId))
      report('eventId', 'must be the id of an event whose deliveries include this one')
    if (event && !hasForm(event.type, endpoint.form))
      report('endpoint.form', `must be a form that ${event.type} has`)
  },
  reversals({ deliveries }, records, report) {
    if (!deliveries.every((id) => records.mayHaveHad('deliveries', id)))
      report('deliveries', 'must be ids of deliveries in the snapshot')
  },
}

/** A charge contains its customer, which may have changed since, and its payment method, which never changes. */
function aboutPayer({ customer, method }: Charge, records: Records, report: ReportProblem): void {
  if (!records.get('customers', customer.id))
    report('customer.id', 'must be the id of a customer in the snapshot')
  if (records.get('paymentMethods', method.id) !== method)
    report('method', 'must equal the entry of paymentMethods with the same id')
}

/** The statuses that the charge of an order may have, by status of the order. */
const ends = {
  pending: ['pending'],
  authorized: ['pending'],
  'partially-completed': ['pending', 'succeeded', 'failed', 'voided'],
  completed: ['succeeded', 'failed', 'voided'],
  voided: ['voided'],
  failed: ['failed'],
} as const satisfies Record<Order['status'], readonly Charge['status'][]>

const captured = (order: Order, { id, orderId, status }: Charge): boolean =>
  status === 'succeeded' && (id === order.chargeId || orderId === order.id)

/** Whether the timer of a transfer has the step that its status requires; `step` is undefined if there is no timer. */
function fits({ status, isApproved, course }: Transfer, step: string | number | undefined): boolean {
  switch (status) {
    case 'NEW':
      return step === (isApproved ? 'pending' : undefined)
    case 'PENDING':
      return step === (course.settlesAfter === undefined ? undefined : 'settle')
    case 'SUCCESSFUL':
      return step === undefined || step === 'reverse'
    case 'FAILED':
      return step === undefined
  }
}

const sum = (values: readonly { amount: number }[]): number =>
  values.reduce((total, { amount }) => total + amount, 0)

/** Everything in a snapshot that refers to a missing value, contradicts another value, or is duplicated. */
export function looseEnds(snapshot: Snapshot, limits: Limits): FieldError[] {
  const problems: FieldError[] = []
  const { state } = snapshot
  const records = new Records(snapshot, limits)
  const below =
    (place: string): ReportProblem =>
    (member, message) =>
      problems.push({ field: `${place}.${member}`, message })
  for (const name of Object.keys(state) as (keyof Collections)[]) {
    const values = state[name]
    if (records.size(name) < values.length) below('state')(name, 'contains duplicate ids')
    const rule = rules[name] as Rule<{ id: string }> | undefined
    if (rule)
      for (const [index, value] of values.entries())
        rule(value, records, below(`state.${name}.${index}`), index)
  }
  checkCollections(state, below('state'))
  checkTimers(snapshot.timers, records, below('timers'))
  return problems
}
