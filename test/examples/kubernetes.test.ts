import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1.d.ts'
import type { ConfigMap, Service } from 'kubernetes-types/core/v1.d.ts'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { operations } from '../../src/operations.ts'

const examples = resolve('examples/kubernetes')
const nginx = '/usr/sbin/nginx'

type Kinds = {
  StatefulSet: StatefulSet
  Deployment: Deployment
  Service: Service
  ConfigMap: ConfigMap
  PodDisruptionBudget: PodDisruptionBudget
}
type Manifest = Kinds[keyof Kinds]

const read = (file: string): string => readFileSync(join(examples, file), 'utf8')

/** The documents of manifests, as kubectl reads them. */
const documents = (text: string): Manifest[] => parseAllDocuments(text).map((one) => one.toJS() as Manifest)

/** The files that each way to run it applies. */
const sets = {
  'emulator.yaml': ['emulator.yaml'],
  base: ['base/emulators.yaml', 'base/gateway.yaml'],
  'overlays/four': ['base/emulators.yaml', 'base/gateway.yaml', 'overlays/four/services.yaml'],
}
const manifests = (set: keyof typeof sets): Manifest[] => sets[set].flatMap((file) => documents(read(file)))

const ofKind = <K extends keyof Kinds>(all: readonly Manifest[], kind: K): Kinds[K][] =>
  all.filter((one): one is Kinds[K] => one.kind === kind)

const podsOf = (all: readonly Manifest[]) =>
  [...ofKind(all, 'StatefulSet'), ...ofKind(all, 'Deployment')].flatMap(({ spec }) => spec?.template ?? [])

const names = (all: readonly { metadata?: { name?: string } }[]): (string | undefined)[] =>
  all.map(({ metadata }) => metadata?.name)

