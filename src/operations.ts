import type { Operation } from './http/operation.ts'
import { authorityOperations } from './routes/control/authority.ts'
import { chargebackControlOperations } from './routes/control/chargebacks.ts'
import { chargeControlOperations } from './routes/control/charges.ts'
import { clockOperations } from './routes/control/clock.ts'
import { credentialOperations } from './routes/control/credentials.ts'
import { deliveryOperations } from './routes/control/deliveries.ts'
import { openApiOperations } from './routes/control/docs.ts'
import { endpointOperations } from './routes/control/endpoints.ts'
import { eventOperations } from './routes/control/events.ts'
import { examinationOperations } from './routes/control/examination.ts'
import { healthOperations } from './routes/control/health.ts'
import { idleOperations } from './routes/control/idle.ts'
import { populateOperations } from './routes/control/populate.ts'
import { reportOperations } from './routes/control/report.ts'
import { requestOperations } from './routes/control/requests.ts'
import { ruleOperations } from './routes/control/rules.ts'
import { scenarioOperations } from './routes/control/scenarios.ts'
import { sessionOperations } from './routes/control/session.ts'
import { snapshotOperations } from './routes/control/snapshots.ts'
import { stateOperations } from './routes/control/state.ts'
import { streamOperations } from './routes/control/stream.ts'
import { timelineOperations } from './routes/control/timeline.ts'
import { tokenOperations } from './routes/control/tokens.ts'
import { transferControlOperations } from './routes/control/transfers.ts'
import { virtualAccountControlOperations } from './routes/control/virtual-accounts.ts'
import { worldOperations } from './routes/control/worlds.ts'
import { bankOperations } from './routes/service/banks.ts'
import { chargebackOperations } from './routes/service/chargebacks.ts'
import { chargeOperations } from './routes/service/charges.ts'
import { customerOperations } from './routes/service/customers.ts'
import { oauthOperations } from './routes/service/oauth.ts'
import { orchestrationOperations } from './routes/service/orchestration.ts'
import { orderOperations } from './routes/service/orders.ts'
import { paymentMethodOperations } from './routes/service/payment-methods.ts'
import { refundOperations } from './routes/service/refunds.ts'
import { settlementOperations } from './routes/service/settlements.ts'
import { virtualAccountOperations } from './routes/service/virtual-accounts.ts'
import { walletOperations } from './routes/service/wallets.ts'
import { v3Operations } from './routes/v3/index.ts'

/** Every endpoint but the pages for people, in the order in which it is documented. */
export const operations: readonly Operation[] = [
  ...oauthOperations,
  ...chargeOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...orderOperations,
  ...orchestrationOperations,
  ...refundOperations,
  ...settlementOperations,
  ...chargebackOperations,
  ...virtualAccountOperations,
  ...bankOperations,
  ...walletOperations,
  ...v3Operations,
  ...worldOperations,
  ...credentialOperations,
  ...populateOperations,
  ...clockOperations,
  ...examinationOperations,
  ...idleOperations,
  ...tokenOperations,
  ...scenarioOperations,
  ...chargeControlOperations,
  ...transferControlOperations,
  ...chargebackControlOperations,
  ...virtualAccountControlOperations,
  ...endpointOperations,
  ...eventOperations,
  ...deliveryOperations,
  ...ruleOperations,
  ...requestOperations,
  ...timelineOperations,
  ...reportOperations,
  ...stateOperations,
  ...snapshotOperations,
  ...sessionOperations,
  ...streamOperations,
  ...openApiOperations(() => operations),
  ...healthOperations,
  ...authorityOperations,
]
