import type { EmulatorClient } from '../client.ts'
import type { Flag } from '../config/flags.ts'
import { options } from '../config/options.ts'
import { signatureSchemes, webhookForms } from '../domain/kernel/enums.ts'
import type { Paint } from './print.ts'

/** The flags of all commands except the server. Each command lists those it takes. */
export const flags = {
  url: { takes: 'URL', help: 'address of the emulator (EMULATOR_URL, else http://localhost:4290)' },
  world: { takes: 'NAME', help: 'world to use (EMULATOR_WORLD, else the one in the URL, else default)' },
  'control-token': { takes: 'TEXT', help: 'control token of the emulator (EMULATOR_CONTROL_TOKEN)' },
  json: { help: 'print the answer as JSON' },
  har: { help: 'print an HTTP archive (HAR 1.2), oldest first; at most 1000 requests, or --limit' },
  reference: { takes: 'TEXT', help: 'only entries with this reference' },
  until: {
    takes: 'delivered|made',
    help: 'state to wait for (delivered, if an endpoint is subscribed)',
  },
  since: { takes: 'ID|TIME', help: "only events after this one, or since this time on the world's clock" },
  timeout: { takes: 'DURATION', help: 'how long to wait, in real time (5s)' },
  type: { takes: 'EVENT', help: 'only events of this type' },
  status: { takes: 'STATUS', help: 'only entries with this status' },
  path: { takes: 'TEXT', help: 'only requests whose path contains this' },
  limit: { takes: 'NUMBER', help: 'the most entries to list (100)' },
  'processor-response': { takes: 'TYPE', help: "the issuer's verdict, such as insufficient_funds" },
  data: { takes: 'JSON', help: 'payload of the event (that of the resource)' },
  'forward-to': { takes: 'URL', help: 'address to deliver to, such as http://localhost:3000/webhooks' },
  id: { takes: 'ID', help: 'resource that the event is about' },
  scenario: { takes: 'KEY', help: 'scenario key for the delivery, such as webhook:duplicate' },
  secret: { takes: 'TEXT', help: "signing secret (the emulator's --webhook-secret)" },
  events: { takes: 'EVENT,…', help: 'only events of these types (all)' },
  form: {
    takes: webhookForms.join('|'),
    help: 'form of the bodies: of the charge interface, or of v3',
  },
  signature: { takes: signatureSchemes.join('|'), help: 'how webhooks are signed' },
  header: { takes: 'NAME', help: 'name of the signature header' },
  method: { takes: 'METHOD', help: 'only requests with this method' },
  customer: { takes: 'ID', help: 'id of the customer' },
  card: {
    takes: 'DIGITS',
    help: 'last four digits of the card, or the first six, a hyphen and the last four',
  },
  email: { takes: 'TEXT', help: "the customer's e-mail, its beginning and *, or the name before @" },
  account: { takes: 'NUMBER', help: 'account that a transfer goes to' },
  cents: { takes: 'NUMBER', help: 'the two decimals of the amount, such as 51' },
  meta: { takes: 'JSON', help: 'members that meta must have' },
  share: { takes: 'NUMBER', help: 'share of the requests, above 0 and up to 1 (1)' },
  count: { takes: 'NUMBER', help: 'number of events to wait for, or of requests that a rule applies to' },
  for: { takes: 'DURATION', help: "remove the rule after this time on the world's clock" },
  amount: { takes: 'NUMBER', help: 'amount to charge (1000)' },
  currency: { takes: 'CODE', help: 'currency of the amount (NGN)' },
  'payment-method': {
    takes: 'TYPE',
    help: 'type or id of a payment method (one that fits the key, else card)',
  },
  'redirect-url': { takes: 'URL', help: 'page that the payer returns to' },
  all: { help: 'apply to every world' },
  note: { takes: 'TEXT', help: 'what the snapshot is for' },
  replace: { help: 'replace a snapshot of the same name' },
  customers: { takes: 'NUMBER', help: 'number of customers (200)' },
  charges: { takes: 'NUMBER', help: 'number of charges (5000)' },
  over: { takes: 'DURATION', help: 'how far back in time, 1h to 366d (30d)' },
  seed: { takes: 'TEXT', help: "the same seed gives the same data (derived from the emulator's seed)" },
  'client-id': { takes: 'TEXT', help: 'OAuth client (sandbox-client)' },
  'client-secret': { takes: 'TEXT', help: 'secret of the client (sandbox-secret)' },
  scenarios: {
    takes: options.scenarios.takes,
    help: 'folders merged over the built-in keys (EMULATOR_SCENARIOS)',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
export type FlagValues = { [F in FlagName]?: (typeof flags)[F] extends { takes: string } ? string : true }

/** The flags of every command for a running emulator. */
export const commonFlags: readonly FlagName[] = ['url', 'world', 'control-token', 'json']

/** The environment and output of a command. */
export interface CommandEnvironment {
  environment: Record<string, string | undefined>
  out(line: string): void
  error(line: string): void
  /** Adds colours, if `out` writes to a terminal that supports them. */
  paint?: Paint
  /** Stops a command that runs until it is stopped; by default SIGINT, SIGTERM and a closed standard output do. */
  stopped?: AbortSignal
}

/** A command. Parser, help and completion are derived from it. */
export interface Command {
  /** Arguments in order: `ID STATUS`; `[NAME]` is optional. */
  takes?: string
  help: string
  /** Flags in addition to the common ones. */
  flags?: readonly FlagName[]
  /** Help of flags with a special meaning in this command. */
  about?: Readonly<Partial<Record<FlagName, string>>>
  /** Needs no emulator and takes none of the common flags. */
  alone?: true
  /** Allowed values of a placeholder in `takes` or in a flag, if there are few. */
  words?: Readonly<Record<string, readonly string[]>>
  /** Columns of a list: heading to member, with dots for nested members. All members by default. */
  columns?: Readonly<Record<string, string>>
  /** Runs the command and returns the answer to print; undefined: everything was printed already. */
  run(
    emulator: EmulatorClient,
    args: readonly string[],
    flags: FlagValues,
    environment: CommandEnvironment['environment'],
    live: Live,
  ): unknown
}

/** What a command needs that runs until it is stopped. */
export interface Live extends Required<Pick<CommandEnvironment, 'out' | 'error' | 'paint'>> {
  controlToken: string | undefined
  /** Aborts when the command is to stop. From the first call on, a signal of the system does not end the process. */
  stopped(): AbortSignal
}

/** An answer with a separate form for people, or one that means failure (exit code 1). */
export class Result {
  readonly answer: unknown
  readonly people: unknown
  readonly failed: boolean

  constructor(answer: unknown, { people = answer, failed = false }: { people?: unknown; failed?: boolean }) {
    this.answer = answer
    this.people = people
    this.failed = failed
  }
}
