import {
  type KeptAnswers,
  keptAnswers,
  type SignatureScheme,
  signatureSchemes,
  type TargetRule,
  targetRules,
  type UnknownKeyMode,
  unknownKeyModes,
} from '../domain/kernel/enums.ts'
import { defaultSettings } from '../emulator/settings.ts'
import type { Flag } from './flags.ts'
import {
  bearerToken,
  duration,
  headerName,
  hostName,
  instant,
  integer,
  list,
  oneOf,
  text,
  webUrl,
  wholeSeconds,
} from './parse.ts'

/** One way to configure: its flag, what it takes, what it is for. The environment name follows from the flag. */
export interface Option extends Flag {
  takes: string
  parse(text: string): unknown
  /** What an empty variable would do, where that is dangerous: it is refused. Elsewhere it counts as unset. */
  empty?: string
}

/** Everything that can be configured, once: flags, environment, help and defaults come from here. */
export const options = {
  port: { takes: 'NUMBER', help: 'port to listen on; 0 picks a free one (4290)', parse: integer(0, 65_535) },
  host: { takes: 'ADDRESS', help: 'address to listen on (127.0.0.1)', parse: text },
  scenarios: {
    takes: 'DIR,…',
    help: 'folders of scenario files, laid over the built-in ones',
    parse: list(text),
  },
  fixtures: {
    takes: 'DIR,…',
    help: 'folders of fixture files, laid over the built-in ones',
    parse: list(text),
  },
  seed: { takes: 'TEXT', help: 'seed of ids and other random values (a new one each start)', parse: text },
  clock: {
    takes: 'TIME',
    help: 'every world begins at this time, its clock frozen (live, at the real time)',
    parse: instant,
  },
  'token-lifetime': {
    takes: 'DURATION',
    help: "how long an access token lives, 1s to 1d of the world's clock (600s)",
    parse: wholeSeconds(1000, 86_400_000),
  },
  'idempotency-keeps': {
    takes: keptAnswers.join('|'),
    help: 'answers kept for X-Idempotency-Key; all: refused and failed ones too (success)',
    parse: oneOf<KeptAnswers>(...keptAnswers),
  },
  'unknown-scenario': {
    takes: unknownKeyModes.join('|'),
    help: 'what an unknown scenario key does (refuse)',
    parse: oneOf<UnknownKeyMode>(...unknownKeyModes),
  },
  'webhook-url': { takes: 'URL', help: 'endpoint that every world sends its webhooks to', parse: webUrl },
  'webhook-secret': { takes: 'TEXT', help: `its secret (${defaultSettings.webhookSecret})`, parse: text },
  'webhook-signature': {
    takes: signatureSchemes.join('|'),
    help: 'how its webhooks are signed (hmac-sha256)',
    parse: oneOf<SignatureScheme>(...signatureSchemes),
  },
  'webhook-header': {
    takes: 'NAME',
    help: 'header of the signature (X-Webhook-Signature)',
    parse: headerName,
  },
  'webhook-delay': { takes: 'DURATION', help: 'from a fact to the first attempt (1s)', parse: duration },
  'webhook-retries': {
    takes: 'DURATION,…',
    help: 'delays of the retries (5s,30s,300s)',
    parse: list(duration, 20),
  },
  'webhook-timeout': { takes: 'DURATION', help: 'time that a receiver has (10s)', parse: duration },
  'webhook-allow': {
    takes: targetRules.join('|'),
    help: 'private: webhooks go to loopback and private addresses only (any)',
    parse: oneOf<TargetRule>(...targetRules),
    empty: 'webhooks could go to any address',
  },
  'journal-limit': {
    takes: 'NUMBER',
    help: 'requests that the journal of a world keeps (10000)',
    parse: integer(0, 10_000_000),
  },
  'max-worlds': { takes: 'NUMBER', help: 'worlds that may exist (10000)', parse: integer(1, 10_000_000) },
  'max-body-bytes': {
    takes: 'NUMBER',
    help: 'longest request body (1048576)',
    parse: integer(1024, 1_073_741_824),
  },
  'max-header-bytes': {
    takes: 'NUMBER',
    help: 'longest request line and headers together (16384)',
    parse: integer(1024, 1_048_576),
  },
  'max-connections': {
    takes: 'NUMBER',
    help: 'connections at the same time (10000)',
    parse: integer(1, 1_000_000),
  },
  'request-timeout': {
    takes: 'DURATION',
    help: 'time that a request may take to arrive (60s)',
    parse: duration,
  },
  'control-token': {
    takes: 'TEXT',
    help: 'bearer token that the control interface asks for',
    parse: bearerToken,
    empty: 'the control interface would be open to everybody',
  },
  'allow-hosts': {
    takes: 'NAME,…',
    help: 'further host names under which /_emulator answers; *.NAME for all below it',
    parse: list(hostName),
  },
  'public-url': { takes: 'URL', help: 'address under which payers reach the emulator', parse: webUrl },
  report: {
    takes: 'FILE',
    help: 'write a report when it stops: JUnit where the name ends in .xml, else JSON',
    parse: text,
  },
} as const satisfies Record<string, Option>

type OptionName = keyof typeof options

export type Values = { [K in OptionName]?: ReturnType<(typeof options)[K]['parse']> }
