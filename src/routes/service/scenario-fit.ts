import { scenarioHeader } from '../../domain/scenario/catalogue.ts'
import type { Request } from '../../http/operation.ts'

/** Warns when the scenario key of a request sets something that the request ignores. */
export function warnOfUnusedFacets(
  { plan, warn }: Pick<Request<unknown, unknown>, 'plan' | 'warn'>,
  starts: 'charge' | 'transfer',
): void {
  const { steps, processorResponse, payer, transfer } = plan
  const name = `${scenarioHeader} "${plan.key}"`
  if (starts === 'charge' && transfer) warn(`${name} configures a transfer, which a charge ignores`)
  if (starts === 'transfer' && (steps || processorResponse || payer))
    warn(`${name} configures a charge, which a transfer ignores`)
}
