import type * as z from 'zod'
import { checkCard, type NewCard } from '../../domain/customer/card.ts'
import { customerByEmail } from '../../domain/customer/commands.ts'
import type { PaymentMethod } from '../../domain/customer/payment-method.ts'
import { Refusal } from '../../domain/kernel/errors.ts'
import type { RuleSubject } from '../../domain/scenario/rule-match.ts'
import { decryptionOf } from '../../emulator/context.ts'
import { operation, type Request } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { ChargeEnvelope, CreateCharge, chargeAnswer } from './charges.ts'
import { toAuthorization, warnOfUnusedFacets, writes } from './common.ts'
import { CreateCustomer, customerDetails } from './customers.ts'
import { CreateOrder, OrderEnvelope, orderAuthorization, presentOrderNow } from './orders.ts'
import { DirectPaymentMethod, methodInput, standInWarning } from './payment-methods.ts'

const stored = { customer_id: true, payment_method_id: true } as const
const payer = { customer: CreateCustomer, payment_method: DirectPaymentMethod }

// Not a card: no page of the emulator shows a full card number, not even in an example.
const example = {
  amount: 1500.5,
  currency: 'GHS',
  reference: 'order-2030-0001',
  customer: { email: 'adaobi@example.com' },
  payment_method: {
    type: 'mobile_money',
    mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
  },
}

const DirectCharge = CreateCharge.omit({ ...stored, recurring: true, order_id: true })
  .extend(payer)
  .meta({ examples: [example] })
const DirectOrder = CreateOrder.omit(stored)
  .extend(payer)
  .meta({ examples: [example] })

/** What direct charges and orders have in common. */
const direct = (
  request: Request<z.output<typeof DirectCharge> | z.output<typeof DirectOrder>, undefined>,
) => {
  const { body, plan, baseUrl } = request
  return {
    payer: {
      customer: { ...customerDetails(body.customer), email: body.customer.email },
      paymentMethod: methodInput(body.payment_method),
    },
    amount: body.amount,
    currency: body.currency,
    reference: body.reference,
    meta: body.meta,
    redirectUrl: body.redirect_url,
    merchantVatAmount: body.merchant_vat_amount,
    plan,
    baseUrl,
  }
}

/** What rules compare in them. Cards are decrypted, so encrypted ones match as well; one that will be refused matches nothing. */
function subject({
  body,
  world,
  emulator,
}: Pick<
  Request<z.output<typeof DirectCharge> | z.output<typeof DirectOrder>, undefined>,
  'body' | 'world' | 'emulator'
>): Partial<RuleSubject> {
  const { type, details } = methodInput(body.payment_method)
  const sent = (): object =>
    checkCard(details as NewCard, decryptionOf(emulator.ports, world.fixtures)).stored
  const known = type === 'card' ? unlessRefused(sent) : details
  const { email } = body.customer
  return {
    reference: body.reference,
    customerId: customerByEmail(world.state, email)?.id,
    email,
    // What is not stored yet has no id, which rules do not read.
    paymentMethod: known && ({ type, details: known } as PaymentMethod),
    paymentMethodType: known && type,
    amount: body.amount,
    currency: body.currency,
    meta: body.meta,
  }
}

function unlessRefused<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

const common = {
  ...writes('Orchestration'),
  method: 'post',
  refusals: [409],
} as const
const description =
  'A customer with the e-mail address, whatever its case, is used as it is; otherwise one is created. If any part is refused, nothing is created.'

export const orchestrationOperations = [
  operation({
    ...common,
    id: 'createDirectCharge',
    creates: 'charge',
    path: '/orchestration/direct-charges',
    summary: 'Create customer, payment method and charge in one call',
    description,
    body: DirectCharge,
    subject,
    responses: { 201: ChargeEnvelope },
    handle: (request) => {
      const { world, body, warn, emulator } = request
      warnOfUnusedFacets(request, 'charge')
      const input = { ...direct(request), authorization: toAuthorization(body.authorization) }
      const { made, isStandIn } = world.dispatch('direct.charge', input)
      if (isStandIn) warn(`payment_method.${standInWarning(emulator)}`)
      return chargeAnswer(request, 201, 'Charge created', made)
    },
  }),
  operation({
    ...common,
    id: 'createDirectOrder',
    creates: 'order',
    path: '/orchestration/direct-orders',
    summary: 'Create customer, payment method and order in one call',
    description,
    body: DirectOrder,
    subject,
    responses: { 201: OrderEnvelope },
    handle: (request) => {
      const { world, body, warn, emulator } = request
      const { made, isStandIn } = world.dispatch('direct.order', {
        ...direct(request),
        ...orderAuthorization(body.authorization),
        description: body.description,
      })
      if (isStandIn) warn(`payment_method.${standInWarning(emulator)}`)
      return success(201, 'Order created', presentOrderNow(request, made.id))
    },
  }),
]
