import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../src/operations.ts'
import { unsupported } from '../src/routes/unsupported.ts'
import { harness } from './harness.ts'
import { pageRoutes } from './support/pages.ts'
import { testNames } from './support/test-names.ts'

interface Row {
  section: string
  cells: string[]
}

/** The rows of all tables of the page, with the headings above them. */
function rowsOf(text: string): Row[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('| ') || /^\| (Rule|Operation|---) /.test(line)) return []
    return [{ section, cells: line.slice(2, -2).split(' | ') }]
  })
}

const unsupportedSection = 'Not supported'
/** What a row says to do instead, as a message has it. */
const advice = (cell = ''): string => cell.replaceAll('`', '')
const all = rowsOf(readFileSync('COVERAGE.md', 'utf8'))
const rules = all.filter(({ section }) => section !== unsupportedSection)

/** `GET /charges/{id}` of each operation that a cell names. */
const operationsIn = (cell = ''): string[] =>
  Array.from(cell.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^` ]*)`/g), ([, name]) => name ?? '')

const existing = [...operations, ...pageRoutes].map(
  ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
)

describe('COVERAGE.md', () => {
  test('has a row for each operation', () => {
    const named = new Set(rules.flatMap(({ cells }) => operationsIn(cells[0])))
    expect(existing.filter((operation) => !named.has(operation))).toEqual([])
  })

  test('names no operation that does not exist', () => {
    const named = rules.flatMap(({ cells }) => operationsIn(cells[0]))
    expect(named.filter((operation) => !existing.includes(operation))).toEqual([])
  })

  test('says of each rule whether it is stated, observed or chosen, and which tests hold it', () => {
    expect(rules.length).toBeGreaterThan(100)
    for (const { cells } of rules) {
      expect(cells, cells[0]).toHaveLength(3)
      expect(['*stated*', '*observed*', '*chosen*']).toContain(cells[1])
    }
  })

  test('names tests that exist', () => {
    const names = testNames()
    const missing = rules.flatMap(({ cells }) =>
      (cells[2] ?? '').split('<br>').filter((reference) => {
        const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(reference) ?? []
        return !names.get(file)?.has(name)
      }),
    )
    expect(missing).toEqual([])
  })

  test('names what is not supported, and it is not', async () => {
    const t = harness()
    const rows = all.filter(({ section }) => section === unsupportedSection)
    expect(rows.length).toBeGreaterThan(0)
    for (const { cells } of rows) {
      const operation = operationsIn(cells[0])[0] ?? ''
      const [method = '', path = ''] = operation.split(' ')
      const { status, text } = await t.send(
        method,
        path.replace(/\{\w+\}/g, 'x'),
        method === 'POST' ? {} : undefined,
      )
      expect([404, 405], operation).toContain(status)
      expect(text, operation).toContain(advice(cells[1]))
    }
  })

  test('says of it what its 404 says', () => {
    const rows = all.filter(({ section }) => section === unsupportedSection)
    expect(
      Object.fromEntries(rows.map(({ cells }) => [operationsIn(cells[0])[0], advice(cells[1])])),
    ).toEqual(unsupported)
  })

  test.each([
    ['GET', '/v3/charges', 'charge cards with POST /charges.'],
    ['GET', '/v3/virtual-cards/17/transactions', 'Not in the contract.'],
    ['GET', '/v3/meta/charges', 'charge cards with POST /charges.'],
  ])('its advice goes to other methods and to paths below, too: %s %s', async (method, path, told) => {
    const { status, text } = await harness().send(method, path)
    expect([status, text]).toEqual([404, expect.stringContaining(told)])
  })

  test('a method that a path does not have gets no advice about another one', async () => {
    const { status, text } = await harness().send('PATCH', '/charges/chg_1')
    expect([status, text]).toEqual([405, expect.stringContaining('allowed: GET, PUT"')])
  })
})
