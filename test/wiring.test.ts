import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { defaultLimits } from '../src/config/limits.ts'
import type { options } from '../src/config/options.ts'
import { commands } from '../src/domain/commands.ts'
import { camelKey } from '../src/domain/kernel/values.ts'
import { facets } from '../src/domain/scenario/fragment.ts'
import { defaultSettings } from '../src/emulator/settings.ts'
import { usesOf } from './support/uses.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('src', path))

/** What sources use, except those whose path begins with one of `declarations`. */
const usedOutside = (...declarations: string[]): ReadonlySet<string> =>
  new Set(
    sources
      .filter((path) => !declarations.some((beginning) => path.startsWith(beginning)))
      .flatMap((path) => [...usesOf(readFileSync(path, 'utf8'))]),
  )

/** A value of each option that is not its default. */
const samples: Record<keyof typeof options, string> = {
  port: '5000',
  host: '0.0.0.0',
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

describe('an option of the server', () => {
  test.each(Object.entries(samples))('changes the configuration: --%s', (name, value) => {
    expect(readConfig([`--${name}=${value}`], {})).not.toEqual(readConfig([], {}))
  })

  test('sets something that the emulator reads', () => {
    const used = usedOutside('src/config/', 'src/client/', 'src/emulator/settings.ts')
    const settings = Object.keys({ ...readConfig([], {}), ...defaultSettings, ...defaultLimits })
    expect(settings.filter((name) => !used.has(name))).toEqual([])
  })
})

test('Every member that a scenario can set is used where requests, transfers and webhooks are decided', () => {
  const used = usedOutside('src/client/', 'src/dashboard/', 'src/examiner/', 'src/domain/scenario/explain.ts')
  const members = [facets.payer, facets.webhooks, facets.response, facets.transfer].flatMap((facet) =>
    Object.keys(facet.unwrap().shape).map(camelKey),
  )
  expect(members).toContain('settlesAfter')
  expect(members.filter((name) => !used.has(name))).toEqual([])
})

test('Every command that changes a world is dispatched, scheduled or caused by another one', () => {
  const used = usedOutside('src/domain/commands.ts', 'src/domain/kernel/timer-commands.ts')
  expect(Object.keys(commands).filter((type) => !used.has(type))).toEqual([])
})
