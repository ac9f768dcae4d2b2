import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { Chargeback } from '../domain/chargeback/model.ts'
import { deductedIn } from '../domain/chargeback/rules.ts'
import { chargebackStages, chargebackStatuses, chargebackTypes } from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

const sample = {
  id: 'cbk_sample00000001',
  charge_id: 'chg_sample00000001',
  amount: 1500.5,
  currency: 'NGN',
  stage: 'new',
  status: 'new',
  type: 'local',
  due_datetime: '2030-01-08T00:00:00.000Z',
  created_datetime: '2030-01-01T00:00:00.000Z',
}

/** A chargeback. Its shape is not shown by the contract; observed. */
export const WireChargeback = z
  .strictObject({
    id: z.string(),
    charge_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    stage: z.enum(chargebackStages),
    status: z.enum(chargebackStatuses),
    type: z.enum(chargebackTypes),
    due_datetime: DateTime.describe('Until when it must be accepted or declined'),
    settlement_id: z.string().optional().describe('The settlement from which it was deducted'),
    comment: z.string().optional(),
    uploaded_proof: z.string().optional(),
    created_datetime: DateTime,
  })
  .meta({ id: 'Chargeback', description: 'A payment that its payer disputes', examples: [sample] })

/** The wire form of a chargeback. */
export function presentChargeback(
  chargeback: Chargeback,
  charges: { get(id: string): Charge | undefined },
): z.input<typeof WireChargeback> {
  const { chargeId, comment, uploadedProof } = chargeback
  const settlementId = deductedIn(chargeback, charges.get(chargeId)?.settlementIds[0])
  return {
    id: chargeback.id,
    charge_id: chargeId,
    amount: chargeback.amount,
    currency: chargeback.currency,
    stage: chargeback.stage,
    status: chargeback.status,
    type: chargeback.type,
    due_datetime: isoTime(chargeback.dueAt),
    ...(settlementId !== undefined && { settlement_id: settlementId }),
    ...(comment !== undefined && { comment }),
    ...(uploadedProof !== undefined && { uploaded_proof: uploadedProof }),
    created_datetime: isoTime(chargeback.createdAt),
  }
}
