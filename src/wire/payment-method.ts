import type { z } from 'zod'
import { type PaymentMethod, PaymentMethodDetails } from '../domain/customer/payment-method.ts'
import { snakeKeys } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** contract, Payment method. */
export const WirePaymentMethod = PaymentMethodDetails.meta({
  id: 'PaymentMethod',
  description: 'A payment method, discriminated by `type`',
})
export type WirePaymentMethod = z.output<typeof WirePaymentMethod>

/** The wire form of a payment method; the details are under a member named after the type. */
export const presentPaymentMethod = (method: PaymentMethod): WirePaymentMethod =>
  ({
    id: method.id,
    type: method.type,
    ...(method.customerId !== undefined && { customer_id: method.customerId }),
    [method.type]: snakeKeys(method.details),
    ...(method.meta && { meta: method.meta }),
    ...(method.deviceFingerprint !== undefined && { device_fingerprint: method.deviceFingerprint }),
    ...(method.clientIp !== undefined && { client_ip: method.clientIp }),
    created_datetime: isoTime(method.createdAt),
  }) as WirePaymentMethod
