import { scenarioHeader } from '../../domain/scenario/catalogue.ts'
import type { Request } from '../../http/operation.ts'

/** Warns when the scenario key of a request sets what the request takes no notice of. */
export function warnOfUnusedFacets(
  { plan, warn }: Pick<Request<unknown, unknown>, 'plan' | 'warn'>,
  starts: 'charge' | 'transfer',
): void {
  const { steps, processorResponse, payer, transfer } = plan
  const name = `${scenarioHeader} "${plan.key}"`
  if (starts === 'charge' && transfer) warn(`${name} says how a transfer goes, which a charge does not heed`)
  if (starts === 'transfer' && (steps || processorResponse || payer))
    warn(`${name} says how a charge goes, which a transfer does not heed`)
}
