import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { nameFor } from '../../src/domain/kernel/names.ts'

test('the names of the fixtures are those that their script writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  mkdirSync(join(folder, 'fixtures'))
  execFileSync(process.execPath, [resolve('scripts/names.mjs')], { cwd: folder })
  expect(readFileSync('fixtures/names.yaml', 'utf8')).toBe(
    readFileSync(join(folder, 'fixtures/names.yaml'), 'utf8'),
  )
})

test('an identifier keeps its name, and names are spread over identifiers', () => {
  const { names } = inject('builtIn').fixtures.v3
  const used = new Set(Array.from({ length: 2000 }, (_, index) => nameFor(names, String(index))))
  expect(used.size).toBeGreaterThan(450)
  expect(nameFor(names, '45700000003')).toBe(nameFor([...names], '45700000003'))
})
