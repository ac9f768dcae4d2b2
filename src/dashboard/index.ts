import { operation } from '../http/operation.ts'
import { assetOperations } from './kit/assets.ts'
import { basePath } from './kit/page.ts'
import { chargeScreen } from './screens/charge.ts'
import { chargesScreen } from './screens/charges.ts'
import { ordersScreen, refundsScreen } from './screens/orders.ts'
import { requestScreen } from './screens/request.ts'
import { requestsScreen } from './screens/requests.ts'
import { returnedScreen } from './screens/returned.ts'
import { scenariosScreen } from './screens/scenarios.ts'
import { timeScreen } from './screens/time.ts'
import { transfersScreen } from './screens/transfers.ts'
import { webhookScreen } from './screens/webhook.ts'
import { webhooksScreen } from './screens/webhooks.ts'
import { worldsScreen } from './screens/worlds.ts'

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
