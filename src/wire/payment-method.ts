import type { z } from 'zod'
import { type PaymentMethod, PaymentMethodDetails } from '../domain/payment-method.ts'
import { snakeKeys } from '../domain/values.ts'
import { isoTime } from './time.ts'

/** contract, Payment method. */
export const WirePaymentMethod = PaymentMethodDetails.meta({
  id: 'PaymentMethod',
  description: 'A payment method, discriminated by `type`',
})
export type WirePaymentMethod = z.output<typeof WirePaymentMethod>

/** Wire forms of payment methods, which never change once stored: a charge that shows one does not build it again. */
const presented = new WeakMap<PaymentMethod, WirePaymentMethod>()

/** A payment method as the service shows it, its type's member under the type's name. */
export function presentPaymentMethod(method: PaymentMethod): WirePaymentMethod {
  let wire = presented.get(method)
  if (wire === undefined) {
    wire = {
      id: method.id,
      type: method.type,
      ...(method.customerId !== undefined && { customer_id: method.customerId }),
      [method.type]: snakeKeys(method.details),
      ...(method.meta && { meta: method.meta }),
      ...(method.deviceFingerprint !== undefined && { device_fingerprint: method.deviceFingerprint }),
      ...(method.clientIp !== undefined && { client_ip: method.clientIp }),
      created_datetime: isoTime(method.createdAt),
    } as WirePaymentMethod
    presented.set(method, wire)
  }
  return wire
}
