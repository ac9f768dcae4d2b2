import { operation } from '../http/operation.ts'
import { assetOperations } from './assets.ts'
import { chargeScreen } from './charge.ts'
import { chargesScreen } from './charges.ts'
import { ordersScreen, refundsScreen } from './orders.ts'
import { basePath } from './page.ts'
import { requestScreen } from './request.ts'
import { requestsScreen } from './requests.ts'
import { returnedScreen } from './returned.ts'
import { scenariosScreen } from './scenarios.ts'
import { timeScreen } from './time.ts'
import { transfersScreen } from './transfers.ts'
import { webhookScreen } from './webhook.ts'
import { webhooksScreen } from './webhooks.ts'
import { worldsScreen } from './worlds.ts'

/** Who opens the bare address in a browser gets to the dashboard. */
const entrance = (path: string) =>
  operation({
    method: 'get',
    path,
    family: 'control',
    access: 'control',
    tag: 'Dashboard',
    summary: 'Leads to the dashboard',
    responses: { 302: null },
    handle: ({ c }) => new Response(null, { status: 302, headers: { location: `${basePath(c)}/_emulator` } }),
  })

export const dashboardOperations = [
  scenariosScreen,
  entrance('/'),
  entrance('/_emulator/'),
  chargesScreen,
  chargeScreen,
  transfersScreen,
  ordersScreen,
  refundsScreen,
  webhooksScreen,
  webhookScreen,
  requestsScreen,
  requestScreen,
  timeScreen,
  worldsScreen,
  returnedScreen,
  ...assetOperations,
]
