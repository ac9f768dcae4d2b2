import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { operations } from '../../src/operations.ts'

/** Names, labels and quantities as Kubernetes accepts them. */
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
const labels = z.record(z.string(), name)
const metadata = z.strictObject({ name, labels: labels.optional() })
const quantities = z.partialRecord(z.enum(['cpu', 'memory']), z.string().regex(/^\d+(m|Mi|Gi)?$/))
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: name }),
  periodSeconds: z.int().optional(),
})

const container = z.strictObject({
  name,
  image: z.string(),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  ports: z.array(z.strictObject({ name, containerPort: z.int() })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe,
  livenessProbe: probe.optional(),
  resources: z.strictObject({ requests: quantities, limits: quantities }),
  securityContext: z
    .strictObject({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.strictObject({ drop: z.array(z.string()) }),
    })
    .optional(),
  volumeMounts: z
    .array(
      z.strictObject({
        name,
        mountPath: z.string().startsWith('/'),
        subPath: z.string().optional(),
        readOnly: z.boolean(),
      }),
    )
    .optional(),
})

const template = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    automountServiceAccountToken: z.boolean(),
    securityContext: z
      .strictObject({
        runAsNonRoot: z.boolean(),
        seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
      })
      .optional(),
    containers: z.array(container),
    volumes: z
      .array(z.strictObject({ name, configMap: z.strictObject({ name, optional: z.boolean().optional() }) }))
      .optional(),
  }),
})

const workload = { replicas: z.int(), selector: z.strictObject({ matchLabels: labels }), template }

/** The part of Kubernetes' schemas that the manifests use; misspelt or misplaced members violate it. */
const Manifest = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      ...workload,
      strategy: z.strictObject({ type: z.enum(['Recreate', 'RollingUpdate']) }).optional(),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('StatefulSet'),
    metadata,
    spec: z.strictObject({
      ...workload,
      serviceName: name,
      podManagementPolicy: z.enum(['OrderedReady', 'Parallel']),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      clusterIP: z.literal('None').optional(),
      publishNotReadyAddresses: z.boolean().optional(),
      selector: labels,
      ports: z.array(z.strictObject({ name, port: z.int(), targetPort: name })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ConfigMap'),
    metadata,
    data: z.record(z.string(), z.string()),
  }),
])
type Manifest = z.output<typeof Manifest>

const manifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(`examples/kubernetes/${file}.yaml`, 'utf8')).map((document) =>
    Manifest.parse(document.toJS()),
  )

describe('the Kubernetes examples', () => {
  test.each(['emulator', 'spread'])('fit together: %s.yaml', (file) => {
    const all = manifests(file)
    const pods = all.flatMap((one) => ('spec' in one && 'template' in one.spec ? one.spec.template : []))
    for (const one of all) {
      if (!('spec' in one)) continue
      const selector = 'template' in one.spec ? one.spec.selector.matchLabels : one.spec.selector
      expect(pods.map(({ metadata }) => metadata.labels)).toContainEqual(selector)
    }
    for (const { ports, readinessProbe } of pods.flatMap(({ spec }) => spec.containers)) {
      expect(ports.map(({ name }) => name)).toContain(readinessProbe.httpGet.port)
      expect(operations.map(({ path }) => path)).toContain(readinessProbe.httpGet.path)
    }
    for (const { spec } of pods)
      for (const { volumeMounts = [] } of spec.containers)
        for (const mount of volumeMounts) expect(spec.volumes?.map(({ name }) => name)).toContain(mount.name)
  })

  test.each(['emulator', 'spread'])('take an image that the node has already: %s.yaml', (file) => {
    const containers = manifests(file)
      .flatMap((one) => ('spec' in one && 'template' in one.spec ? one.spec.template.spec.containers : []))
      .filter(({ image }) => image === 'payment-emulator')
    expect(containers.map(({ imagePullPolicy }) => imagePullPolicy)).toEqual(['IfNotPresent'])
  })

  test('have the nginx configuration that is tested', () => {
    const front = manifests('spread').find((one) => one.kind === 'ConfigMap')?.data['nginx.conf'] ?? ''
    const plain = (text: string) =>
      text
        .slice(text.indexOf('worker_processes'))
        .split('\n')
        .filter((line) => !/^ *server \S+ max_fails=0;$/.test(line))
        .join('\n')
        .trim()
    expect(plain(front)).toBe(plain(readFileSync('examples/nginx/nginx.conf', 'utf8')))
    expect(front.match(/server payment-emulator-\d\.payment-emulator-worlds:4290 /g)).toHaveLength(3)
  })
})
