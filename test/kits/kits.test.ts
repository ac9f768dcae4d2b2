import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApi } from '../../src/openapi/document.ts'
import { operations } from '../../src/operations.ts'
import { origin } from '../harness.ts'
import { usual } from '../support/document.ts'

const folder = 'kits'
const kits = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const isTest = (file: string) => /(^|\/)tests?\/|_test\.go$/.test(file)

/** The source files of a kit in its language. */
const sources = (kit: string): { file: string; text: string }[] =>
  readdirSync(join(folder, kit), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(py|php|java|go)$/.test(file) && !/(^|\/)(target|vendor|build)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, kit, file), 'utf8') }))

interface Call {
  method: string
  path: string
  query: string[]
  body: string[]
}

/** The calls in a source text: literals such as "POST /_emulator/rules {key, when}"; kits/README.md describes them. */
const callsIn = (text: string): Call[] =>
  Array.from(
    text.matchAll(/(["'`])([A-Z]+) (\/[^"'`?\s]*)(?:\?([^"'`\s]*))?(?: \{([^"'`}]*)\})?\1/g),
    ([, , method = '', path = '', query, body]) => ({
      method: method.toLowerCase(),
      path,
      query: query?.split('&') ?? [],
      body: body?.split(', ') ?? [],
    }),
  )

const callsOf = (kit: string): Call[] =>
  sources(kit)
    .filter(({ file }) => !isTest(file))
    .flatMap(({ text }) => callsIn(text))

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}
const described = JSON.parse(JSON.stringify(openApi(operations, origin, usual))).paths as Record<
  string,
  Record<string, Described>
>

/** What is wrong with a call, by the OpenAPI document. */
function faults({ method, path, query, body }: Call): string[] {
  const operation = described[path]?.[method]
  const call = `${method.toUpperCase()} ${path}`
  if (!operation) return [`${call} does not exist`]
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
  const members = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema.properties ?? {}),
  )
  return [
    ...query.filter((name) => !parameters.includes(name)).map((name) => `${call} has no parameter ${name}`),
    ...body.filter((name) => !members.includes(name)).map((name) => `the body of ${call} has no ${name}`),
  ]
}

/** The operations that the things of kits/README.md need. */
const needed = [
  'GET /_emulator/credentials',
  'POST /_emulator/reset',
  'DELETE /_emulator/worlds/{name}',
  'POST /_emulator/clock/advance',
  'PUT /_emulator/clock',
  'POST /_emulator/rules',
  'GET /_emulator/webhooks/events',
  'POST /_emulator/webhooks/endpoints',
  'POST /_emulator/charges/{id}/pay',
  'GET /_emulator/timeline',
  'POST /realms/{realm}/protocol/openid-connect/token',
]

test.each([
  ['"GET /_emulator/clocks"', 'GET /_emulator/clocks does not exist'],
  ["'DELETE /_emulator/clock'", 'DELETE /_emulator/clock does not exist'],
  ['"DELETE /_emulator/worlds/{id}"', 'DELETE /_emulator/worlds/{id} does not exist'],
  ['"GET /_emulator/charges?status&colour"', 'GET /_emulator/charges has no parameter colour'],
  ['"POST /_emulator/rules {key, what}"', 'the body of POST /_emulator/rules has no what'],
  ['"POST /_emulator/reset {all}"', 'the body of POST /_emulator/reset has no all'],
])('A kit that called %s would be reported', (literal, fault) => {
  expect(callsIn(`call(${literal})`).flatMap(faults)).toEqual([fault])
})

describe.each(kits)('kits/%s', (kit) => {
  test('calls only what the OpenAPI document describes', () => {
    expect(callsOf(kit).flatMap(faults)).toEqual([])
  })

  test('calls every operation that its things need', () => {
    const called = callsOf(kit).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(called).toEqual(expect.arrayContaining(needed))
  })

  test('has no address of the control interface outside such a call', () => {
    const addresses = sources(kit)
      .filter(({ file }) => !isTest(file))
      .flatMap(({ text }) => text.match(/\/_emulator\/\w/g) ?? [])
    expect(addresses).toHaveLength(callsOf(kit).filter(({ path }) => path.startsWith('/_emulator')).length)
  })

  test('has the twelve steps in its README as they stand in its tests, in at most 25 lines', () => {
    const shown = /^## Twelve steps\n.*?^```\w+\n(.*?)^```/ms.exec(
      readFileSync(join(folder, kit, 'README.md'), 'utf8'),
    )?.[1]
    const lines = trimmed(shown ?? '')
    expect(lines.length).toBeGreaterThan(12)
    expect(lines.length).toBeLessThanOrEqual(25)
    const tests = sources(kit).filter(({ file }) => isTest(file))
    expect(tests.some(({ text }) => trimmed(text).join('\n').includes(lines.join('\n')))).toBe(true)
  })

  test('has what the table of kits/README.md says', () => {
    const [header = [], ...rows] = readFileSync(join(folder, 'README.md'), 'utf8')
      .split('\n## ')
      .filter((section) => section.startsWith('The nine things'))
      .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const column = header.findIndex((title) => title.toLowerCase() === kit)
    const names = rows
      .flatMap((row) => Array.from((row[column] ?? '').matchAll(/`([^`]+)`/g), ([, code = '']) => code))
      .flatMap((code) => /(\w+)(?:\(.*)?$/.exec(code)?.[1] ?? [])
    expect(names.length).toBeGreaterThanOrEqual(9)
    const text = sources(kit)
      .filter(({ file }) => !isTest(file))
      .map((source) => source.text)
      .join('\n')
    for (const name of names) expect(text).toMatch(new RegExp(`\\b${name}\\b`))
  })
})

/** The lines without indentation, and without blank ones. */
const trimmed = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
