import { comment, snake } from '../print.ts'
import { Nonce, type RequestStep, type Script, type Step, Text, type Value, Variable } from '../script.ts'

/** A text between double quotes or in a here-document. */
const plain = (text: string): string => text.replace(/[\\"$`]/g, '\\$&')

const variable = ({ name }: Variable): string => `$\{${snake(name)}}`

const inText = (value: Value): string =>
  value instanceof Variable
    ? variable(value)
    : value instanceof Text
      ? value.parts.map((part) => (typeof part === 'string' ? plain(part) : variable(part))).join('')
      : plain(String(value))

const quoted = (value: Value): string => `"${inText(value)}"`

/** JSON in a here-document, in which the shell replaces variables. */
function json(value: Value): string {
  if (value instanceof Nonce) return '"$(nonce)"'
  if (value instanceof Variable) return value.isNumber ? variable(value) : `"${variable(value)}"`
  if (value instanceof Text)
    return `"${value.parts.map((part) => (typeof part === 'string' ? escaped(part) : variable(part))).join('')}"`
  if (typeof value === 'string') return `"${escaped(value)}"`
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `"${escaped(name)}": ${json(inner)}`)
      .join(', ')}}`
  return String(value)
}

/** A text in JSON in a here-document: the shell takes one backslash from each pair. */
const escaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\$`]/g, '\\$&')

const bearers = {
  client: '$token',
  reader: '$reader',
  secret_key: '$secret_key',
  wrong: 'wrong',
  none: undefined,
} as const satisfies Record<RequestStep['auth'], string | undefined>

/** A command with its options, and with its body as a here-document. */
const command = (words: readonly string[], body: Value | undefined): string[] =>
  body === undefined
    ? [words.join(' ')]
    : [[...words, '--data-binary @- <<JSON'].join(' '), json(body), 'JSON']

function request(step: RequestStep): string[] {
  const { method, path, auth, headers, body, isForm, status, fault, expected, fields, captures } = step
  const bearer = bearers[auth]
  const words = [
    ...(fault === undefined ? ['send', String(status)] : ['lost']),
    method,
    quoted(path),
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${inText(value)}"`),
  ]
  const form = isForm
    ? Object.entries(Object(body) as Record<string, Value>).map(
        ([name, value]) => `-d "${plain(name)}=${inText(value)}"`,
      )
    : []
  return [
    ...command([...words, ...form], isForm ? undefined : body),
    ...expected.map(([member, value]) => `says '"${member.at(-1)}":${JSON.stringify(value)}'`),
    ...fields.map((field) => `says '"field_name":${JSON.stringify(field).replaceAll("'", '')}'`),
    ...captures.map(({ variable: { name, isNumber }, path: member }) =>
      isNumber
        ? `${snake(name)}=$(id_in '"data":{"id":' '[0-9]*')`
        : `${snake(name)}=$(id_in '"${member.at(-1)}":"' '[a-z]*_[A-Za-z0-9]*')`,
    ),
  ]
}

/** The commands of each kind of step. */
const commands: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => string[] } = {
  request,
  control: ({ method, path, body }) => command(['control', method, quoted(path)], body),
  token: () => ['token=$(new_token)'],
  advance: ({ by }) => command(['control', 'POST', '/_emulator/clock/advance'], { by }),
  set: ({ to }) => command(['control', 'PUT', '/_emulator/clock'], { mode: 'frozen', now: to }),
  pay: ({ charge, processorResponse }) =>
    command(
      ['control', 'POST', `"/_emulator/charges/${inText(charge)}/pay"`],
      processorResponse === undefined ? {} : { processor_response: processorResponse },
    ),
  await: ({ type, reference, status }) => [
    `control GET "/_emulator/webhooks/events?type=${type}${reference === undefined ? '' : `&reference=${inText(reference)}`}&until=made&wait=5s&limit=1"`,
    ...(status === undefined ? [] : [`says '"status":"${status}"'`]),
  ],
}

