import type { Charge } from '../../client.ts'
import type { DeviationName } from '../deviations.ts'
import { type MadeWebhook, makeV3Webhook, makeWebhook, type Signing } from './forge.ts'
import type { Service } from './service.ts'
import { isOf, type Transaction } from './transactions.ts'

/** A webhook that does not come from the service. */
interface Between {
  readonly signing: Signing
  /** Name of its event; `charge.completed` unless given. */
  readonly type?: string
  /** The charge of the order that it is about; without one, nothing can be forged. */
  readonly about: (charges: readonly Charge[]) => Charge | undefined
  /** What it says of the charge that is not so. */
  readonly charge?: Readonly<Record<string, unknown>>
  /** The same in v3 form. */
  readonly transaction?: Partial<Transaction>
  /** In v3 form: it has the id of a transaction that paid another order. */
  readonly borrowsId?: true
}

/** A charge that did not succeed, of an order for which none has. */
const unpaid =
  (...statuses: readonly string[]) =>
  (charges: readonly Charge[]): Charge | undefined =>
    charges.some(({ status }) => status === 'succeeded')
      ? undefined
      : charges.findLast(({ status }) => statuses.includes(status))

/** A claim of success for a charge that has none. */
const success = {
  about: unpaid('pending', 'failed'),
  charge: {
    status: 'succeeded',
    next_action: undefined,
    processor_response: { type: 'approved', code: '00' },
  },
  transaction: { status: 'successful', processor_response: 'Approved' },
} as const

/** The webhooks that somebody else sends between two steps. */
export const between: Partial<Record<DeviationName, Between>> = {
  forged_unsigned: { ...success, signing: 'none' },
  forged_bad_signature: { ...success, signing: 'wrong' },
  forged_success: { ...success, signing: 'known' },
  forged_failure: {
    signing: 'known',
    about: unpaid('pending'),
    charge: { status: 'failed', next_action: undefined },
    transaction: { status: 'failed', processor_response: 'Declined' },
  },
  forged_amount: {
    ...success,
    signing: 'known',
    charge: { ...success.charge, amount: 1, currency: 'XAF' },
    transaction: { ...success.transaction, amount: 1, charged_amount: 1, currency: 'XAF' },
  },
  forged_transaction: { ...success, signing: 'known', borrowsId: true },
  webhook_unknown_type: { signing: 'true', type: 'charge.reviewed', about: ([charge]) => charge },
  webhook_unknown_reference: {
    signing: 'true',
    about: ([charge]) => charge,
    charge: { id: 'chg_somebodyelse00', reference: 'somebody-elses-order', meta: {} },
    transaction: { id: 2_000_000_000, tx_ref: 'somebody-elses-order', status: 'successful' },
  },
}

/** Composes a webhook in the form that the program expects; undefined where none can be made. */
export async function compose(
  { signing, about, type = 'charge.completed', charge: said, transaction: told, borrowsId }: Between,
  charges: readonly Charge[],
  service: Service,
): Promise<MadeWebhook | undefined> {
  const charge = about(charges)
  if (charge === undefined && signing !== 'true') return undefined
  if (service.endpoint.form === 'charge') return makeWebhook(type, { ...charge, ...said })
  const newest = await service.newestTransactions()
  const own = newest.find((one) => charge !== undefined && isOf(one, charge))
  const paid = newest.find((one) => one.status === 'successful' && !charges.some((each) => isOf(one, each)))
  if (borrowsId && paid === undefined) return undefined
  return makeV3Webhook(type, { ...own, ...told, ...(borrowsId && paid && { id: paid.id }) })
}
