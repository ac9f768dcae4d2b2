import { comment, nested, type Syntax, write } from '../print.ts'
import type { ControlStep, RequestStep, Script, Step, Value, Variable } from '../script.ts'
import { hasNonce } from '../values.ts'

const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : single(text)

const single = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const syntax: Syntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  nonce: 'nonce()',
  variable: ({ name }) => name,
  string: quoted,
  text: ({ parts }) =>
    `\`${parts
      .map((part) =>
        typeof part === 'string'
          ? JSON.stringify(part)
              .slice(1, -1)
              .replaceAll('\\"', '"')
              .replace(/`|\$\{/g, '\\$&')
          : `\${${part.name}}`,
      )
      .join('')}\``,
  list: ['[', ']'],
  object: ['{ ', ' }', '{}'],
  member: (name, value) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: ${value}`,
  indent: '  ',
  last: ',',
}

const js = (value: Value, indent = '  ', used = indent.length): string => write(value, syntax, indent, used)

const bearers = {
  client: 'token',
  reader: 'reader',
  secret_key: 'secretKey',
  wrong: "'wrong'",
  none: undefined,
} as const satisfies Record<RequestStep['auth'], string | undefined>

function request(step: RequestStep): string[] {
  const { method, path, auth, headers, body, isForm, status, fault, expected, fields, captures, answer } =
    step
  const bearer = bearers[auth]
  const members = [
    ...(bearer === undefined ? [] : [bearer === 'token' ? 'token' : `token: ${bearer}`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${js(headers, '    ', 13)}`] : []),
    ...(body === undefined ? [] : [`${isForm ? 'form' : 'body'}: ${js(body, '    ', 10)}`]),
    ...(fault === undefined ? [] : ['timeoutMs: 2000']),
  ]
  const used = 24 + method.length + answer.length + js(path).length
  const one = `{ ${members.join(', ')} }`
  const options =
    members.length === 0
      ? ''
      : used + one.length <= 100 && !one.includes('\n')
        ? `, ${one}`
        : `, {\n    ${members.join(',\n    ')},\n  }`
  const call = `send(world, ${quoted(method)}, ${js(path)}${options})`
  if (fault !== undefined) return [`await expect(${call}).rejects.toThrow()`]
  const validation: [string[], Value][] =
    fields.length > 0 ? [[['error', 'validation_errors'], fields.map((field_name) => ({ field_name }))]] : []
  const wanted = nested([
    [['status'], status],
    ...[...expected, ...validation].map(([path, value]) => [['body', ...path], value] as const),
  ])
  return [
    `const ${answer} = await ${call}`,
    `expect(${answer}).toMatchObject(${js(wanted, '  ', 28 + answer.length)})`,
    ...captures.map(({ variable, path }) => `const ${variable.name} = ${answer}.body.${path.join('.')}`),
  ]
}

const control = ({ client: { method, args } }: ControlStep): string =>
  `await world.${method}(${args.map((value) => js(value)).join(', ')})`

/** The statements of each kind of step. */
const statements: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => string[] } = {
  request,
  control: (step) => [control(step)],
  token: () => ['token = await world.token()'],
  advance: ({ by }) => [`await world.clock.advance(${quoted(by)})`],
  set: ({ to }) => [`await world.clock.freeze(${quoted(to)})`],
  pay: ({ charge, processorResponse }) => [
    `await world.pay(${js(charge)}${processorResponse === undefined ? '' : `, ${js({ processorResponse })}`})`,
  ],
  await: ({ type, reference, isDelivered, status }) => {
    const options: Record<string, Value> = {
      ...(reference !== undefined && { reference }),
      ...(!isDelivered && { until: 'made' }),
    }
    const rest = Object.keys(options).length === 0 ? '' : `, ${js(options)}`
    const call = `${isDelivered ? 'webhooks.awaitDelivered' : 'world.waitForEvent'}(${quoted(type)}${rest})`
    if (status === undefined) return [`await ${call}`]
    return [
      `expect(await ${call}).toMatchObject(${js({ event: { data: { status } } }, '  ', 30 + call.length)})`,
    ]
  },
}

