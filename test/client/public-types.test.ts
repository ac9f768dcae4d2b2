import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { options } from '../../src/config/options.ts'
import { eventTypeNames } from '../../src/domain/webhook/event-types.ts'
import { operations } from '../../src/operations.ts'
import { eventPayloads } from '../../src/wire/event-payloads.ts'

/** The answer of each operation of the control interface, as one of the published types. */
const published: Record<string, string> = {
  'get /_emulator/health': 'P.Health',
  'post /_emulator/reset': '{ reset: string[]; instance: string }',
  'get /_emulator/credentials': 'P.Credentials',
  'get /_emulator/worlds': '{ worlds: P.WorldEntry[] }',
  'post /_emulator/populate': 'P.Populated',
  'get /_emulator/clock': 'P.ClockState',
  'put /_emulator/clock': 'P.ClockState',
  'post /_emulator/clock/advance': 'P.Advanced',
  'get /_emulator/clock/timers': '{ total: number; timers: P.Timer[] }',
  'get /_emulator/examination': 'P.LastExamination',
  'put /_emulator/examination': 'P.LastExamination',
  'post /_emulator/examination/play': 'P.LastExamination',
  'get /_emulator/idle': 'P.Idle',
  'post /_emulator/tokens/revoke': '{ revoked: number }',
  'get /_emulator/scenarios': '{ scenarios: P.Scenario[]; problems: string[] }',
  'get /_emulator/scenarios/explain': 'P.Explanation',
  'post /_emulator/scenarios': 'P.ScenariosAdded',
  'post /_emulator/scenarios/reload': 'P.ScenariosAdded',
  'get /_emulator/charges': '{ total: number; charges: P.Charge[] }',
  'get /_emulator/charges/:id': 'P.ChargeInspection',
  'post /_emulator/charges/:id/payer': 'P.ChargeInspection',
  'post /_emulator/charges/:id/pay': 'P.PlayedCharge',
  'get /_emulator/transfers/:id': 'P.TransferInspection',
  'post /_emulator/transfers/:id/outcome': 'P.TransferInspection',
  'post /_emulator/chargebacks/:id/outcome': 'P.Chargeback',
  'post /_emulator/virtual-accounts/:id/pay': 'P.PaidIn',
  'get /_emulator/webhooks/endpoints':
    "{ endpoints: P.WebhookEndpoint[]; defaults: Pick<P.WebhookEndpoint, 'form' | 'secret' | 'signature' | 'header'> }",
  'post /_emulator/webhooks/endpoints': 'P.WebhookEndpoint',
  'get /_emulator/webhooks/events': '{ total: number; events: Posted[] }',
  'post /_emulator/webhooks/events': 'Posted',
  'get /_emulator/webhooks/deliveries': '{ total: number; deliveries: P.Delivery[] }',
  'post /_emulator/webhooks/deliveries/:id/redeliver': 'P.Delivery',
  'get /_emulator/webhooks/hold': 'P.Held',
  'post /_emulator/webhooks/hold': 'P.Held',
  'get /_emulator/rules': '{ rules: P.Rule[]; standing: P.StandingRule[] }',
  'post /_emulator/rules': 'P.Rule',
  'get /_emulator/state': 'P.Snapshot',
  'put /_emulator/state': 'P.Restored',
  'get /_emulator/state/snapshots': 'P.KeptStates',
  'post /_emulator/state/snapshots': 'P.KeptSnapshot',
  'post /_emulator/state/snapshots/:name/restore': 'P.Restored',
  'post /_emulator/state/undo': '{ restored: P.Restored[] }',
  'get /_emulator/session': 'P.Session',
  'post /_emulator/session/start': 'P.Session',
  'post /_emulator/session/stop': 'P.Session',
  'get /_emulator/timeline': '{ entries: P.TimelineEntry[] }',
  'get /_emulator/requests': '{ total: number; requests: P.JournalEntry[] }',
}

type Node = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Node[]
  oneOf?: Node[]
  allOf?: Node[]
  type?: string | string[]
  items?: Node
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: Node | boolean
}

/** A JSON Schema as a TypeScript type. */
function typeOf(node: Node): string {
  if (node.$ref) return `D_${node.$ref.replace(/^.*\//, '').replace(/\W/g, '_')}`
  if ('const' in node) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  const many = node.anyOf ?? node.oneOf
  if (many) return many.map((part) => `(${typeOf(part)})`).join(' | ')
  if (node.allOf && !node.type) return node.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(node.type)) return node.type.map((type) => typeOf({ ...node, type })).join(' | ')
  if (node.type === 'array') return `(${typeOf(node.items ?? {})})[]`
  if (node.type === 'integer') return 'number'
  if (node.type !== 'object') return node.type ?? 'unknown'
  const members = Object.entries(node.properties ?? {}).map(
    ([name, inner]) => `${JSON.stringify(name)}${node.required?.includes(name) ? '' : '?'}: ${typeOf(inner)}`,
  )
  const rest = node.additionalProperties
  if (members.length === 0 && typeof rest === 'object') return `Record<string, ${typeOf(rest)}>`
  return `{ ${members.join('; ')} }`
}

