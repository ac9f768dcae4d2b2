import type { EmulatorClient } from '../client.ts'
import type { Flag } from '../config/flags.ts'
import { options } from '../config/options.ts'
import { signatureSchemes } from '../domain/webhook/events.ts'
import type { Paint } from './print.ts'

/** The flags of all commands but the server; a command names those that it takes. */
export const flags = {
  url: { takes: 'URL', help: 'where the emulator listens (EMULATOR_URL, else http://localhost:4290)' },
  world: { takes: 'NAME', help: 'the world to act on (EMULATOR_WORLD, else that of the URL, else default)' },
  'control-token': { takes: 'TEXT', help: 'what the emulator asks for (EMULATOR_CONTROL_TOKEN)' },
  json: { help: 'print the answer as JSON' },
  reference: { takes: 'TEXT', help: 'only what has this reference' },
  until: {
    takes: 'delivered|made',
    help: 'how far it must have come (delivered, where an endpoint takes it)',
  },
  since: { takes: 'ID|TIME', help: 'only events after this one, or since this time of the world' },
  timeout: { takes: 'DURATION', help: 'longest wait, in real time (5s)' },
  type: { takes: 'EVENT', help: 'only events of this type' },
  status: { takes: 'STATUS', help: 'only what has this status' },
  path: { takes: 'TEXT', help: 'only requests with this in their path' },
  limit: { takes: 'NUMBER', help: 'at most so many (100)' },
  'processor-response': { takes: 'TYPE', help: "the issuer's verdict, such as insufficient_funds" },
  id: { takes: 'ID', help: 'the resource that the event is about' },
  scenario: { takes: 'KEY', help: 'how the event is delivered: webhook:duplicate' },
  secret: { takes: 'TEXT', help: "its secret (the emulator's --webhook-secret)" },
  events: { takes: 'EVENT,…', help: 'only events of these types (all)' },
  signature: { takes: signatureSchemes.join('|'), help: 'how its webhooks are signed' },
  header: { takes: 'NAME', help: 'header of the signature' },
  method: { takes: 'METHOD', help: 'only requests with this method' },
  share: { takes: 'NUMBER', help: 'the part of the requests, above 0 and up to 1' },
  count: { takes: 'NUMBER', help: 'so many: events to wait for, or requests after which a fault is over' },
  for: { takes: 'DURATION', help: "over after this time of the world's clock" },
  amount: { takes: 'NUMBER', help: 'what is charged (1000)' },
  currency: { takes: 'CODE', help: 'its currency (NGN)' },
  'payment-method': {
    takes: 'TYPE',
    help: 'its type, or an id (what the flow of the key is for, else card)',
  },
  'redirect-url': { takes: 'URL', help: 'where the payer goes afterwards' },
  all: { help: 'every world' },
  customers: { takes: 'NUMBER', help: 'how many people (200)' },
  charges: { takes: 'NUMBER', help: 'how many charges they make (5000)' },
  over: { takes: 'DURATION', help: 'how far back from now it reaches, 1h to 366d (30d)' },
  seed: { takes: 'TEXT', help: "the same seed gives the same past (from the emulator's own)" },
  'client-id': { takes: 'TEXT', help: 'the client (sandbox-client)' },
  'client-secret': { takes: 'TEXT', help: 'its secret (sandbox-secret)' },
  scenarios: {
    takes: options.scenarios.takes,
    help: 'these folders, laid over the built-in keys (EMULATOR_SCENARIOS)',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof flags
export type FlagValues = { [F in FlagName]?: (typeof flags)[F] extends { takes: string } ? string : true }

/** What every command for a running emulator takes. */
export const commonFlags: readonly FlagName[] = ['url', 'world', 'control-token', 'json']

/** Where a command's words go, and what it knows of its surroundings. */
export interface Surroundings {
  environment: Record<string, string | undefined>
  out(line: string): void
  error(line: string): void
  /** Colours, where `out` leads to a terminal that shows them. */
  paint?: Paint
}

/** One command: the command line, help and completion are derived from it. */
export interface Command {
  /** What stands after the name, in the order in which it is written: `ID STATUS`, `[NAME]` where it may be left out. */
  takes?: string
  help: string
  /** Besides the common ones. */
  flags?: readonly FlagName[]
  /** What a flag means here, where its usual help would not say it. */
  about?: Readonly<Partial<Record<FlagName, string>>>
  /** Asks no emulator, and takes none of the common flags. */
  alone?: true
  /** The words that may stand in the place of a name, of `takes` or of a flag's, where they are few. */
  words?: Readonly<Record<string, readonly string[]>>
  /** Columns of a list, each with the member under it; dots lead inside. Every member unless given. */
  columns?: Readonly<Record<string, string>>
  /** Asks; the answer is printed. */
  run(
    emulator: EmulatorClient,
    args: readonly string[],
    flags: FlagValues,
    environment: Surroundings['environment'],
  ): unknown
}

/** An answer that people see in another form than machines, or that tells of a failure (exit code 1). */
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
