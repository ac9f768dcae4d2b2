/** What the entry points for test runners share. */
export {
  endWorld,
  openEmulator,
  openWorld,
  printBeneath,
  type TestEmulator,
  type TestFixtures,
  timelineOf,
} from './emulator.ts'
export { type MatcherResult, matchers, type PaymentMatchers, type Times } from './matchers.ts'
export { type ReceivedWebhook, WebhookReceiver } from './webhook-receiver.ts'
