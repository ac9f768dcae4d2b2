import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { helpText } from '../../src/cli/help.ts'
import { operations } from '../../src/routes/index.ts'

const files = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => join(entry.parentPath, entry.name))
const yamlFiles = files.filter((file) => /\.ya?ml$/.test(file))

const read = (file: string): string => readFileSync(file, 'utf8')

interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: {
    selector: Record<string, string> & { matchLabels?: Record<string, string> }
    template?: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: {
          ports: { name: string }[]
          readinessProbe: { httpGet: { path: string; port: string } }
        }[]
      }
    }
  }
}

const yaml = <T>(file: string): T[] => parseAllDocuments(read(file)).map((document) => document.toJS() as T)
const manifests = (file: string) => yaml<Manifest>(`examples/kubernetes/${file}.yaml`)

describe('the examples', () => {
  test.each(yamlFiles)('hold sound YAML: %s', (file) => {
    const problems = parseAllDocuments(read(file)).flatMap(({ errors, warnings }) => [...errors, ...warnings])
    expect(problems).toEqual([])
  })

  test('name no environment variable that nobody reads', () => {
    // Those of the tests, not of the emulator.
    const known = new Set(['EMULATOR_URL', 'EMULATOR_WORLD'])
    for (const [, flag] of helpText().matchAll(/^ {2}--([a-z-]+)/gm))
      known.add(`EMULATOR_${flag?.toUpperCase().replaceAll('-', '_')}`)
    const named = files.flatMap((file) => read(file).match(/\bEMULATOR_[A-Z_]+/g) ?? [])
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })

  test('name no command that does not exist', () => {
    const used = files.flatMap((file) =>
      Array.from(read(file).matchAll(/npx payment-emulator ([a-z]+)(?: ([a-z]+))?/g), ([, one, two]) =>
        one !== undefined && one in commands ? one : `${one} ${two}`,
      ),
    )
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !(name in commands))).toEqual([])
  })

  test('name no address that does not exist', () => {
    const known = operations.map(({ path }) => path)
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

describe('the container examples', () => {
  test('of compose wait for health and can reach the host', () => {
    const [compose] = yaml<{ services: Record<string, { depends_on?: object; extra_hosts?: string[] }> }>(
      'examples/compose/compose.yaml',
    )
    const { payments, shop, tests } = compose?.services ?? {}
    expect(payments?.extra_hosts).toEqual(['host.docker.internal:host-gateway'])
    for (const service of [shop, tests])
      expect(service?.depends_on).toEqual({ payments: { condition: 'service_healthy' } })
  })

  test.each(['emulator', 'spread'])('of Kubernetes fit together: %s.yaml', (file) => {
    const all = manifests(file)
    const pods = all.flatMap(({ spec }) => spec?.template ?? [])
    for (const { spec } of all) {
      if (!spec) continue
      const selector = spec.selector.matchLabels ?? spec.selector
      expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(selector)
    }
    for (const { ports, readinessProbe } of pods.flatMap(({ spec }) => spec.containers)) {
      expect(ports.map(({ name }) => name)).toContain(readinessProbe.httpGet.port)
      expect(operations.map(({ path }) => path)).toContain(readinessProbe.httpGet.path)
    }
  })

  test('of Kubernetes have the nginx configuration that is tested', () => {
    const front = manifests('spread').find(({ kind }) => kind === 'ConfigMap')?.data?.['nginx.conf'] ?? ''
    const plain = (text: string) =>
      text
        .slice(text.indexOf('worker_processes'))
        .split('\n')
        .filter((line) => !/^ *server \S+ max_fails=0;$/.test(line))
        .join('\n')
        .trim()
    expect(plain(front)).toBe(plain(read('examples/nginx/nginx.conf')))
    expect(front.match(/server payment-emulator-\d\.payment-emulator-worlds:4290 /g)).toHaveLength(3)
  })
})
