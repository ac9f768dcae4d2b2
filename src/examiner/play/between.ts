import type { Charge } from '../../client.ts'
import type { DeviationName } from '../deviations.ts'
import { type MadeWebhook, makeWebhook, type Signing } from './forge.ts'

/** A webhook that does not come from the service, made from the charges of the order; undefined where none can be made. */
type Between = (charges: readonly Charge[]) => { event: MadeWebhook; signing: Signing } | undefined

/** A webhook that claims success for a charge that has none. */
const forged =
  (signing: Signing): Between =>
  (charges) => {
    const charge = charges.find(({ status }) => status === 'pending' || status === 'failed')
    if (charge === undefined || charges.some(({ status }) => status === 'succeeded')) return undefined
    const { next_action: _, ...rest } = charge
    const claim = { ...rest, status: 'succeeded', processor_response: { type: 'approved', code: '00' } }
    return { event: makeWebhook('charge.completed', claim), signing }
  }

/** The webhooks that somebody else sends between two steps. */
export const between: Partial<Record<DeviationName, Between>> = {
  forged_unsigned: forged('none'),
  forged_bad_signature: forged('wrong'),
  webhook_unknown_type: ([charge]) => ({
    event: makeWebhook('charge.reviewed', charge ?? {}),
    signing: 'true',
  }),
  webhook_unknown_reference: ([charge]) => ({
    event: makeWebhook('charge.completed', {
      ...charge,
      id: 'chg_somebodyelse00',
      reference: 'somebody-elses-order',
      meta: {},
    }),
    signing: 'true',
  }),
}
