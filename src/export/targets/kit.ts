import { comment, type Syntax, write } from '../print.ts'
import type { RequestStep, Script, Step, Value, Variable } from '../script.ts'

/** How the tests of one of the kits are written. Their `request` returns `data` of an answer, and throws for a refusal. */
export interface Kit {
  syntax: Syntax
  /** The indentation of statements. */
  indent: string
  /** What a comment begins with. */
  comment: string
  assign(variable: string, expression: string): string
  run(expression: string): string
  request(method: string, path: string, body: string | undefined, headers: string | undefined): string
  /** A member of an answer, as an expression. */
  member(variable: string, path: readonly string[], isNumber: boolean): string
  equal(actual: string, expected: string): string
  /** A request that is refused with a status; undefined: that gets no answer. */
  refused(request: string, status: number | undefined): readonly string[]
  advance(by: string): string
  freeze(at: string | undefined): string
  next(key: string, when: string | undefined): string
  pay(charge: string, processorResponse: string | undefined): string
  await(isDelivered: boolean, type: string, reference: string | undefined): string
  /** A reference with what makes it unique. */
  reference(before: string, after: string): string
  /** Headers with a bearer token. */
  secretKey: string
  controlToken: string
}

/** What the whole of a test needs. */
export interface KitTest {
  statements: readonly string[]
  usesUnique: boolean
  usesNonce: boolean
  usesSecretKey: boolean
  usesControl: boolean
  usesRefusal: boolean
  awaitsDelivery: boolean
}

/** The statements of a script in a kit. */
export function kitTest(kit: Kit, { references, start, steps, reader }: Script): KitTest {
  const print = (value: Value, used = kit.indent.length): string => write(value, kit.syntax, kit.indent, used)
  const writers: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => readonly string[] } = {
    request: (step) => request(step),
    control: ({ client: { method: name, args }, method, path, body }) => {
      const [key, when] = args
      if (name === 'next' && key !== undefined)
        return [kit.run(kit.next(print(key), when === undefined ? undefined : print(conditions(body), 40)))]
      const sent = body === undefined ? undefined : print(body, 60)
      return [kit.run(kit.request(print(method), print(path), sent, kit.controlToken))]
    },
    // The kits replace a token that is refused.
    token: () => [],
    advance: ({ by }) => [kit.run(kit.advance(print(by)))],
    set: ({ to }) => [kit.run(kit.freeze(print(to)))],
    pay: ({ charge, processorResponse }) => [
      kit.run(kit.pay(print(charge), processorResponse === undefined ? undefined : print(processorResponse))),
    ],
    await: ({ type, reference, isDelivered, status }) => {
      const call = kit.await(isDelivered, print(type), reference === undefined ? undefined : print(reference))
      if (status === undefined) return [kit.run(call)]
      return [
        kit.assign('event', call),
        kit.equal(kit.member('event', ['data', 'status'], false), print(status)),
      ]
    },
  }

  function request(step: RequestStep): readonly string[] {
    const { method, path, body, auth, headers, status, fault, expected, captures, answer, isForm } = step
    if (isForm || (auth === 'reader' && reader) || fault === 'stall')
      return [`${kit.comment} left out: the kit cannot send this request`]
    const all: Record<string, Value> = { ...headers, ...(isWrong(auth) && { Authorization: 'Bearer wrong' }) }
    const hasHeaders = Object.keys(all).length > 0
    const written = auth === 'secret_key' ? kit.secretKey : hasHeaders ? print(all) : undefined
    const sent = kit.request(
      print(method),
      print(path),
      body === undefined ? undefined : print(body, 60),
      written,
    )
    // The kits take anything for an answer.
    if (fault === 'garbage') return [kit.run(sent)]
    if (fault !== undefined || status >= 300)
      return kit.refused(sent, fault === undefined ? status : undefined)
    const data = (whole: readonly string[]): readonly string[] =>
      whole[0] === 'data' ? whole.slice(1) : whole
    const lines = [
      ...expected.map(([member, value]) => kit.equal(kit.member(answer, data(member), false), print(value))),
      ...captures.map(({ variable, path: member }) =>
        kit.assign(variable.name, kit.member(answer, data(member), variable.isNumber)),
      ),
    ]
    return lines.length === 0 ? [kit.run(sent)] : [kit.assign(answer, sent), ...lines]
  }

  const titleOf = (step: Step | undefined): string | undefined =>
    step?.kind === 'request' || step?.kind === 'control' ? step.title : undefined
  const body = steps.flatMap((step, index) => {
    const title = titleOf(step)
    const write = writers[step.kind] as (step: Step) => readonly string[]
    const lines = write(step)
    const before = lines.length > 0 && (title ?? titleOf(steps[index - 1])) !== undefined ? [''] : []
    return [...before, ...(title === undefined ? [] : [`${kit.comment} ${comment(title)}`]), ...lines]
  })
  const requests = steps.filter((step) => step.kind === 'request')
  const twice = new Set(body.join('\n').match(/used_?[nN]once\d*/g) ?? [])
  const statements = [
    kit.run(kit.freeze(start === undefined ? undefined : print(start))),
    ...references.map(({ variable, before, after }) =>
      kit.assign(variable.name, kit.reference(before, after)),
    ),
    ...[...twice].map((name) => kit.assign(camel(name), kit.syntax.nonce)),
    ...body,
  ]
  const text = statements.join('\n')
  return {
    statements,
    usesUnique: references.length > 0,
    usesNonce: text.includes(kit.syntax.nonce),
    usesSecretKey: requests.some(({ auth }) => auth === 'secret_key'),
    usesControl: steps.some((step) => step.kind === 'control' && step.client.method !== 'next'),
    usesRefusal: requests.some(({ status, fault }) => fault !== undefined || status >= 300),
    awaitsDelivery: steps.some((step) => step.kind === 'await' && step.isDelivered),
  }
}

/** The conditions of a rule, as they are sent. */
const conditions = (rule: Value | undefined): Value => (rule as { when: Value }).when

const isWrong = (auth: RequestStep['auth']): boolean => auth === 'wrong' || auth === 'none'

const camel = (name: string): string => name.replace(/_n/, 'N')

/** A text of plain characters and variables, by the function that writes a variable. */
export const template = (
  parts: readonly (string | Variable)[],
  plain: (text: string) => string,
  variable: (variable: Variable) => string,
): string => parts.map((part) => (typeof part === 'string' ? plain(part) : variable(part))).join('')