const titleOf = (step: Step): string | undefined =>
  step.kind === 'request' || step.kind === 'control' ? step.title : undefined

/** Whether a variable is a reference of the script. */
const beginning = ({
  variable,
  before,
  after,
}: {
  variable: Variable
  before: string
  after: string
}): string => `const ${variable.name} = \`${before}-\${unique}${after}\``

/** A test for Vitest or Playwright: they share the fixtures, and differ in what is imported. */
export const javascript =
  (entry: string) =>
  ({ title, start, references, steps, reader, remarks }: Script): string => {
    const uses = (test: (step: Step) => boolean): boolean => steps.some(test)
    const bodies = steps.flatMap((step) => (step.kind === 'request' ? [step.body] : []))
    const hasToken = uses((step) => step.kind === 'request' && step.auth === 'client')
    const isReplaced = uses(({ kind }) => kind === 'token')
    const hasKey = uses((step) => step.kind === 'request' && step.auth === 'secret_key')
    const awaits = uses((step) => step.kind === 'await' && step.isDelivered)
    const fixtures = ['world', ...(awaits ? ['webhooks'] : []), ...(hasKey ? ['emulator'] : [])]
    const lines = [
      `await world.clock.freeze(${start === undefined ? '' : quoted(start)})`,
      ...(references.length > 0 ? ['const unique = crypto.randomUUID().slice(0, 8)'] : []),
      ...references.map(beginning),
      ...usedTwice(bodies),
      ...(hasToken || isReplaced ? [`${isReplaced ? 'let' : 'const'} token = await world.token()`] : []),
      ...(hasKey ? ['const [secretKey] = (await emulator.credentials()).secret_keys'] : []),
      ...(uses((step) => step.kind === 'request' && step.auth === 'reader') && reader
        ? [`const reader = await world.token(${js({ clientId: reader.id, clientSecret: reader.secret })})`]
        : []),
    ]
    const body = steps.flatMap((step, index) => {
      const named = titleOf(step)
      const before = named !== undefined || titleOf(steps[index - 1] ?? step) !== undefined ? [''] : []
      const write = statements[step.kind] as (step: Step) => string[]
      return [...before, ...(named === undefined ? [] : [`// ${comment(named)}`]), ...write(step)]
    })
    return `${[
      `import { expect, test } from '${entry}'`,
      "import type { World } from 'payment-emulator/client'",
      '',
      ...remarks.map((remark) => `// ${comment(remark)}`),
      `test(${quoted(title)}, async ({ ${fixtures.join(', ')} }) => {`,
      ...[...lines, ...body].map((line) => (line === '' ? '' : `  ${line}`)),
      '})',
      '',
      helper,
      ...(bodies.some(hasNonce) || usedTwice(bodies).length > 0 ? ['', nonce] : []),
    ].join('\n')}\n`
  }

/** Nothing unless a nonce is sent twice, which needs a variable. */
const usedTwice = (bodies: readonly (Value | undefined)[]): string[] => {
  const found = new Set(JSON.stringify(bodies).match(/usedNonce\d*/g) ?? [])
  return [...found].map((name) => `const ${name} = nonce()`)
}

const helper = `/** Sends a request to the service, and returns the status and the body of its answer. */
async function send(
  world: World,
  method: string,
  path: string,
  options: {
    token?: string | undefined
    headers?: Record<string, string>
    body?: unknown
    form?: Record<string, string>
    timeoutMs?: number
  } = {},
): Promise<{ status: number; body: any }> {
  const { token, headers, body, form, timeoutMs = 20_000 } = options
  const response = await world.fetch(path, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: \`Bearer \${token}\` }),
      ...headers,
    },
    body: form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, body: await response.json() }
}`

const nonce = `/** A nonce of field encryption: twelve letters and digits, used once. */
const nonce = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12)`
