import type { Plan } from '../stored/plan.ts'
import type { Catalogue } from './catalogue.ts'

/** What a request that can follow a scenario creates. */
export type Creates = 'charge' | 'order' | 'transfer' | 'refund' | 'chargeback' | 'virtual_account'

/** The subject of a key: it determines the requests that a rule with that key applies to. */
interface About {
  /** Only the network: any request to the service. */
  network: boolean
  charge: boolean
  transfer: boolean
  chargeback: boolean
}

/** The subject of a plan; that of a sequence is the subject of any of its elements. */
export function aboutOf(plan: Plan, catalogue: Catalogue): About {
  if (!plan.sequence) return alone(plan)
  const uses = plan.sequence.map((_, use) => alone(catalogue.resolveUse(plan, use)))
  return {
    network: false,
    charge: uses.some((one) => one.charge || one.network),
    transfer: uses.some((one) => one.transfer || one.network),
    chargeback: uses.some((one) => one.chargeback || one.network),
  }
}

function alone({ steps, processorResponse, payer, transfer, chargeback, webhooks, response }: Plan): About {
  const ofCharge = (steps ?? processorResponse ?? payer) !== undefined
  const ofTransfer = transfer !== undefined
  const ofChargeback = chargeback !== undefined
  const ofAny = ofCharge || ofTransfer || ofChargeback
  const network = response !== undefined && !ofAny && webhooks === undefined
  return {
    network,
    charge: ofCharge || !(ofAny || network),
    transfer: ofTransfer || !(ofAny || network),
    chargeback: ofChargeback,
  }
}

/**
 * Whether a rule with this plan applies to an endpoint. A key about the network only applies to every endpoint of the
 * service, and to OAuth only if `path` names it; any other key applies to requests that create its subject. Refunds are
 * created long after a payment method was chosen, and virtual accounts long before, so they need `path` as well.
 */
export function appliesTo(
  plan: Plan,
  path: string | undefined,
  { oauth, creates }: { oauth: boolean; creates: Creates | undefined },
  catalogue: Catalogue,
): boolean {
  const about = aboutOf(plan, catalogue)
  const named = path !== undefined && path !== '/'
  if (about.network) return !oauth || named
  switch (creates) {
    case 'charge':
    case 'order':
      return about.charge
    case 'transfer':
      return about.transfer
    case 'chargeback':
      return about.chargeback
    case 'refund':
    case 'virtual_account':
      return about.charge && named
    case undefined:
      return false
  }
}