/** Where kubernetes-types has the types of an API version. */
const moduleOf = (apiVersion = '') => (apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`)

/** Manifests by a name of theirs. */
type Named = Record<string, readonly Manifest[]>

/**
 * What is wrong with manifests, by their names, by the schemas that Kubernetes publishes: kubernetes-types is generated from
 * them, and the compiler refuses an unknown member, a missing one, and a value of another type.
 */
function mistakes(all: Named): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const types = resolve('node_modules/kubernetes-types')
  const files = Object.values(all).map((manifests, file) => {
    const lines = manifests.map(
      (one, index) =>
        `export const document${index}: import('${types}/${moduleOf(one.apiVersion)}').${one.kind} = ${JSON.stringify(one, null, 1)}`,
    )
    writeFileSync(join(folder, `manifests${file}.ts`), lines.join('\n'))
    return `manifests${file}.ts`
  })
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler']
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, ...flags, ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  const told = stdout.split(/\n(?=\S)/).filter((line) => line !== '')
  expect([stderr, told.filter((line) => !/^manifests\d+\.ts\(/.test(line))]).toEqual(['', []])
  return Object.fromEntries(
    Object.keys(all).map((name, file) => [
      name,
      told.filter((line) => line.startsWith(`manifests${file}.ts(`)),
    ]),
  )
}

/** What `kubectl apply -k` would apply; undefined where there is no kubectl. */
function built(folder: string): Manifest[] | undefined {
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(examples, folder)], {
    encoding: 'utf8',
  })
  if (error) return undefined
  expect([status, stderr]).toEqual([0, ''])
  return documents(stdout)
}

/** The servers of an upstream. */
const serversIn = (conf: string): string[] =>
  Array.from(conf.matchAll(/^ *server (\S+) max_fails=0;$/gm), ([, server = '']) => server)

describe('the Kubernetes examples', () => {
  test('match the schemas that Kubernetes publishes, and would not with a mistake', () => {
    const text = read('base/emulators.yaml')
    const spoilt = {
      'an unknown member': text.replace('podManagementPolicy', 'podManagmentPolicy'),
      'a member in the wrong place': text.replace('  maxUnavailable: 1', 'maxUnavailable: 1'),
      'a missing member': text.replace(/containerPort: 4290/, 'hostPort: 4290'),
      'a value of another type': text.replace('replicas: 2', 'replicas: two'),
    }
    for (const other of Object.values(spoilt)) expect(other).not.toBe(text)
    const { right, ...wrong } = mistakes({
      right: [...manifests('emulator.yaml'), ...manifests('overlays/four')],
      ...Object.fromEntries(Object.entries(spoilt).map(([name, other]) => [name, documents(other)])),
    })
    expect(right).toEqual([])
    for (const name of Object.keys(spoilt))
      expect([name, wrong[name]?.join()]).toEqual([name, expect.stringMatching(/error TS2/)])
  })

  test.each(Object.keys(sets) as (keyof typeof sets)[])('fit together: %s', (set) => {
    const all = manifests(set)
    const pods = podsOf(all)
    const labels = pods.map(({ metadata }) => metadata?.labels)
    const selectors = [
      ...[
        ...ofKind(all, 'StatefulSet'),
        ...ofKind(all, 'Deployment'),
        ...ofKind(all, 'PodDisruptionBudget'),
      ].map(({ spec }) => spec?.selector?.matchLabels),
      ...ofKind(all, 'Service')
        .map(({ spec }) => spec?.selector)
        .filter((selector) => !selector?.['statefulset.kubernetes.io/pod-name']),
    ]
    for (const selector of selectors) expect(labels).toContainEqual(selector)
    const paths = [...operations.map(({ path }) => path), '/gateway-health']
    for (const { ports, startupProbe, readinessProbe, livenessProbe, volumeMounts = [] } of pods.flatMap(
      ({ spec }) => spec?.containers ?? [],
    )) {
      expect(readinessProbe).toBeDefined()
      for (const probe of [startupProbe, readinessProbe, livenessProbe].filter(
        (each) => each !== undefined,
      )) {
        expect(ports?.map(({ name }) => name)).toContain(probe.httpGet?.port)
        expect(paths).toContain(probe.httpGet?.path)
      }
      const volumes = pods.flatMap(({ spec }) => spec?.volumes ?? [])
      for (const mount of volumeMounts)
        expect(names(volumes.map((metadata) => ({ metadata })))).toContain(mount.name)
    }
  })

  test.each(Object.keys(sets) as (keyof typeof sets)[])(
    'take an image that the node has already: %s',
    (set) => {
      const own = podsOf(manifests(set))
        .flatMap(({ spec }) => spec?.containers ?? [])
        .filter(({ image }) => image === 'payment-emulator')
      expect(own.map(({ imagePullPolicy }) => imagePullPolicy)).toEqual(['IfNotPresent'])
    },
  )

  test.each([
    ['base', 2],
    ['overlays/four', 4],
  ] as const)('have an address for each emulator that the gateway knows: %s', (set, count) => {
    const all = manifests(set)
    const emulators = Array.from({ length: count }, (_, index) => `payment-emulator-${index}`)
    expect(serversIn(read(`${set}/emulators.conf`))).toEqual(emulators.map((name) => `${name}:4290`))
    const addressed = ofKind(all, 'Service').filter(
      ({ spec }) => spec?.selector?.['statefulset.kubernetes.io/pod-name'],
    )
    expect(names(addressed)).toEqual(emulators)
    for (const { metadata, spec } of addressed)
      expect(spec?.selector).toEqual({ 'statefulset.kubernetes.io/pod-name': metadata?.name })
    const [emulator] = ofKind(all, 'StatefulSet')
    expect(names(ofKind(all, 'Service'))).toContain(emulator?.spec?.serviceName)
    if (set === 'base') expect(emulator?.spec?.replicas).toBe(count)
  })

  test.for([
    ['base', 2],
    ['overlays/four', 4],
  ] as const)('are what kustomize builds from %s', ([set, count], { skip }) => {
    const all = built(set)
    if (all === undefined) return skip('there is no kubectl')
    expect(mistakes({ all })).toEqual({ all: [] })
    expect(ofKind(all, 'StatefulSet').map(({ spec }) => spec?.replicas)).toEqual([count])
    const [config] = ofKind(all, 'ConfigMap')
    expect(Object.keys(config?.data ?? {})).toEqual(['emulators.conf', 'nginx.conf'])
    expect(serversIn(config?.data?.['emulators.conf'] ?? '')).toHaveLength(count)
    const volumes = ofKind(all, 'Deployment').flatMap(({ spec }) => spec?.template.spec?.volumes ?? [])
    expect(volumes.flatMap(({ configMap }) => configMap?.name ?? [])).toEqual(names([config ?? {}]))
  })

  test('have the nginx configuration that is tested', () => {
    expect(read('base/nginx.conf')).toBe(readFileSync('examples/nginx/nginx.conf', 'utf8'))
  })

  test.for(['base', 'overlays/four'])('have servers that nginx understands: %s', (set, { skip }) => {
    if (!existsSync(nginx)) skip(`there is no ${nginx}; install Debian's package nginx`)
    const folder = mkdtempSync(join(tmpdir(), 'gateway-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // The names exist in a cluster only.
    const local = read(`${set}/emulators.conf`).replace(/payment-emulator-(\d)/g, '127.0.0.$1')
    writeFileSync(join(folder, 'emulators.conf'), local.replaceAll('127.0.0.0', '127.0.0.9'))
    writeFileSync(
      join(folder, 'nginx.conf'),
      read('base/nginx.conf').replace('/tmp/payment-emulator-nginx', `${folder}/nginx`),
    )
    const { status, stderr } = spawnSync(nginx, ['-t', '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })
})
