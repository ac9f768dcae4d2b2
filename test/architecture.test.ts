import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from './support/source.ts'

/**
 * Who may import whom: layer to the layers and packages that it may import. A layer is a folder of `src`, or a file
 * directly in `src`. `*` is the edge, which may import everything and touch the outside world.
 */
const rules: Record<string, readonly string[] | '*'> = {
  domain: ['domain', 'zod'],
  engine: ['engine', 'domain'],
  wire: ['wire', 'domain', 'zod'],
  // Text of tests, from recorded data: pure.
  export: ['export', 'domain'],
  emulator: ['emulator', 'engine', 'wire', 'domain', 'package.json'],
  http: ['http', 'emulator', 'wire', 'domain', 'hono', 'zod'],
  openapi: ['openapi', 'http', 'emulator', 'wire', 'domain', 'zod'],
  routes: ['routes', 'export', 'populate', 'openapi', 'http', 'emulator', 'wire', 'domain', 'hono', 'zod'],
  populate: ['populate', 'emulator', 'domain', '@faker-js/faker'],
  dashboard: [
    ...['dashboard', 'export', 'openapi', 'http', 'emulator', 'wire', 'domain'],
    ...['hono', '@hono/zod-validator', 'zod', 'diff', 'SKILL.md'],
  ],
  // Uses the emulator as programs of users do. Decisions are pure; only `examiner/play` touches the outside world.
  examiner: ['examiner', 'client', 'domain', 'zod'],
  'examiner/play': '*',
  // Start an emulator by its public interface, and touch the outside world: sockets, files, processes.
  run: '*',
  certificates: '*',
  operations: ['routes', 'http'],
  app: ['operations', 'dashboard', 'routes', 'http', 'emulator', 'domain', 'hono'],
  client: ['client', 'domain'],
  // Fixtures for test runners: the one part of the client that needs node.
  'client/testing': '*',
  config: '*',
  node: '*',
  cli: '*',
  main: '*',
  index: '*',
  examine: '*',
  'package-root': '*',
}

/** Code in programs of users uses the globals there: `fetch`, clocks, random numbers. */
const inUsersPrograms = ['client']

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))

/** The most lines of a file. */
const longest = 250

const layerOf = (path: string): string => {
  const [, first = '', second] = path.split('/')
  if (first === 'examiner' && second === 'play') return 'examiner/play'
  if (first === 'client' && /^(testing|jest\.ts|playwright\.ts|vitest\.ts)$/.test(second ?? ''))
    return 'client/testing'
  if (!first.endsWith('.ts')) return first
  const name = first.slice(0, -3)
  return name.replace(/^client-.*/, 'client')
}

/** The layer or package of a module name in a file. */
function targetOf(path: string, name: string): string {
  if (!name.startsWith('.')) return name.startsWith('@') ? name : (name.split('/')[0] ?? name)
  const target = normalize(join(dirname(path), name))
  return target.startsWith('src/') ? layerOf(target) : target
}

/** The violations of a source at a path. */
function violations(path: string, source: string): string[] {
  const allowed = rules[layerOf(path)]
  if (allowed === undefined) return [`${path}: the layer ${layerOf(path)} has no rule`]
  const found: string[] = []
  if (source.split('\n').length - 1 > longest) found.push(`${path}: longer than ${longest} lines`)
  if (allowed === '*') return found
  const { imports, ambient } = factsOf(source)
  for (const name of imports)
    if (!allowed.includes(targetOf(path, name))) found.push(`${path}: must not import ${name}`)
  if (!inUsersPrograms.includes(layerOf(path)))
    for (const use of ambient) found.push(`${path}: must not use ${use}`)
  return found
}

/** The other sources that a source imports, types included. */
const importsOf = (path: string): string[] =>
  factsOf(readFileSync(path, 'utf8'))
    .imports.filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(path), name)))

