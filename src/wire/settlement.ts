import * as z from 'zod'
import { settlementStatuses } from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Settlement } from '../domain/settlement/model.ts'
import {
  emptyStatement,
  type Statement,
  settledAmount,
  settlementStatus,
} from '../domain/settlement/statement.ts'
import { WireCharge } from './charge.ts'
import { isoTime } from './time.ts'

/** The most charges that a settlement lists. */
const mostCharges = 1000

const WireSettledCharge = z.strictObject({
  id: z.string(),
  charged_amount: z.number(),
  customer_id: z.string(),
  settlement_amount: z.number().describe('Without its fees'),
  payment_method_id: z.string(),
  currency: z.string(),
  charge_date: DateTime,
})

const sample = {
  id: 'stl_sample00000001',
  net_amount: 1479.49,
  gross_amount: 1500.5,
  currency: 'NGN',
  status: 'completed',
  due_datetime: '2030-01-03T00:00:00.000Z',
  transaction_datetime: '2030-01-01T00:00:00.000Z',
  settlement_account: 'Emulator Bank ******0031',
  fees: [{ type: 'app', amount: 21.01 }],
  chargeback: 0,
  refund: 0,
  charge_count: 1,
  charges: [
    {
      id: 'chg_sample00000001',
      charged_amount: 1500.5,
      customer_id: 'cus_sample00000001',
      settlement_amount: 1479.49,
      payment_method_id: 'pmd_sample00000001',
      currency: 'NGN',
      charge_date: '2030-01-01T00:00:00.000Z',
    },
  ],
  created_datetime: '2030-01-02T00:00:00.000Z',
}

/** A settlement. Its shape is not shown by the contract; observed. */
export const WireSettlement = z
  .strictObject({
    id: z.string(),
    net_amount: z.number().describe('gross_amount without fees, refund and chargeback'),
    gross_amount: z.number(),
    currency: z.string(),
    status: z.enum(settlementStatuses).describe('`completed` from due_datetime on'),
    due_datetime: DateTime,
    transaction_datetime: DateTime.describe('Of its oldest charge'),
    settlement_account: z.string(),
    fees: WireCharge.shape.fees,
    chargeback: z.number().describe('Deducted for chargebacks; less than 0 if more was returned'),
    refund: z.number().describe('Deducted for refunds'),
    charge_count: z.int(),
    charges: z.array(WireSettledCharge).max(mostCharges).describe(`The first ${mostCharges}`),
    created_datetime: DateTime,
  })
  .meta({ id: 'Settlement', description: 'A payout to the merchant', examples: [sample] })

/** The wire form of a settlement; `now` in milliseconds. */
export const presentSettlement = (
  settlement: Settlement,
  { charges, gross, fees, refunds, chargebacks, net }: Statement = emptyStatement,
  now: number,
): z.input<typeof WireSettlement> => ({
  id: settlement.id,
  net_amount: net,
  gross_amount: gross,
  currency: settlement.currency,
  status: settlementStatus(settlement, now),
  due_datetime: isoTime(settlement.dueAt),
  transaction_datetime: isoTime(charges[0]?.createdAt ?? settlement.createdAt),
  settlement_account: 'Emulator Bank ******0031',
  fees: [...fees],
  chargeback: chargebacks,
  refund: refunds,
  charge_count: charges.length,
  charges: charges.slice(0, mostCharges).map((charge) => ({
    id: charge.id,
    charged_amount: charge.amount,
    customer_id: charge.customer.id,
    settlement_amount: settledAmount(charge),
    payment_method_id: charge.method.id,
    currency: charge.currency,
    charge_date: isoTime(charge.createdAt),
  })),
  created_datetime: isoTime(settlement.createdAt),
})