/** A script for sh and curl. */
export function shell({ title, start, references, steps, reader, remarks }: Script): string {
  const requests = steps.filter((step) => step.kind === 'request')
  const uses = (auth: RequestStep['auth']): boolean => requests.some((step) => step.auth === auth)
  const text = steps.flatMap((step) => {
    const write = commands[step.kind] as (step: Step) => string[]
    const head =
      step.kind === 'request' || step.kind === 'control'
        ? ['', `# ${comment(step.title)}`]
        : step.kind === 'await'
          ? [`# the event ${step.type}`]
          : ['']
    return [...head, ...write(step)]
  })
  const whole = text.join('\n')
  return `${[
    '#!/bin/sh',
    `# ${comment(title)}`,
    ...remarks.map((remark) => `# ${comment(remark)}`),
    prelude,
    ...(/\$\(nonce\)|used_nonce/.test(whole) ? ['', nonce] : []),
    '',
    ...command(['control', 'PUT', '/_emulator/clock'], {
      mode: 'frozen',
      ...(start !== undefined && { now: start }),
    }),
    ...references.map(
      ({ variable: { name }, before, after }) => `${snake(name)}="${before}-\${unique}${after}"`,
    ),
    ...[...new Set(whole.match(/used_nonce\d*/g) ?? [])].map((name) => `${name}=$(nonce)`),
    ...(uses('client') || steps.some(({ kind }) => kind === 'token') ? ['token=$(new_token)'] : []),
    ...(uses('reader') && reader ? [`reader=$(new_token ${reader.id} ${reader.secret})`] : []),
    ...(uses('secret_key')
      ? ['control GET /_emulator/credentials', `secret_key=$(id_in '"secret_keys":\\["' '[^"]*')`]
      : []),
    ...text,
    '',
    'control DELETE "/_emulator/worlds/$world"',
    'echo "passed: world $world"',
  ].join('\n')}\n`
}

const prelude = `set -eu
# The emulator is the one at EMULATOR_URL. The script uses a world of its own there, and leaves it if it fails.
unique=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \\n')
world=session-$unique
url=\${EMULATOR_URL:-http://localhost:4290}
url=\${url%%/w/*}/w/$world
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

fail() {
  echo "failed: $1" >&2
  cat "$answer" >&2
  exit 1
}

# send STATUS METHOD PATH [OPTION OF CURL]...: a request to the service, and the status that it must have.
send() {
  wanted=$1 method=$2 path=$3
  shift 3
  status=$(curl -s -o "$answer" -w '%{http_code}' -X "$method" "$url$path" -H 'Content-Type: application/json' "$@") || true
  [ "$status" = "$wanted" ] || fail "$method $path answered $status instead of $wanted"
}

# lost METHOD PATH [OPTION OF CURL]...: a request whose answer does not arrive, or not as it should.
lost() {
  method=$1 path=$2
  shift 2
  curl -s -m 2 -o "$answer" -X "$method" "$url$path" -H 'Content-Type: application/json' "$@" || true
}

# control METHOD PATH [OPTION OF CURL]...: a call of the control interface.
control() {
  method=$1 path=$2
  shift 2
  curl -sf -o "$answer" -X "$method" "$url$path" -H 'Content-Type: application/json' \\
    -H "Authorization: Bearer \${EMULATOR_CONTROL_TOKEN:-}" "$@" || fail "$method $path"
}

# says TEXT: what the last answer must contain.
says() {
  grep -qF -- "$1" "$answer" || fail "the answer does not say $1"
}

# id_in BEFORE PATTERN: the first text of the pattern behind another one in the last answer.
id_in() {
  grep -o "$1$2" "$answer" | head -n 1 | sed "s/^$1//"
}

# new_token [CLIENT SECRET]: an access token.
new_token() {
  curl -s "$url/realms/emulator/protocol/openid-connect/token" -d grant_type=client_credentials \\
    -d "client_id=\${1:-sandbox-client}" -d "client_secret=\${2:-sandbox-secret}" |
    sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'
}`

const nonce = `# A nonce of field encryption: twelve letters and digits, used once.
nonce() {
  od -An -N6 -tx1 /dev/urandom | tr -d ' \\n'
}`
