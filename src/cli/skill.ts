import { environmentName } from '../config/config.ts'
import { options } from '../config/options.ts'
import { defaultSettings } from '../emulator/settings.ts'
import type { BuiltIn } from '../node/built-in.ts'
import { presentCredentials } from '../wire/credentials.ts'
import { find } from './find.ts'
import { usages } from './usage.ts'

/**
 * The skill for coding agents: how to use the emulator with its commands. `npm run docs` writes SKILL.md from it; what
 * commands, options and scenarios do comes from their tables.
 */
export function skillText({ fragments, fixtures }: BuiltIn): string {
  const { clients, secret_keys } = presentCredentials(fixtures, defaultSettings)
  const [client] = clients
  return `---
name: payment-emulator
description: Test payment integrations against payment-emulator, a local stand-in for a payment service. Use it to get an access token, choose how a payment ends (PIN, OTP, 3DS, declined, lost answers), advance time, await webhooks and see what happened.
---

<!-- Written from the tables of commands, options and scenarios by "npm run docs". -->

# payment-emulator

Base address and auth address of the service: \`http://localhost:4290\`. Unless that is port 4290 of this machine, set \`EMULATOR_URL\` to it for the commands. In a project with the package, write \`npx payment-emulator\`. Below \`/w/NAME\`, or with \`--world NAME\`, is another world: each has its own data, clock and webhooks, so use one per test. Nothing outlives the process.

With \`--json\`, commands print JSON. A failed command prints \`{"error":{"message":"…"}}\` on standard error and exits with 1 (refused, no answer, or a wait timed out) or 2 (wrong usage). The message says what is allowed.

## Start, unless it runs already

\`\`\`sh
payment-emulator > emulator.log &
until payment-emulator healthcheck 2> /dev/null; do sleep 0.2; done
${command('credentials')}
\`\`\`

Options of the server: ${optionList('port', 'webhook-url', 'clock', 'seed', 'scenarios')}; all: \`payment-emulator --help\`.

## Get a token

\`\`\`sh
${command('token')}
\`\`\`

Programs send \`grant_type=client_credentials\`, \`client_id=${client?.client_id}\` and \`client_secret=${client?.client_secret}\` as a form to \`POST /realms/any/protocol/openid-connect/token\`. Paths below \`/v3\` take the secret key \`${secret_keys[0]}\` as bearer token instead.

## Choose a scenario

A charge follows the key in the header \`X-Scenario-Key\` of the request. A program that cannot send it: \`next\`. Keys are combined with \`&\`:

${keyLines(fragments)}

\`\`\`sh
${command('scenarios list')}
${command('scenarios explain', "'scenario:auth_pin&issuer:insufficient_funds'")}
${command('next', "scenario:auth_pin --reference 'order-2*'")}
\`\`\`

## Pay, and await the webhook

\`WEBHOOK_URL\` is the webhook endpoint of your program.

\`\`\`sh
${command('webhooks add', '"$WEBHOOK_URL"')}
${command('charges create', 'scenario:auth_pin --reference order-1001')}
${command('charges show', 'order-1001')}
${command('pay', 'order-1001')}
${command('webhooks wait', 'charge.completed --reference order-1001')}
${command('webhooks deliveries')}
\`\`\`

## Advance time

On a frozen clock, webhooks, retries and expiry wait for \`advance\`.

\`\`\`sh
${command('clock freeze')}
${command('clock advance', '11m')}
${command('clock live')}
\`\`\`

## See what happened

\`\`\`sh
${command('timeline', '--reference order-1001')}
${command('requests', '--path /charges')}
${command('report')}
\`\`\`

Everything else: \`payment-emulator --help\`, and \`http://localhost:4290/llms.txt\` for the documents (HTTP needs no command: \`control.md\`).
`
}

/** A command with its help, so that nothing is explained twice. Throws if there is no such command. */
function command(name: string, rest = ''): string {
  const { help, common } = usages.get(find(name.split(' '))) ?? { help: '', common: {} }
  if (!('json' in common)) throw new Error(`the command ${name} has no --json`)
  return `${['payment-emulator', name, rest, '--json'].filter(Boolean).join(' ')} # ${help}`
}

const optionList = (...names: (keyof typeof options)[]): string =>
  names
    .map(
      (name) => `\`--${name} ${options[name].takes}\` (\`${environmentName(name)}\`) ${options[name].help}`,
    )
    .join('; ')

/** How many keys of a kind are named. */
const named = 5

/** A line for each kind of keys: its first keys, and how many there are. */
function keyLines(fragments: BuiltIn['fragments']): string {
  const kinds = new Map<string, string[]>()
  for (const { key } of fragments) {
    const [kind = '', name = ''] = key.split(':')
    kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  return Array.from(
    kinds,
    ([kind, names]) =>
      `- \`${kind}:\` ${names.slice(0, named).join(', ')}${names.length > named ? ` and ${names.length - named} more` : ''}`,
  ).join('\n')
}
