/**
 * The lists of values that appear on the wire, in stored form and in the client's types. Each is written here once; schemas
 * and types derive from it. It imports nothing but lists like them, so that the published types can derive from it too.
 */

export * from './account-enums.ts'

/** How a clock runs: with real time, or only when it is set or advanced. */
export const clockModes = ['live', 'frozen'] as const
/** How a clock runs: `live` with real time, `frozen` only when it is set or advanced. */
export type ClockMode = (typeof clockModes)[number]

/** The types of payment methods (contract, Payment method). */
export const paymentMethodTypes = [
  'card',
  'bank_account',
  'mobile_money',
  'walletpay',
  'devicewallet_a',
  'devicewallet_b',
  'ussd',
  'bank_transfer',
] as const
/** Type of a payment method. */
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Kinds of accounts that a bank transfer is paid to. */
export const accountTypes = ['static', 'dynamic'] as const
/** Kind of account that a bank transfer is paid to: `dynamic` for one payment, `static` for all. */
export type AccountType = (typeof accountTypes)[number]

export const chargeStatuses = ['succeeded', 'pending', 'failed', 'voided'] as const
/** How far a charge is; all but `pending` are final. */
export type ChargeStatus = (typeof chargeStatuses)[number]

/** Who moves a charge on. */
export const chargeActors = ['merchant', 'payer', 'issuer', 'clock', 'service'] as const
/** Who moves a charge on. */
export type ChargeActor = (typeof chargeActors)[number]

/** What a payer can do when a charge waits for them. */
export const payerActions = ['approve', 'decline', 'abandon'] as const
/** What a payer can do when a charge waits for them. */
export type PayerAction = (typeof payerActions)[number]

/** What a box in the picture of a flow is. */
export const flowKinds = [
  'network',
  'sequence',
  'ask',
  'end',
  'webhook',
  'transfer',
  'chargeback',
  'unknown',
] as const
/** What a box in the picture of a flow is. */
export type FlowKind = (typeof flowKinds)[number]

/** Who ends a box of a flow, or acts in it. */
export const flowActors = ['merchant', 'payer', 'issuer', 'clock', 'service', 'network'] as const
/** Who ends a box of a flow, or acts in it. */
export type FlowActor = (typeof flowActors)[number]

/** Who causes an entry of the timeline. */
export const timelineActors = ['merchant', 'payer', 'issuer', 'clock', 'service', 'tester'] as const
/** Who causes an entry of the timeline. */
export type TimelineActor = (typeof timelineActors)[number]

export const timelineKinds = [
  'request',
  'webhook',
  'charge',
  'transfer',
  'clock',
  'rule',
  'endpoint',
  'token',
  'due',
] as const
/** What an entry of the timeline is about; `due` is still to come. */
export type TimelineKind = (typeof timelineKinds)[number]

/** What a recorded session can be exported as. */
export const exportTargets = ['vitest', 'playwright', 'pytest', 'phpunit', 'curl'] as const
/** What a recorded session can be exported as: a test, or a script for curl. */
export type ExportTarget = (typeof exportTargets)[number]

export const players = ['merchant', 'payer', 'clock'] as const
/** Who brings a charge to its end. */
export type Player = (typeof players)[number]

export const playedActions = ['authorize', 'approve', 'read', 'capture', 'wait'] as const
/** What is done to bring a charge to its end; with `wait`, the clock is advanced. */
export type PlayedAction = (typeof playedActions)[number]

/** The kinds of `authorization` that answer a next action. */
export const answerKinds = ['otp', 'pin', 'avs'] as const
/** The kind of `authorization` that answers a next action. */
export type AnswerKind = (typeof answerKinds)[number]

/** Every kind of `authorization` (contract, Authorization input). */
export type AuthorizationKind = AnswerKind | 'external_3ds'

export const orderStatuses = [
  'pending',
  'authorized',
  'partially-completed',
  'completed',
  'voided',
  'failed',
] as const
/** How far an order is. */
export type OrderStatus = (typeof orderStatuses)[number]

