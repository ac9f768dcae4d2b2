import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../src/operations.ts'
import { unsupported } from '../src/routes/unsupported.ts'
import { harness } from './harness.ts'
import { pageRoutes } from './support/pages.ts'
import { testNames } from './support/test-names.ts'

interface Rules {
  pages: {
    name: string
    source: string
    rules: { rule: string; origin: string; tests: Record<string, string[]> }[]
  }[]
  notPlayed: string[]
}

const { readRules, documents } = (await import('../scripts/coverage.mjs' as string)) as {
  readRules(): Rules
  documents(rules: Rules, unsupported: Record<string, string>): Map<string, string>
}

const coverage = readRules()
const rules = coverage.pages.flatMap((page) => page.rules.map((rule) => ({ ...rule, source: page.source })))

/** `GET /charges/{id}` of each operation that a rule names. */
const named = rules.flatMap(({ rule, source }) =>
  Array.from(rule.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^` ]*)`/g), ([, name = '']) => ({ name, source })),
)

const existing = [...operations, ...pageRoutes].map(
  ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
)

describe('the coverage pages', () => {
  test('are written from the rules: run "npm run coverage" after a change', () => {
    const written = documents(coverage, unsupported)
    const found = readdirSync('docs/coverage').map((name) => `docs/coverage/${name}`)
    expect(['COVERAGE.md', ...found].sort()).toEqual([...written.keys()].sort())
    for (const [path, text] of written) expect(readFileSync(path, 'utf8'), path).toBe(text)
  })

  test('have a rule for each operation', () => {
    const names = new Set(named.map(({ name }) => name))
    expect(existing.filter((operation) => !names.has(operation))).toEqual([])
  })

  test('name no operation that does not exist', () => {
    expect(named.filter(({ name }) => !existing.includes(name))).toEqual([])
  })

  test('name tests that exist', () => {
    const names = testNames()
    const missing = rules.flatMap(({ source, tests }) =>
      Object.entries(tests).flatMap(([file, titles]) =>
        titles
          .filter((title) => !names.get(file)?.has(title))
          .map((title) => `${source}: ${file} has no test "${title}"`),
      ),
    )
    expect(missing).toEqual([])
  })

  test('say each rule once', () => {
    const texts = coverage.pages.flatMap((page) => page.rules.map(({ rule }) => `${page.source}: ${rule}`))
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })
})

describe('what is not supported', () => {
  test.each(Object.entries(unsupported))(
    'is not there, and its answer says what to do: %s',
    async (operation, advice) => {
      const [method = '', path = ''] = operation.split(' ')
      const { status, text } = await harness().send(
        method,
        path.replace(/\{\w+\}/g, 'x'),
        method === 'POST' ? {} : undefined,
      )
      expect([404, 405]).toContain(status)
      expect(text).toContain(advice)
    },
  )

  test.each([
    ['GET', '/v3/payment-plans', 'charge the token of the card: POST /v3/tokenized-charges'],
    ['GET', '/v3/virtual-cards/17/transactions', 'Stub these calls.'],
    ['GET', '/v3/meta/payment-plans', 'charge the token of the card: POST /v3/tokenized-charges'],
  ])('has the same advice for other methods and for paths below: %s %s', async (method, path, told) => {
    const { status, text } = await harness().send(method, path)
    expect([status, text]).toEqual([404, expect.stringContaining(told)])
  })

  test('lends no advice to a method that an existing path does not have', async () => {
    const { status, text } = await harness().send('PATCH', '/charges/chg_1')
    expect([status, text]).toEqual([405, expect.stringContaining('allowed: GET, PUT"')])
  })
})
