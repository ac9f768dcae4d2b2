import * as z from 'zod'
import { Address, Email, Identifier, Meta, Name, Phone } from '../kernel/values.ts'
import { inside } from '../stored/inside.ts'
import { maybe, type Stored, time } from '../stored/parts.ts'

/** A customer (contract, Customer) as it is stored; `createdAt` in milliseconds. */
export const storedCustomer = () =>
  z.strictObject({
    id: Identifier,
    email: Email,
    name: maybe(inside(Name)),
    phone: maybe(inside(Phone)),
    address: maybe(inside(Address)),
    meta: maybe(Meta),
    createdAt: time(),
  })
export type Customer = Stored<typeof storedCustomer>
