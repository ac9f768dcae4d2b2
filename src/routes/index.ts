import { docsOperations } from '../dashboard/docs/docs.ts'
import { dashboardOperations } from '../dashboard/index.ts'
import { payerOperations } from '../dashboard/payer/payer.ts'
import type { Operation } from '../http/operation.ts'
import { chargeControlOperations } from './control/charges.ts'
import { clockOperations } from './control/clock.ts'
import { deliveryOperations } from './control/deliveries.ts'
import { openApiOperations } from './control/docs.ts'
import { endpointOperations } from './control/endpoints.ts'
import { eventOperations } from './control/events.ts'
import { faultOperations } from './control/faults.ts'
import { healthOperations } from './control/health.ts'
import { reportOperations } from './control/report.ts'
import { requestOperations } from './control/requests.ts'
import { scenarioOperations } from './control/scenarios.ts'
import { stateOperations } from './control/state.ts'
import { streamOperations } from './control/stream.ts'
import { transferControlOperations } from './control/transfers.ts'
import { worldOperations } from './control/worlds.ts'
import { chargeOperations } from './service/charges.ts'
import { customerOperations } from './service/customers.ts'
import { oauthOperations } from './service/oauth.ts'
import { orderOperations } from './service/orders.ts'
import { paymentMethodOperations } from './service/payment-methods.ts'
import { refundOperations } from './service/refunds.ts'
import { v3Operations } from './v3/index.ts'

/** Every endpoint, in the order in which it is documented. */
export const operations: readonly Operation[] = [
  ...oauthOperations,
  ...chargeOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...orderOperations,
  ...refundOperations,
  ...v3Operations,
  ...payerOperations,
  ...dashboardOperations,
  ...worldOperations,
  ...clockOperations,
  ...scenarioOperations,
  ...chargeControlOperations,
  ...transferControlOperations,
  ...endpointOperations,
  ...eventOperations,
  ...deliveryOperations,
  ...faultOperations,
  ...requestOperations,
  ...reportOperations,
  ...stateOperations,
  ...streamOperations,
  ...openApiOperations(() => operations),
  ...docsOperations(() => operations),
  ...healthOperations,
]
