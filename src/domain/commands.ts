import { keepResponse } from './access/idempotency.ts'
import { revokeTokens, storeToken } from './access/token.ts'
import { payBill, payBills } from './bill/pay.ts'
import { createCharge, fireChargeTimer, payCharge, readCharge, updateCharge } from './charge/commands.ts'
import { playCharge } from './charge/play.ts'
import {
  answerChargeback,
  createChargeback,
  fireChargebackTimer,
  setChargebackOutcome,
} from './chargeback/commands.ts'
import { createAccountBatch, createCheckoutAccount } from './checkout/account.ts'
import { answerCheckout } from './checkout/answer.ts'
import { createChargeBatch } from './checkout/batch.ts'
import { createCheckout } from './checkout/charge.ts'
import { createLink, disableLink, payLink } from './checkout/link.ts'
import { createCustomer, updateCustomer } from './customer/commands.ts'
import { createPaymentMethod } from './customer/payment-method-commands.ts'
import type { Decision } from './kernel/decision.ts'
import type { Context, State } from './kernel/state.ts'
import type { LaterCommand } from './kernel/timer-commands.ts'
import { createDirectCharge, createDirectOrder } from './orchestration/commands.ts'
import {
  authorizeOrder,
  captureOrder,
  closeOrder,
  createOrder,
  describeOrder,
  voidOrder,
} from './order/commands.ts'
import { createRefund, endRefund } from './refund/commands.ts'
import { addRule, countUse, removeRules, useRule } from './scenario/commands.ts'
import { createBatch } from './transfer/batch.ts'
import { createBeneficiary, removeBeneficiary } from './transfer/beneficiary-commands.ts'
import { createTransfer, fireTransferTimer, retryTransfer, setTransferOutcome } from './transfer/commands.ts'
import {
  closeVirtualAccount,
  createVirtualAccount,
  expireVirtualAccount,
  payVirtualAccount,
} from './virtual-account/commands.ts'
import {
  addEndpoint,
  finishAttempt,
  holdDeliveries,
  recordEvent,
  removeEndpoints,
  startDelivery,
} from './webhook/commands.ts'

// biome-ignore lint/suspicious/noExplicitAny: the one place where handlers of every input and result stand together
type Handler = (state: State, input: any, context: Context) => Decision<unknown>

/** For each command of a timer or decision, a handler that takes its input. */
type Later = {
  [T in LaterCommand['type']]: (
    state: State,
    input: Extract<LaterCommand, { type: T }>['input'],
    context: Context,
  ) => Decision<unknown>
}

/** Everything that can change a world: requests, timers and the dashboard dispatch these commands. */
export const commands = {
  'charge.create': createCharge,
  'charge.update': updateCharge,
  'charge.read': readCharge,
  'charge.pay': payCharge,
  'charge.play': playCharge,
  'charge.timer': fireChargeTimer,
  'checkout.create': createCheckout,
  'checkout.batch': createChargeBatch,
  'checkout.answer': answerCheckout,
  'checkout.account': createCheckoutAccount,
  'checkout.accounts': createAccountBatch,
  'link.create': createLink,
  'link.pay': payLink,
  'link.disable': disableLink,
  'customer.create': createCustomer,
  'customer.update': updateCustomer,
  'paymentMethod.create': createPaymentMethod,
  'sequence.use': countUse,
  'token.store': storeToken,
  'token.revoke': revokeTokens,
  'idempotency.keep': keepResponse,
  'order.create': createOrder,
  'order.authorized': authorizeOrder,
  'order.charged': closeOrder,
  'order.capture': captureOrder,
  'order.void': voidOrder,
  'order.describe': describeOrder,
  'direct.charge': createDirectCharge,
  'direct.order': createDirectOrder,
  'refund.create': createRefund,
  'refund.due': endRefund,
  'chargeback.create': createChargeback,
  'chargeback.answer': answerChargeback,
  'chargeback.outcome': setChargebackOutcome,
  'chargeback.due': fireChargebackTimer,
  'transfer.create': createTransfer,
  'transfer.retry': retryTransfer,
  'transfer.timer': fireTransferTimer,
  'transfer.outcome': setTransferOutcome,
  'batch.create': createBatch,
  'bill.pay': payBill,
  'bill.payAll': payBills,
  'beneficiary.create': createBeneficiary,
  'beneficiary.remove': removeBeneficiary,
  'virtualAccount.create': createVirtualAccount,
  'virtualAccount.close': closeVirtualAccount,
  'virtualAccount.pay': payVirtualAccount,
  'virtualAccount.due': expireVirtualAccount,
  'event.record': recordEvent,
  'delivery.due': startDelivery,
  'delivery.attempted': finishAttempt,
  'deliveries.hold': holdDeliveries,
  'rule.add': addRule,
  'rule.remove': removeRules,
  'rule.use': useRule,
  'endpoint.add': addEndpoint,
  'endpoint.remove': removeEndpoints,
} as const satisfies Record<string, Handler> & Later

export type CommandType = keyof typeof commands
export type CommandInput<K extends CommandType> = Parameters<(typeof commands)[K]>[1]
export type CommandResult<K extends CommandType> =
  ReturnType<(typeof commands)[K]> extends Decision<infer R> ? R : never
