import type { BillItem, V3Fixtures } from '../fixtures/v3.ts'
import { invalidField, must, mustField } from '../kernel/errors.ts'
import { nameFor } from '../kernel/names.ts'

/** A bill item's customer (contract, Validate bill customer details). Amounts are decimals. */
export interface BillValidation {
  item: BillItem
  billerCode: string
  customer: string
  name: string
  address: string | undefined
  email: string | undefined
}

/**
 * Looks up a bill's customer: a fixed one, or a name that is always the same for the same identifier. Refuses an
 * unknown item (404), a biller that does not have the item and a malformed customer (400).
 */
export function validateBill(
  { billers, billCustomers, names }: Pick<V3Fixtures, 'billers' | 'billCustomers' | 'names'>,
  input: { itemCode: string; billerCode: string; customer: string },
): BillValidation {
  const { itemCode, billerCode } = input
  const owner = billers.find((biller) => biller.items.some((item) => item.code === itemCode))
  const item = owner?.items.find(({ code }) => code === itemCode)
  must(
    owner && item,
    'not_found',
    `no bill item "${itemCode}"; there are ${billers.flatMap(({ items }) => items.map(({ code }) => code)).join(', ')}`,
  )
  mustField(
    owner.code === billerCode,
    'code',
    `biller "${billerCode}" has no item "${itemCode}"; its biller is ${owner.code}`,
  )
  // A plus sign before a phone number arrives as a blank if the client did not encode it.
  const customer = input.customer.replace(/^[+ ]/, '')
  mustField(
    new RegExp(item.customer.pattern).test(customer),
    'customer',
    `must be a ${item.customer.label}: ${item.customer.is}`,
  )
  const known = billCustomers.find((entry) => entry.item === itemCode && entry.customer === customer)
  if (known?.refuse !== undefined) throw invalidField('customer', known.refuse)
  return {
    item,
    billerCode,
    customer,
    name: known?.name ?? nameFor(names, customer),
    address: known?.address,
    email: known?.email,
  }
}