/** Every import cycle, as the files on it. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path])
    if (way.includes(path) || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

describe('the sources', () => {
  test('have no import cycles, types included', () => {
    const files = sources('src')
    expect(cycles(new Map(files.map((path) => [path, importsOf(path)])))).toEqual([])
  })

  test('are all used: each is imported by another one, or is an entry point', () => {
    const files = sources('src')
    const used = new Set(files.flatMap(importsOf))
    // The last ones are the entry points of scripts that write a schema and SKILL.md.
    const entries = [
      ...['src/main.ts', 'src/index.ts', 'src/client.ts', 'src/examine.ts'],
      ...['src/client/jest.ts', 'src/client/playwright.ts', 'src/client/vitest.ts'],
      ...['src/examiner/file/json-schema.ts', 'src/cli/skill.ts'],
    ]
    expect(
      files.filter((path) => !used.has(path) && !entries.includes(path) && !path.endsWith('.d.ts')),
    ).toEqual([])
  })

  test('keep to the import rules, to time and randomness as arguments, and to 250 lines', () => {
    const files = sources('src')
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap((file) => violations(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  test('have a rule for every layer, and no rule for a layer that is gone', () => {
    const layers = new Set(sources('src').map(layerOf))
    expect([...layers].filter((layer) => !(layer in rules))).toEqual([])
  })

  test('of the tests stay readable in one sitting: 400 lines at most', () => {
    const long = sources('test').filter((f) => readFileSync(f, 'utf8').split('\n').length - 1 > 400)
    expect(long).toEqual([])
  })
})

test('The examiner and run reach the emulator by its public interface alone', () => {
  const inner = ['engine', 'wire', 'emulator', 'http', 'openapi', 'routes', 'dashboard', 'app', 'node', 'cli']
  const found = sources('src')
    .filter((path) => /^(?:examiner|run)/.test(layerOf(path)))
    .flatMap((path) => importsOf(path).filter((name) => inner.includes(layerOf(name))))
  expect(found).toEqual([])
})

test('The client imports only types from the domain, so that its bundle contains none of it', () => {
  const values = sources('src')
    .filter((path) => layerOf(path) === 'client')
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split(/^(?=import|export)/m)
        .filter((text) => /^(?:import|export) (?!type )[^']*'[^']*domain\//.test(text)),
    )
  expect(values).toEqual([])
})

describe('the rules detect violations', () => {
  test('on an import cycle of any length', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', []],
    ])
    expect(cycles(graph)).toEqual([['a', 'b', 'c', 'a']])
  })

  test.each([
    ["import { x } from '../engine/store.ts'"],
    ["import type { x } from '../emulator/world.ts'"],
    ["import '../engine/clock.ts'"],
    ["export { x } from '../http/list.ts'"],
    ["export * from '../routes/index.ts'"],
    ["const x = await import('../emulator/world.ts')"],
    ['const x = await import(`../emulator/world.ts`)'],
    ["const name = 'fs'; await import(name)"],
    ["type T = import('../emulator/world.ts').World"],
    ["export const x = (y: import('../emulator/world.ts').World) => y"],
    ["const fs = require('node:fs')"],
    ["import { randomUUID } from 'node:crypto'"],
    ["import { Hono } from 'hono'"],
    ["import yaml from 'yaml'"],
    ["/* harmless */ import { x } /* from 'zod' */ from\n'../emulator/world.ts'"],
  ])('on the import %s', (source) => {
    expect(violations('src/domain/bad.ts', source)).toHaveLength(1)
  })

  test.each([
    ['Date.now()'],
    ['const { now } = Date'],
    ['new Date()'],
    ['Date()'],
    ['Math.random()'],
    ['Math["random"]()'],
    ['process.env.HOME'],
    ['const { env } = process'],
    ['const o = { process }'],
    ['crypto.randomUUID()'],
    ['globalThis.crypto'],
    ['performance.now()'],
    ['await fetch("http://x.test")'],
    ['setTimeout(() => {}, 1)'],
    ['const later = setInterval'],
    ['AbortSignal.timeout(5)'],
  ])('on the use of %s', (source) => {
    for (const path of [
      'src/domain/bad.ts',
      'src/routes/bad.ts',
      'src/effects/bad.ts',
      'src/emulator/world.ts',
    ])
      expect(violations(path, source)).toHaveLength(1)
  })

  test.each([
    ['routes', '../engine/store.ts'],
    ['routes', '../engine/clock.ts'],
    ['routes/control', '../../node/yaml-files.ts'],
    ['routes/control', '../../engine/ring.ts'],
    ['dashboard', '../engine/store.ts'],
    ['dashboard', '../engine/random.ts'],
    ['store', '../engine/clock.ts'],
    ['engine', '../emulator/world.ts'],
    ['wire', '../engine/timers.ts'],
    ['http', '../engine/store.ts'],
    ['domain', '../wire/charge.ts'],
  ])('on %s importing %s', (folder, name) => {
    expect(violations(`src/${folder}/bad.ts`, `import { x } from '${name}'`)).toHaveLength(1)
  })

  test('on a file that is too long, at the edge as well', () => {
    const long = 'export const x = 1\n'.repeat(251)
    expect(violations('src/domain/bad.ts', long)).toHaveLength(1)
    expect(violations('src/node/serve.ts', long)).toHaveLength(1)
  })

  test('on a folder without a rule', () => {
    expect(violations('src/helpers/x.ts', '')).toHaveLength(1)
  })

  test.each([
    ['new Date(5).toISOString()'],
    ['Date.parse("2030-01-01")'],
    ['Math.max(1, 2)'],
    ['interface Ports { fetch(url: string): void; process: string }'],
    ['const x = { fetch: 1, process: 2 }; x.fetch'],
    ['// process.env and Date.now() in a comment\nconst text = "import x from \'../emulator/world.ts\'"'],
    ["import { z } from 'zod'\nimport { y } from './errors.ts'"],
  ])('and leave %s alone', (source) => {
    expect(violations('src/domain/good.ts', source)).toEqual([])
  })
})
