import * as z from 'zod'
import { Address, Email, Identifier, Meta, Name, Phone } from '../kernel/values.ts'
import { internalForm } from '../stored/internal-form.ts'
import { maybe, type Stored, time } from '../stored/parts.ts'

/** A customer (contract, Customer) as it is stored; `createdAt` in milliseconds. */
export const storedCustomer = () =>
  z.strictObject({
    id: Identifier,
    email: Email,
    name: maybe(internalForm(Name)),
    phone: maybe(internalForm(Phone)),
    address: maybe(internalForm(Address)),
    meta: maybe(Meta),
    createdAt: time(),
  })
export type Customer = Stored<typeof storedCustomer>
