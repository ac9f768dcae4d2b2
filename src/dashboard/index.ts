import { Hono } from 'hono'
import type { Emulator } from '../emulator/emulator.ts'
import type { Operation } from '../http/operation.ts'
import { docsPage } from './docs/docs.ts'
import { llmsText, markdownDocument } from './docs/markdown-documents.ts'
import { testDataPage } from './docs/test-data.ts'
import { admit, basePath, type PageEnv } from './kit/app.ts'
import { assets } from './kit/assets.ts'
import { sendRefusedScreen, unknownScreen } from './kit/page.ts'
import { pageToken } from './kit/token.ts'
import { payerPages } from './payer/payer.ts'
import { againScreen } from './screens/again.ts'
import { chargeScreen } from './screens/charge.ts'
import { chargebackScreen } from './screens/chargeback.ts'
import { chargebacksScreen } from './screens/chargebacks.ts'
import { chargesScreen } from './screens/charges.ts'
import { comparedRequests } from './screens/compared.ts'
import { examinationScreen } from './screens/examination.ts'
import { findScreen } from './screens/find.ts'
import { homeScreen } from './screens/home/home.ts'
import { orderScreen, refundScreen } from './screens/order.ts'
import { ordersScreen, refundsScreen } from './screens/orders.ts'
import { customerScreen, paymentMethodScreen } from './screens/people.ts'
import { requestScreen } from './screens/request.ts'
import { requestsScreen } from './screens/requests.ts'
import { returnedScreen } from './screens/returned.ts'
import { rulesScreen } from './screens/rules.ts'
import { scenarioScreen } from './screens/scenario.ts'
import { scenariosScreen } from './screens/scenarios.ts'
import { sessionScreen } from './screens/session.ts'
import { settlementScreen } from './screens/settlement.ts'
import { settlementsScreen } from './screens/settlements.ts'
import { snapshotsScreen } from './screens/snapshots.ts'
import { timeScreen } from './screens/time.ts'
import { transferScreen } from './screens/transfer.ts'
import { transfersScreen } from './screens/transfers.ts'
import { virtualAccountScreen } from './screens/virtual-account.ts'
import { virtualAccountsScreen } from './screens/virtual-accounts.ts'
import { webhookScreen } from './screens/webhook.ts'
import { webhookAgainScreen } from './screens/webhook-again.ts'
import { webhooksScreen } from './screens/webhooks.ts'
import { wireCalls } from './screens/wire-call.ts'
import { worldsScreen } from './screens/worlds.ts'

const screens = [
  homeScreen,
  scenariosScreen,
  scenarioScreen,
  rulesScreen,
  chargesScreen,
  chargeScreen,
  transfersScreen,
  transferScreen,
  ordersScreen,
  orderScreen,
  refundsScreen,
  refundScreen,
  customerScreen,
  paymentMethodScreen,
  settlementsScreen,
  settlementScreen,
  chargebacksScreen,
  chargebackScreen,
  virtualAccountsScreen,
  virtualAccountScreen,
  webhooksScreen,
  webhookScreen,
  webhookAgainScreen,
  requestsScreen,
  requestScreen,
  againScreen,
  timeScreen,
  sessionScreen,
  snapshotsScreen,
  worldsScreen,
  findScreen,
  examinationScreen,
  returnedScreen,
]

/** The HTML pages, to be mounted at the root: payer pages, dashboard, and the reference of `operations`. */
export const pages = (emulator: Emulator, operations: readonly Operation[]): Hono<PageEnv> =>
  new Hono<PageEnv>()
    // Open, so it is not part of the dashboard, whose refusals are screens of the world.
    .get('/_emulator/assets/:version/:name', admit(emulator, 'open'), assets)
    .route('/', payerPages(emulator))
    .route('/', dashboard(emulator, operations))

/** The pages that require the control token; each of them checks it. */
function dashboard(emulator: Emulator, operations: readonly Operation[]): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  for (const screen of screens) app.route('/', screen(emulator))
  app.route('/', pageToken(emulator))
  for (const path of ['/', '/_emulator/'])
    app.get(path, admit(emulator, 'control'), (c) => c.redirect(`${basePath(c)}/_emulator`))
  app.route('/', wireCalls(emulator, operations))
  app.route('/', comparedRequests(emulator))
  app.get('/_emulator/docs', admit(emulator, 'control'), (c) => docsPage(c, operations))
  app.get('/_emulator/docs/test-data', admit(emulator, 'control'), testDataPage)
  app.get('/_emulator/docs/:name', admit(emulator, 'control'), (c) => markdownDocument(c, operations))
  app.get('/llms.txt', admit(emulator, 'control'), (c) => llmsText(c, operations))
  // After all screens: the rest of their addresses.
  app.get('/_emulator/ui/*', admit(emulator, 'control'), unknownScreen)
  app.onError((error, c) => sendRefusedScreen(c, emulator, error))
  return app
}
