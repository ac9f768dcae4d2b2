import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from './support/source.ts'

const architecture = 'docs/architecture.md'
const guides = [architecture, 'docs/scale.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'README.md', 'SECURITY.md']
const folders = ['src', 'test', 'scripts', 'scenarios', 'fixtures', 'examples', 'docs', 'bench', '.ci']
const path = new RegExp(`\`((?:${folders.join('|').replaceAll('.', '\\.')})/[\\w./-]*)\``, 'g')

/** Folders and entry points around the layers, which may import anything. */
const edges = [
  'main',
  'index',
  'examine',
  'cli',
  'config',
  'node',
  'client',
  'package-root',
  'examiner',
  'run',
  'certificates',
]

/** The folder directly below `src`, or the name of a file there. */
const layerOf = (file: string): string => (file.split('/')[1] ?? '').replace(/\.ts$/, '')

/** Layer to the layers that its files import. */
function imports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue
    const file = join('src', name)
    const layer = layerOf(file)
    if (edges.includes(layer)) continue
    const targets = found.get(layer) ?? new Set()
    found.set(layer, targets)
    for (const target of factsOf(readFileSync(file, 'utf8')).imports) {
      const other = normalize(join(dirname(file), target))
      if (!target.startsWith('.') || !other.startsWith('src/')) continue
      if (layerOf(other) !== layer && !edges.includes(layerOf(other))) targets.add(layerOf(other))
    }
  }
  return found
}

/** The arrows of the picture. */
const arrows = Array.from(
  readFileSync(architecture, 'utf8').matchAll(/^ {2}(\S+) --> (\S+)$/gm),
  ([, from = '', to = '']) => [from, to] as const,
)

const reaches = (from: string, to: string): boolean =>
  arrows.some(([start, end]) => start === from && (end === to || reaches(end, to)))

describe('the guides', () => {
  test.each(guides)('name files and folders that exist: %s', (guide) => {
    const named = Array.from(readFileSync(guide, 'utf8').matchAll(path), ([, name = '']) => name)
    expect(named.filter((name) => !existsSync(name))).toEqual([])
  })

  test.each(guides)('link to files that exist: %s', (guide) => {
    const links = Array.from(
      readFileSync(guide, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g),
      ([, link = '']) => normalize(join(dirname(guide), link)),
    )
    expect(links.filter((link) => !existsSync(link))).toEqual([])
  })
})

describe('the figures of the benchmark', () => {
  test('are the same in its results, in the picture and in the tables of docs/scale.md', () => {
    const { status, stderr } = spawnSync(process.execPath, ['bench/publish.mjs', '--check'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('are read aloud by the picture, which has both colour schemes', () => {
    const picture = readFileSync('bench/comparison.svg', 'utf8')
    expect(picture).toMatch(/<svg [^>]*role="img" aria-labelledby="title summary"/)
    expect(picture).toMatch(/<title id="title">.+<\/title>\n<desc id="summary">payment-emulator: .+<\/desc>/)
    expect(picture).toContain('prefers-color-scheme: dark')
  })
})

describe('the picture of the layers', () => {
  test('has every layer', () => {
    expect([...new Set(arrows.flat())].sort()).toEqual([...imports().keys()].sort())
  })

  test('has a way down for every import', () => {
    const missing = [...imports()].flatMap(([from, targets]) =>
      [...targets].filter((to) => !reaches(from, to)).map((to) => `${from} imports ${to}`),
    )
    expect(missing).toEqual([])
  })

  test('has no arrow without an import', () => {
    const found = imports()
    expect(arrows.filter(([from, to]) => !found.get(from)?.has(to))).toEqual([])
  })
})
