import type { PaymentMethod, WirePaymentMethod } from '../domain/payment-method.ts'
import { snakeKeys } from '../domain/values.ts'
import { isoTime } from './time.ts'

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