/** The statuses that refunds have here. */
export const refundStates = ['pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** The statuses that the service knows for refunds. */
export const refundStatuses = ['new', ...refundStates, 'completed', 'cancelled', 'requires_action'] as const
/** How far a refund is. */
export type RefundStatus = (typeof refundStatuses)[number]

/** The reasons that the service knows for refunds. */
export const refundReasons = [
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'expired_uncaptured_charge',
] as const

export const transferStatuses = ['NEW', 'PENDING', 'SUCCESSFUL', 'FAILED'] as const
/** How far a transfer is; `SUCCESSFUL` and `FAILED` are final. */
export type TransferStatus = (typeof transferStatuses)[number]

/** Who moves a transfer on. */
export const transferActors = ['merchant', 'clock', 'tester'] as const
/** Who moves a transfer on. */
export type TransferActor = (typeof transferActors)[number]

/** Where a transfer ends. */
export const transferOutcomes = ['successful', 'failed', 'reversed'] as const
/** Where a transfer ends. */
export type TransferOutcome = (typeof transferOutcomes)[number]

/** What a tester can do to a transfer: approve it, or end it. */
export const transferVerdicts = ['approved', ...transferOutcomes] as const
/** What a tester can do to a transfer: approve it, or end it. */
export type TransferVerdict = (typeof transferVerdicts)[number]

/** How deliveries are signed. */
export const signatureSchemes = ['hmac-sha256', 'secret', 'standard-webhooks'] as const
/** How deliveries are signed: an HMAC of the body, the secret itself, or Standard Webhooks. */
export type SignatureScheme = (typeof signatureSchemes)[number]

/** What a tester can do to the signature of one attempt. */
export const signatureEdits = ['valid', 'invalid', 'missing', 'unchanged'] as const
/** What a tester can do to the signature of one attempt; `unchanged`: it is that of the body before it was changed. */
export type SignatureEdit = (typeof signatureEdits)[number]

/** The forms of webhook bodies: that of the charge interface, or that of v3. */
export const webhookForms = ['charge', 'v3'] as const
/** The form of webhook bodies: that of the charge interface, or that of v3. */
export type WebhookForm = (typeof webhookForms)[number]

export const deliveryStatuses = ['pending', 'held', 'delivered', 'dead', 'dropped'] as const
/** How far a delivery is. `dead`: the last retry failed. `dropped`: recorded and never sent. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The states of an event that a request can wait for. */
export const waitGoals = ['delivered', 'made'] as const
/** How far an event must have come: `delivered` to every subscribed endpoint, or `made`. */
export type WaitGoal = (typeof waitGoals)[number]

/** What happens to an encrypted value that does not decrypt: it is accepted, or refused. */
export const encryptionModes = ['lenient', 'strict'] as const
export type EncryptionMode = (typeof encryptionModes)[number]

/** The HTTP methods that a rule can match. */
export const ruleMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** A method that a rule can be about. */
export type RuleMethod = (typeof ruleMethods)[number]

/** What an unknown scenario key does: it is refused, or its charge stays pending forever. */
export const unknownKeyModes = ['refuse', 'pending'] as const
/** What an unknown scenario key does: it is refused, or its charge stays pending forever. */
export type UnknownKeyMode = (typeof unknownKeyModes)[number]

/** Which stored responses a repeated idempotency key replays: successes only, or all. */
export const replayedResponses = ['success', 'all'] as const
/** Which stored responses a repeated idempotency key replays: successes only, or all. */
export type ReplayedResponses = (typeof replayedResponses)[number]

/** Which clock tokens and webhook timestamps follow: that of the world, or real time, as the program under test does. */
export const programClocks = ['world', 'real'] as const
/** Which clock tokens and webhook timestamps follow: that of the world, or real time. */
export type ProgramClock = (typeof programClocks)[number]

/** Where deliveries may go: anywhere, or to loopback and private addresses only. */
export const targetRules = ['any', 'private'] as const
/** Where deliveries may go: anywhere, or to loopback and private addresses only. */
export type TargetRule = (typeof targetRules)[number]

/** The HTTP statuses that a scenario key can ask for instead of an answer. */
export const faultStatuses = [401, 429, 500, 502, 503, 504] as const
export type FaultStatus = (typeof faultStatuses)[number]

/** What a scenario key can do to the connection instead of answering. */
export const networkFaults = ['reset', 'stall', 'truncate', 'garbage'] as const
export type NetworkFault = (typeof networkFaults)[number]

/** The contract's currency list (Common value types), in its order. */
export const currencies = (
  'AED AFN ALL AMD ANG AOA AQD ARS AUD AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYR BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CYP CZK DJF DKK DOP DZD ECS EEK EGP ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ GYD HKD HNL HRK ' +
  'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD ' +
  'MDL MGA MKD MMK MNT MOP MRO MTL MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR ' +
  'RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SKK SLL SOS SRD STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
  'USD UYU UZS VEF VND VUV XAF XCD XOF XPF YER ZAR ZMK ZWD ZMW USDC USDT RLUSD'
).split(' ')

/** The currencies in which a v3 transfer can be sent (Create a transfer). */
export const transferCurrencies = ['NGN', 'GHS', 'KES', 'UGX', 'TZS', 'USD'] as const
