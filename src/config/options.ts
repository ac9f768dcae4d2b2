import {
  type ProgramClock,
  programClocks,
  type ReplayedResponses,
  replayedResponses,
  type SignatureScheme,
  signatureSchemes,
  type TargetRule,
  targetRules,
  type UnknownKeyMode,
  unknownKeyModes,
  type WebhookForm,
  webhookForms,
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
  yesOrNo,
} from './parse.ts'

/** An option of the server. The name of its environment variable is derived from the flag. */
export interface Option extends Flag {
  /** For a flag without a value the text is `true`. */
  parse(text: string): unknown
  /** Set if an empty variable is dangerous: what it would cause. It is then refused; otherwise it counts as unset. */
  empty?: string
}

/** All options. Flags, environment variables, help and completion are derived from here. */
export const options = {
  port: { takes: 'NUMBER', help: 'port to listen on; 0 picks a free one (4290)', parse: integer(0, 65_535) },
  host: { takes: 'ADDRESS', help: 'address to listen on (127.0.0.1)', parse: text },
  tls: { help: 'also serve HTTPS; without a certificate, one is made (/_emulator/ca.pem)', parse: yesOrNo },
  'tls-port': {
    takes: 'NUMBER',
    help: 'port of HTTPS; 0 picks a free one (4293)',
    parse: integer(0, 65_535),
  },
  'tls-cert': { takes: 'FILE', help: 'certificate of HTTPS with its chain, PEM', parse: text },
  'tls-key': { takes: 'FILE', help: 'key of that certificate, PEM', parse: text },
  scenarios: {
    takes: 'DIR,…',
    help: 'folders of scenario files, merged over the built-in ones',
    parse: list(text),
  },
  fixtures: {
    takes: 'DIR,…',
    help: 'folders of fixture files, merged over the built-in ones',
    parse: list(text),
  },
  seed: { takes: 'TEXT', help: 'seed of ids and other random values (random)', parse: text },
  clock: {
    takes: 'TIME',
    help: 'start every world frozen at this time (live, at the real time)',
    parse: instant,
  },
  'program-clock': {
    takes: programClocks.join('|'),
    help: 'clock of token lifetimes and webhook timestamps (world)',
    parse: oneOf<ProgramClock>(...programClocks),
  },
  'token-lifetime': {
    takes: 'DURATION',
    help: 'lifetime of access tokens on the program clock, 1s to 1d (600s)',
    parse: wholeSeconds(1000, 86_400_000),
  },
  'idempotency-replays': {
    takes: replayedResponses.join('|'),
    help: 'answers stored for X-Idempotency-Key; all: refused and failed ones too (success)',
    parse: oneOf<ReplayedResponses>(...replayedResponses),
  },
  'unknown-scenario': {
    takes: unknownKeyModes.join('|'),
    help: 'what an unknown scenario key does (refuse)',
    parse: oneOf<UnknownKeyMode>(...unknownKeyModes),
  },
  'webhook-url': { takes: 'URL', help: 'webhook endpoint of every world', parse: webUrl },
  'webhook-form': {
    takes: webhookForms.join('|'),
    help: 'form of webhook bodies: of the charge interface, or of v3 (charge)',
    parse: oneOf<WebhookForm>(...webhookForms),
  },
  'webhook-secret': {
    takes: 'TEXT',
    help: `signing secret of webhooks (${defaultSettings.webhookSecret})`,
    parse: text,
  },
  'webhook-signature': {
    takes: signatureSchemes.join('|'),
    help: 'how webhooks are signed (hmac-sha256; secret for form v3)',
    parse: oneOf<SignatureScheme>(...signatureSchemes),
  },
  'webhook-header': {
    takes: 'NAME',
    help: 'name of the signature header (X-Webhook-Signature, or as in the vocabulary)',
    parse: headerName,
  },
  'webhook-delay': {
    takes: 'DURATION',
    help: 'delay from an event to the first attempt (1s)',
    parse: duration,
  },
  'webhook-retries': {
    takes: 'DURATION,…',
    help: 'delays of the retries (5s,30s,300s)',
    parse: list(duration, 20),
  },
  'webhook-timeout': {
    takes: 'DURATION',
    help: 'how long a webhook endpoint may take to answer (10s)',
    parse: duration,
  },
  'webhook-allow': {
    takes: targetRules.join('|'),
    help: 'private: webhooks go to loopback and private addresses only (any)',
    parse: oneOf<TargetRule>(...targetRules),
    empty: 'webhooks could go to any address',
  },
  'journal-limit': {
    takes: 'NUMBER',
    help: 'requests stored in the journal of a world (10000)',
    parse: integer(0, 10_000_000),
  },
  'max-worlds': { takes: 'NUMBER', help: 'most worlds at a time (10000)', parse: integer(1, 10_000_000) },
  'max-body-bytes': {
    takes: 'NUMBER',
    help: 'largest request body in bytes (1048576)',
    parse: integer(1024, 1_073_741_824),
  },
  'max-header-bytes': {
    takes: 'NUMBER',
    help: 'largest request line and headers in bytes (16384)',
    parse: integer(1024, 1_048_576),
  },
  'max-connections': {
    takes: 'NUMBER',
    help: 'most simultaneous connections (10000)',
    parse: integer(1, 1_000_000),
  },
  'request-timeout': {
    takes: 'DURATION',
    help: 'how long a request may take to arrive (60s)',
    parse: duration,
  },
  'control-token': {
    takes: 'TEXT',
    help: 'bearer token that the control interface requires',
    parse: bearerToken,
    empty: 'the control interface would be open to everyone',
  },
  'allow-hosts': {
    takes: 'NAME,…',
    help: 'more host names on which /_emulator answers; *.NAME: all below it',
    parse: list(hostName),
  },
  'public-url': { takes: 'URL', help: 'address at which payers reach the emulator', parse: webUrl },
  report: {
    takes: 'FILE',
    help: 'write a report on exit: JUnit if the name ends in .xml, else JSON',
    parse: text,
  },
} as const satisfies Record<string, Option>

type OptionName = keyof typeof options

export type Values = { [K in OptionName]?: ReturnType<(typeof options)[K]['parse']> }
