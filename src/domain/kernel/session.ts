import type { ProcessorResponse } from '../charge/processor-responses.ts'
import type { RuleTerms } from '../scenario/rule.ts'
import type { EventType } from '../webhook/event-types.ts'
import type { ChargebackOutcome, ClockMode, NetworkFault, PayerAction, TransferVerdict } from './enums.ts'
import type { JournalEntry } from './journal.ts'

/** What a tester did to a world besides sending requests to the service. Times in milliseconds. */
export type Act =
  | { kind: 'payer'; id: string; action: PayerAction; processorResponse: ProcessorResponse | undefined }
  /** Merchant and payer were played; `isOver`: until the charge had ended. */
  | { kind: 'play'; id: string; processorResponse: ProcessorResponse | undefined; isOver: boolean }
  | { kind: 'outcome'; id: string; status: TransferVerdict; completeMessage: string | undefined }
  /** Money was paid into a virtual account; `amount` undefined: that of the account. */
  | {
      kind: 'pay_in'
      id: string
      amount: number | undefined
      originatorName: string | undefined
      originatorBankName: string | undefined
    }
  | { kind: 'chargeback'; id: string; status: ChargebackOutcome }
  | { kind: 'rule'; id: string; terms: RuleTerms; remaining: number | undefined; until: number | undefined }
  | { kind: 'remove_rules'; id: string | undefined }
  | { kind: 'hold'; hold: boolean }
  | { kind: 'revoke' }
  | { kind: 'advance'; by: number }
  | { kind: 'clock'; mode: ClockMode; now: number | undefined }
  | {
      kind: 'send'
      type: EventType
      data: Readonly<Record<string, unknown>> | undefined
      id: string | undefined
      scenario: string | undefined
    }
  /** Something that a test cannot repeat with a request. */
  | { kind: 'elsewhere'; what: string }
  /** A timer has fired, so time has passed. `ended` is the charge that it has ended. */
  | { kind: 'timer'; ended: string | undefined }

/** An event of the webhooks, as far as a test awaits it. */
export interface EventFacts {
  type: EventType
  reference: string | undefined
  /** The status of the charge or refund that it is about. */
  status: string | undefined
  /** How long after the event a working endpoint has it, in milliseconds; undefined: never, or not as it should be. */
  deliveredAfter: number | undefined
}

/** Something that happened while a session was recorded; `at` in milliseconds of the world's clock. */
export type Happening = { at: number } & (
  | {
      kind: 'request'
      entry: JournalEntry
      /** The PIN that was sent, or one that has the same result: the journal masks it. */
      pin: string | undefined
      /** What happened to the connection instead of an answer. */
      fault: NetworkFault | undefined
    }
  | { kind: 'act'; act: Act }
  | { kind: 'event'; event: EventFacts }
)

/** What was recorded of a world between two marks. */
export interface Session {
  world: string
  name: string | undefined
  startedAt: number
  /** Undefined while it is being recorded. */
  stoppedAt: number | undefined
  /** Whether the clock stood when it began. */
  isFrozen: boolean
  happenings: readonly Happening[]
  /** How many happenings were not recorded, because there were too many. */
  missed: number
  /** Ids that every new world has. */
  fixtureIds: ReadonlySet<string>
  /** How long an access token lives, in milliseconds. */
  tokenLifetimeMs: number
  /** An OAuth client that may read but not create; undefined if the fixtures have none. */
  reader: { id: string; secret: string } | undefined
  /** Requests from before the session, oldest first: some made what it uses. */
  earlier: readonly JournalEntry[]
}