/** Compiles the lines; each error is returned with the comment above its line. */
function complaints(lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-'))
  writeFileSync(join(folder, 'check.ts'), lines.join('\n'))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, '--ignoreConfig', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext']
      .concat([
        '--allowImportingTsExtensions',
        '--types',
        'node',
        '--typeRoots',
        resolve('node_modules/@types'),
      ])
      .concat(join(folder, 'check.ts')),
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  const places = lines.join('\n').split('\n')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((complaint) => {
      const line = Number(/check\.ts\((\d+),/.exec(complaint)?.[1])
      const key = places.slice(0, line).findLast((text) => text.startsWith('// ')) ?? places[line - 1]
      return complaint.replace(/^.*check\.ts\([^)]*\)/, String(key))
    })
}

/** `Missing`: names of members of the wire type that the published type does not have. */
const comparison = [
  'type Keys<T> = T extends unknown ? keyof T : never',
  'type Member<T, K> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never',
  'type Item<T> = T extends (infer I)[] ? I : never',
  `type Missing<W, T> = W extends (infer I)[] ? Missing<I, Item<T>>
    : W extends object ? (string extends keyof W ? never
      : Exclude<keyof W, Keys<T>>
        | { [K in keyof W]-?: K extends Keys<T> ? Missing<NonNullable<W[K]>, Member<T, K>> : never }[keyof W])
    : never`,
]

/** Lines that do not compile if a published type differs from a schema; a name for each pair. */
function compared(pairs: Record<string, [schema: z.ZodType, published: string]>): string[] {
  const entries = Object.entries(pairs)
  const schema = z.toJSONSchema(
    z.object(Object.fromEntries(entries.map(([, [wire]], index) => [`a${index}`, wire]))),
    { unrepresentable: 'any' },
  ) as Node & { $defs?: Record<string, Node> }
  return [
    `import type * as P from ${JSON.stringify(resolve('src/client/public-types.ts'))}`,
    ...comparison,
    ...Object.entries(schema.$defs ?? {}).map(
      ([name, node]) => `type D_${name.replace(/\W/g, '_')} = ${typeOf(node)}`,
    ),
    ...entries.flatMap(([key, [, type]], index) => {
      const wire = typeOf(schema.properties?.[`a${index}`] ?? {})
      return [
        `// ${key}`,
        `export const a${index} = (wire: ${wire}): ${type} => wire`,
        `export const m${index} = (missing: Missing<${wire}, ${type}>): never => missing`,
      ]
    }),
  ]
}

test('the published types are what the control interface answers with', () => {
  const known = operations.filter((op) => `${op.method} ${op.path}` in published)
  const missing = Object.keys(published).filter(
    (key) => !known.some((op) => `${op.method} ${op.path}` === key),
  )
  expect(missing).toEqual([])
  const pairs = known.map((op): [string, [z.ZodType, string]] => {
    const key = `${op.method} ${op.path}`
    return [key, [op.responses[200] ?? op.responses[201] ?? z.never(), published[key] ?? '']]
  })
  expect(
    complaints([
      // Whoever posts an event chooses its data.
      "type Posted = Omit<P.EventEntry, 'event'> & { event: Omit<P.WebhookEvent, 'data'> & { data: Record<string, unknown> } }",
      ...compared(Object.fromEntries(pairs)),
    ]),
  ).toEqual([])
})

test('the published type of each event is the body of its webhook', () => {
  const bodies = eventTypeNames.map((type): [string, [z.ZodType, string]] => [
    type,
    [eventPayloads[type], `P.WebhookEvent<'${type}'>`],
  ])
  expect(complaints(compared(Object.fromEntries(bodies)))).toEqual([])
})

test('createEmulator takes the options of the command', () => {
  // Options about the address are arguments of `listen`; a report is requested by a method.
  const names = Object.keys(options).filter((name) => !/^(?:port|host|report|tls.*)$/.test(name))
  const camel = names.map((name) =>
    JSON.stringify(name.replace(/-./g, (part) => part.slice(1).toUpperCase())),
  )
  const lines = [
    `import type { EmulatorOptions } from ${JSON.stringify(resolve('src/client/options.ts'))}`,
    `type Known = ${camel.join(' | ')}`,
    '// missing in EmulatorOptions',
    'export const missing = (name: Exclude<Known, keyof EmulatorOptions>): never => name',
    '// unknown to the command',
    'export const unknown = (name: Exclude<keyof EmulatorOptions, Known>): never => name',
  ]
  expect(complaints(lines)).toEqual([])
})
