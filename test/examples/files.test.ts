import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { helpText } from '../../src/cli/help.ts'
import { operations } from '../../src/operations.ts'
import { lineOf, prepared } from '../support/clone.ts'
import { pageRoutes } from '../support/pages.ts'

const files = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => join(entry.parentPath, entry.name))
const yamlFiles = files.filter((file) => /\.ya?ml$/.test(file))

const read = (file: string): string => readFileSync(file, 'utf8')

describe('the examples', () => {
  test.each(yamlFiles)('contain valid YAML: %s', (file) => {
    const problems = parseAllDocuments(read(file)).flatMap(({ errors, warnings }) => [...errors, ...warnings])
    expect(problems).toEqual([])
  })

  test('name no environment variable that nothing reads', () => {
    // Variables of the tests, not of the emulator.
    const known = new Set(['EMULATOR_URL', 'EMULATOR_WORLD'])
    for (const [, flag] of helpText().matchAll(/^ {2}--([a-z-]+)/gm))
      known.add(`EMULATOR_${flag?.toUpperCase().replaceAll('-', '_')}`)
    const named = files.flatMap((file) => read(file).match(/\bEMULATOR_[A-Z_]+/g) ?? [])
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })

  test('name no command that does not exist', () => {
    const known = new Set([...Object.keys(commands), 'examine'])
    const used = files.flatMap((file) =>
      Array.from(
        read(file).matchAll(/(?:npx payment-emulator|\.\/all\.sh|dist\/main\.js) ([a-z]+)(?: ([a-z]+))?/g),
        ([, one, two]) => (one !== undefined && known.has(one) ? one : `${one} ${two}`),
      ),
    )
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })

  test('name no address that does not exist', () => {
    const known = [...operations, ...pageRoutes].map(({ path }) => path)
    const used = files.flatMap((file) => read(file).match(/\/_emulator\/[a-z/]*[a-z]/g) ?? [])
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((path) => !known.some((other) => other.startsWith(path)))).toEqual([])
  })

  test('have Python that Python can read', (context) => {
    const python = files.filter((file) => file.endsWith('.py'))
    expect(python).not.toEqual([])
    const check = 'import ast, sys; [ast.parse(open(f, encoding="utf-8").read()) for f in sys.argv[1:]]'
    const { error, status, stderr } = spawnSync('python3', ['-c', check, ...python], { encoding: 'utf8' })
    if (error) return context.skip('there is no python3')
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the README of each example', () => {
  const folders = [
    ...new Set(files.filter((file) => file.endsWith('/README.md')).map((file) => dirname(file))),
  ]
    .map((folder) => relative('examples', folder))
    .filter((folder) => folder !== '')

  test('is there', () => {
    const without = files
      .filter((file) => dirname(file) !== 'examples')
      .filter((file) => !folders.some((folder) => file.startsWith(join('examples', folder))))
    expect(without).toEqual([])
    for (const folder of folders) expect(read('examples/README.md')).toContain(folder.split('/')[0])
  })

  test.each(folders)('has a line whose files are there: %s', (folder) => {
    const named = lineOf(folder).match(
      /(?<=[ "]|^)(?:\.{1,2}(?:\/[\w-][\w.-]*)*|[\w.-]+\.(?:ya?ml|txt|sh))(?=[ ;]|$)/gm,
    )
    for (const path of named ?? []) {
      expect(existsSync(resolve('examples', folder, path)), path).toBe(true)
    }
    for (const [, context = ''] of lineOf(folder).matchAll(/docker build -t \S+ (\S+)/g))
      expect(resolve('examples', folder, context)).toBe(resolve('.'))
  })

  test('has the version of the package in the name of its tarball', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string }
    expect(read('examples/README.md')).toContain(`${name}-${version}.tgz`)
    expect(read('examples/README.md')).toContain(prepared)
  })

  test('installs the package from this clone', () => {
    const packages = files.filter((file) => file.endsWith('package.json'))
    expect(packages.length).toBeGreaterThan(2)
    for (const file of packages) {
      const { devDependencies } = JSON.parse(read(file)) as { devDependencies: Record<string, string> }
      const path = devDependencies['payment-emulator']?.replace('file:', '') ?? ''
      expect(resolve(dirname(file), path), file).toBe(resolve('.'))
    }
  })
})
