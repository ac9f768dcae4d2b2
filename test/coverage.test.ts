import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operations } from '../src/routes/index.ts'
import { harness } from './harness.ts'
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

const unsupported = 'Not supported'
const all = rowsOf(readFileSync('COVERAGE.md', 'utf8'))
const rules = all.filter(({ section }) => section !== unsupported)

/** `GET /charges/{id}` of each operation that a cell names. */
const operationsIn = (cell = ''): string[] =>
  Array.from(cell.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^` ]*)`/g), ([, name]) => name ?? '')

const existing = operations.map(
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
    const named = all
      .filter(({ section }) => section === unsupported)
      .map(({ cells }) => operationsIn(cells[0])[0] ?? '')
    expect(named.length).toBeGreaterThan(0)
    for (const operation of named) {
      const [method = '', path = ''] = operation.split(' ')
      const { status } = await t.send(
        method,
        path.replace(/\{\w+\}/g, 'x'),
        method === 'POST' ? {} : undefined,
      )
      expect([404, 405], operation).toContain(status)
    }
  })
})
