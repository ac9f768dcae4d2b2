import type { z } from 'zod'
import type { Address, Camel, Name, Phone } from './values.ts'

/** A customer (contract, Customer); `createdAt` in milliseconds. */
export interface Customer {
  id: string
  email: string
  name: Camel<z.output<typeof Name>> | undefined
  phone: Camel<z.output<typeof Phone>> | undefined
  address: Camel<z.output<typeof Address>> | undefined
  meta: Record<string, string> | undefined
  createdAt: number
}
