import type { Plan } from '../stored/plan.ts'
import type { Catalogue } from './catalogue.ts'

/** What a request that can follow a scenario creates. */
export type Creates = 'charge' | 'order' | 'transfer' | 'refund'

/** What a key is about: it decides which requests a rule with that key is for. */
interface About {
  /** Nothing but the network: any request to the service. */
  network: boolean
  charge: boolean
  transfer: boolean
}

const known = new WeakMap<Plan, About>()

/** What a plan is about; that of a sequence is what any of its elements is about. */
export function aboutOf(plan: Plan, catalogue: Catalogue): About {
  let about = known.get(plan)
  if (about === undefined) {
    const uses = Array.from(plan.sequence ?? [], (_, use) => alone(catalogue.resolveUse(plan, use)))
    about = plan.sequence
      ? {
          network: false,
          charge: uses.some((one) => one.charge || one.network),
          transfer: uses.some((one) => one.transfer || one.network),
        }
      : alone(plan)
    known.set(plan, about)
  }
  return about
}

function alone({ steps, processorResponse, payer, transfer, webhooks, response }: Plan): About {
  const ofCharge = (steps ?? processorResponse ?? payer) !== undefined
  const ofTransfer = transfer !== undefined
  const network = response !== undefined && !ofCharge && !ofTransfer && webhooks === undefined
  return {
    network,
    charge: !network && (ofCharge || !ofTransfer),
    transfer: !network && (ofTransfer || !ofCharge),
  }
}

/**
 * Whether a rule with this plan is for an endpoint. A key of the network alone is for every endpoint of the service, and
 * for OAuth only where `path` names it; every other key is for requests that create what it is about. Refunds are
 * created long after a payment was chosen, so they need `path` as well.
 */
export function isFor(
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
    case 'refund':
      return about.charge && named
    case undefined:
      return false
  }
}
