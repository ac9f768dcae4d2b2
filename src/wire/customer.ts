import * as z from 'zod'
import type { Customer } from '../domain/customer/model.ts'
import { Address, DateTime, Email, Meta, Name, Phone, snakeKeys } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** contract, Customer. */
export const WireCustomer = z
  .strictObject({
    id: z.string(),
    address: Address.optional(),
    email: Email,
    name: Name.optional(),
    phone: Phone.optional(),
    meta: Meta,
    created_datetime: DateTime,
  })
  .meta({ id: 'Customer', description: 'A customer' })

/** The wire form of a customer. */
export const presentCustomer = ({
  createdAt,
  meta,
  ...customer
}: Customer): z.input<typeof WireCustomer> => ({
  ...(snakeKeys(customer) as Omit<z.input<typeof WireCustomer>, 'meta' | 'created_datetime'>),
  meta: meta ?? {},
  created_datetime: isoTime(createdAt),
})
