import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../src/config/config.ts'
import { defaultLimits } from '../src/config/limits.ts'
import type { options } from '../src/config/options.ts'
import { commands } from '../src/domain/commands.ts'
import { camelKey } from '../src/domain/kernel/values.ts'
import { Fragment } from '../src/domain/scenario/fragment.ts'
import { eventTypeNames } from '../src/domain/webhook/event-types.ts'
import { defaultSettings } from '../src/emulator/settings.ts'
import { usesOf } from './support/uses.ts'

/** What each source uses. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((name) => join('src', name))
  .map((path) => ({ path, names: usesOf(readFileSync(path, 'utf8')) }))

/** What some of the sources use. */
const usedIn = (isMeant: (path: string) => boolean): ReadonlySet<string> =>
  new Set(sources.filter(({ path }) => isMeant(path)).flatMap(({ names }) => [...names]))

/** What sources use, except those whose path begins with one of `declarations`. */
const usedOutside = (...declarations: string[]): ReadonlySet<string> =>
  usedIn((path) => !declarations.some((beginning) => path.startsWith(beginning)))

/** A value of each option that is not its default. */
const samples: Record<keyof typeof options, string> = {
  port: '5000',
  host: '0.0.0.0',
  tls: '',
  'tls-port': '5000',
  'tls-cert': 'cert.pem',
  'tls-key': 'key.pem',
  scenarios: 'here',
  fixtures: 'here',
  seed: 'x',
  clock: '2030-01-01T00:00:00Z',
  'program-clock': 'real',
  'token-lifetime': '5s',
  'idempotency-replays': 'all',
  'unknown-scenario': 'pending',
  'webhook-url': 'http://localhost/in',
  'webhook-form': 'v3',
  'webhook-secret': 'x',
  'webhook-signature': 'secret',
  'webhook-header': 'X-Sign',
  'webhook-delay': '5s',
  'webhook-retries': '5s',
  'webhook-timeout': '5s',
  'webhook-allow': 'private',
  'journal-limit': '5',
  'max-worlds': '5',
  'max-body-bytes': '2048',
  'max-header-bytes': '2048',
  'max-connections': '5',
  'request-timeout': '5s',
  'control-token': 'x',
  'allow-hosts': 'pay.test',
  'public-url': 'http://pay.test',
  report: 'report.json',
}

/** Flags without which an option is refused, and those that it is compared with. */
const companions: Partial<Record<string, { needs: string[]; instead: string[] }>> = {
  'tls-port': { needs: ['--tls'], instead: ['--tls'] },
  'tls-cert': { needs: ['--tls', '--tls-key=other.pem'], instead: ['--tls'] },
  'tls-key': { needs: ['--tls', '--tls-cert=other.pem'], instead: ['--tls'] },
}

describe('an option of the server', () => {
  test.each(Object.entries(samples))('changes the configuration: --%s', (name, value) => {
    const { needs, instead } = companions[name] ?? { needs: [], instead: [] }
    const flag = value === '' ? `--${name}` : `--${name}=${value}`
    expect(readConfig([...needs, flag], {})).not.toEqual(readConfig(instead, {}))
  })

  test('sets something that the emulator reads', () => {
    const used = usedOutside('src/config/', 'src/client/', 'src/emulator/settings.ts')
    const settings = Object.keys({ ...readConfig([], {}), ...defaultSettings, ...defaultLimits })
    expect(settings.filter((name) => !used.has(name))).toEqual([])
  })
})

/** The members of a schema's values, at every depth. */
function membersOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return membersOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return membersOf(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(membersOf)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => [name, ...membersOf(member)])
}

test('Every member that a scenario can set is used where requests, transfers and webhooks are decided', () => {
  const shown = ['explain', 'flow-nodes'].map((name) => `src/domain/scenario/${name}.ts`)
  const used = usedOutside('src/client/', 'src/dashboard/', 'src/examiner/', ...shown)
  const members = new Set(membersOf(Fragment).map(camelKey))
  for (const name of ['settlesAfter', 'expiresAfter', 'reads', 'chargeback']) expect(members).toContain(name)
  expect([...members].filter((name) => !used.has(name))).toEqual([])
})

test('Every command that changes a world is dispatched, scheduled or caused by another one', () => {
  const used = usedOutside('src/domain/commands.ts', 'src/domain/kernel/timer-commands.ts')
  expect(Object.keys(commands).filter((type) => !used.has(type))).toEqual([])
})

test('Every event is emitted by a decision', () => {
  const used = usedIn((path) => path.startsWith('src/domain/') && !path.endsWith('/event-types.ts'))
  expect(eventTypeNames.filter((type) => !used.has(type))).toEqual([])
})
