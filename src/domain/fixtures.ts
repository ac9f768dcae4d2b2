import { z } from 'zod'
import type { Customer } from './customer.ts'
import { Duration } from './duration.ts'
import type { FeeSchedule } from './fees.ts'
import { toV3Fixtures, type V3Fixtures, v3Members } from './fixtures-v3.ts'
import {
  methodMembers,
  type PaymentMethod,
  PaymentMethodDetails,
  paymentMethodTypes,
  type UnstoredMethod,
} from './payment-method.ts'
import { type Client, scopes } from './token.ts'
import { Address, camelKeys, Email, Identifier, Meta, Name, Phone } from './values.ts'

const FeeRule = z
  .object({
    type: z.string().min(1),
    percent: z.number().min(0).max(100).optional(),
    of: z.string().optional(),
    flat: z.number().min(0).optional(),
    cap: z.number().min(0).optional(),
    from: z.number().min(0).optional(),
    currencies: z.array(z.string()).optional(),
  })
  .strict()

/** What every world is made from: the documents of the `fixtures` folder, put together. */
export const FixtureDocument = z
  .object({
    clients: z
      .array(z.object({ id: Identifier, secret: Identifier, scopes: z.array(z.enum(scopes)) }).strict())
      .min(1),
    secret_keys: z.array(Identifier).min(1),
    pin_encryption: z.enum(['off', 'strict']).default('off'),
    pin_encryption_key: z.string().describe('AES-256 key, base64'),
    settle_after: Duration,
    fees: z.record(z.enum(paymentMethodTypes), z.array(FeeRule)),
    customers: z.array(
      z.object({
        id: Identifier,
        email: Email,
        name: Name.optional(),
        phone: Phone.optional(),
        address: Address.optional(),
        meta: Meta.optional(),
      }),
    ),
    payment_methods: z.array(PaymentMethodDetails),
    ...v3Members,
  })
  .strict()

export interface Fixtures {
  clients: Client[]
  secretKeys: string[]
  pinEncryption: 'off' | 'strict'
  pinEncryptionKey: string
  settleAfter: number
  fees: FeeSchedule
  /** Without the instant at which a world is made, which is their `createdAt`. */
  customers: Omit<Customer, 'createdAt'>[]
  paymentMethods: UnstoredMethod[]
  v3: V3Fixtures
}

/** Checked fixture documents in the shape used inside. */
export function toFixtures(document: z.output<typeof FixtureDocument>): Fixtures {
  return {
    clients: document.clients,
    secretKeys: document.secret_keys,
    pinEncryption: document.pin_encryption,
    pinEncryptionKey: document.pin_encryption_key,
    settleAfter: document.settle_after,
    fees: document.fees as FeeSchedule,
    customers: document.customers.map((customer) => camelKeys(customer)) as Fixtures['customers'],
    paymentMethods: document.payment_methods.map((method) => toPaymentMethod(method)),
    v3: toV3Fixtures(document),
  }
}

/** A payment method from its wire form: the member named like its type becomes `details`. */
export function toPaymentMethod(wire: z.output<typeof PaymentMethodDetails>): UnstoredMethod {
  const member = (wire as Record<string, unknown>)[wire.type] as object | undefined
  return {
    id: wire.id,
    type: wire.type,
    customerId: wire.customer_id,
    details: camelKeys(member ?? {}),
    meta: wire.meta,
    deviceFingerprint: wire.device_fingerprint,
    clientIp: wire.client_ip,
    // The member that has the type's name is that type's, which the compiler cannot see.
  } as UnstoredMethod
}

/** The titles of the payment methods' types, for pages and the catalogue. */
export const methodTitle = (type: PaymentMethod['type']): string => methodMembers[type].title
