import type { TransferVerdict } from '../domain/kernel/enums.ts'
import type {
  Advanced,
  Charge,
  ChargeInspection,
  ChargeStatus,
  ClockState,
  Examination,
  Explanation,
  JournalEntry,
  LastExamination,
  PaymentMethodType,
  ProcessorResponse,
  Scenario,
  ScenariosAdded,
  Timer,
  TransferInspection,
} from './public-types.ts'
import type { ScenarioKey } from './scenario-key.ts'
import type { Duration, Instant } from './units.ts'

/** The clock of a world. */
export interface Clock {
  /** The time, whether it is frozen, and the next timer. */
  show(): Promise<ClockState>
  /**
   * Advances the clock by at most 366 days, fires every timer that falls due in order, and waits for the deliveries that
   * they start. Works on a live clock too.
   */
  advance(by: Duration): Promise<Advanced>
  /** Like `advance`, to an instant between now and 366 days later. Rejects with an EmulatorError for any other. */
  advanceTo(to: Instant): Promise<Advanced>
  /**
   * Freezes the clock, optionally at an instant; time then moves only through `advance` and `advanceTo`. Setting it forward
   * fires the timers that are due, setting it back fires none.
   */
  freeze(now?: Instant): Promise<ClockState>
  /** Lets the clock follow real time again, optionally starting from an instant. */
  live(now?: Instant): Promise<ClockState>
  /** Pending timers in due order, at most 1000. */
  timers(): Promise<Timer[]>
}

/** Options of `idle`. Durations are real time. */
export interface IdleOptions {
  /** How long nothing must have been in progress, at most 60 seconds; 0 by default. */
  quiet?: Duration | undefined
  /** How long to wait, at most 60 seconds; 5 seconds by default. */
  timeout?: Duration | undefined
}

/** The last examination of the emulator. */
export interface Examinations {
  /** The result of the last examination, and the story that was asked for. */
  show(): Promise<LastExamination>
  /** Shows the result of an examination in the dashboard. */
  save(examination: Examination): Promise<LastExamination>
  /** Asks the examiner, while it runs with --keep, to play a story again. */
  play(story: string): Promise<LastExamination>
}

/** The access tokens of a world. */
export interface Tokens {
  /** Revokes every token: requests with one of them are answered 401. Resolves to their number. */
  revoke(): Promise<number>
}

/** The scenario keys of a world. */
export interface Scenarios {
  /** All keys, or those whose key, title or description contains every word of `search`, in any case. */
  list(search?: string): Promise<Scenario[]>
  /**
   * Explains a key. With a payment method, includes its default flow if the key has none. Rejects with an EmulatorError for
   * a key that a request could not send.
   */
  explain(key: ScenarioKey, paymentMethod?: PaymentMethodType): Promise<Explanation>
  /**
   * Adds fragments, as YAML or JSON, until the world is reset. Rejects with an EmulatorError that lists the problems; then
   * nothing is added.
   */
  add(
    documents: string,
    options?: {
      /** Adds them to every world; false by default. */
      all?: boolean | undefined
      /** Only checks them; false by default. */
      dryRun?: boolean | undefined
    },
  ): Promise<ScenariosAdded>
  /** Reloads the scenario files of the emulator. If they have `problems`, the current version stays. */
  reload(): Promise<ScenariosAdded>
}

/** Options of `approve`, `decline` and `pay`. */
export interface PayOptions {
  /** The issuer's answer, such as `insufficient_funds`, instead of the one that the scenario sets. */
  processorResponse?: ProcessorResponse | undefined
}

/** Which part of the timeline to show; the newest 200 entries by default. */
export interface TimelineOptions {
  /** The most entries, 1 to 2000, and as many that are still due; 200 by default. */
  limit?: number | undefined
  /** Only the story of the charge, transfer or virtual account with this reference, with what concerned the whole world meanwhile. */
  reference?: string | undefined
  /**
   * The same for a charge, an order, a refund, a transfer, a customer, a payment method, a settlement, a chargeback or a
   * virtual account, by its id.
   */
  chargeId?: string | undefined
}

/** Which charges to list; all by default. */
export interface ChargeFilter {
  /** How far they are. */
  status?: ChargeStatus | undefined
  /** The merchant's reference, in full. */
  reference?: string | undefined
  /** The most entries returned, 1 to 1000; 100 by default. */
  limit?: number | undefined
}

/**
 * Inspects charges and acts as the payer. `id` is the id or the reference of a charge. Methods that take one reject with an
 * EmulatorError: status 404 if there is no such charge, 409 if the charge does not wait for the payer.
 */
export interface Charges {
  /** The charges that match, newest first. */
  list(filter?: ChargeFilter): Promise<Charge[]>
  /** The charge with its history, its timers and what it waits for. */
  inspect(id: string): Promise<ChargeInspection>
  /** The payer approves the payment. */
  approve(id: string, options?: PayOptions): Promise<ChargeInspection>
  /** The payer declines the payment. */
  decline(id: string, options?: PayOptions): Promise<ChargeInspection>
  /** The payer abandons the payment; the charge stays pending until it expires. */
  abandon(id: string): Promise<ChargeInspection>
}

/**
 * Inspects and decides transfers. Methods reject with an EmulatorError: status 404 if there is no such transfer, 409 if the
 * outcome is not possible in its status.
 */
export interface Transfers {
  /** The transfer with its history, its retries and its timer. */
  inspect(id: string | number): Promise<TransferInspection>
  /** Approves a transfer that waits for approval, or settles, fails or reverses a transfer now. */
  outcome(
    id: string | number,
    status: TransferVerdict,
    options?: {
      /** The `complete_message` of the transfer, 1 to 300 characters. */
      completeMessage?: string | undefined
    },
  ): Promise<TransferInspection>
}

/** How much to fill a world with. */
export interface PopulateOptions {
  /** Customers to create, 1 to 10,000; 200 by default. */
  customers?: number | undefined
  /** Charges to create, those of orders included, 0 to 100,000; 5000 by default. */
  charges?: number | undefined
  /** How far back from the world's time they go, 1 hour to 366 days; 30 days by default. */
  over?: Duration | undefined
  /** The same seed gives the same data in the same world. By default derived from the emulator's seed. */
  seed?: string | number | undefined
}

/** Which requests to list; all by default. */
export interface RequestFilter {
  /** HTTP status of the answer. */
  status?: number | undefined
  /** Text that the path must contain. */
  path?: string | undefined
  /** The most entries returned, 1 to 1000; 100 by default. */
  limit?: number | undefined
  /** How many of the newest requests to skip; 0 by default. */
  offset?: number | undefined
}

/** The journal of a world: its last requests and their answers, at most as many as the option `journalLimit` allows. */
export interface Requests {
  /** The requests that match, newest first. */
  list(filter?: RequestFilter): Promise<JournalEntry[]>
  /** The newest requests that match, oldest first, as an HTTP archive (HAR 1.2): at most 10,000, 1000 by default. */
  har(filter?: RequestFilter): Promise<Record<string, unknown>>
  /** Clears the journal; resolves to the number of requests removed. */
  clear(): Promise<number>
}
