import { describe, expect, test } from 'vitest'
import { ConfigError, environmentName, readConfig, unknownVariables } from '../../src/config/config.ts'
import { defaultSettings } from '../../src/emulator/settings.ts'

describe('the configuration', () => {
  test('has defaults: port 4290, loopback only, and the settings of the contract', () => {
    const config = readConfig([], {})
    expect([config.port, config.host]).toEqual([4290, '127.0.0.1'])
    expect(config.settings).toEqual(defaultSettings)
    expect(defaultSettings).toMatchObject({
      webhookDelayMs: 1000,
      webhookRetryDelaysMs: [5000, 30_000, 300_000],
      webhookTimeoutMs: 10_000,
    })
  })

  test('prefers flags to the environment, and that to defaults', () => {
    expect(readConfig([], { EMULATOR_PORT: '5000' }).port).toBe(5000)
    expect(readConfig(['--port', '6000'], { EMULATOR_PORT: '5000' }).port).toBe(6000)
    expect(readConfig(['--port=7000'], {}).port).toBe(7000)
  })

  test('treats an empty variable as unset, and refuses an empty flag', () => {
    expect(readConfig([], { EMULATOR_PORT: '', EMULATOR_SEED: '' }).port).toBe(4290)
    expect(() => readConfig(['--seed='], {})).toThrow('--seed is "", but must not be empty')
  })

  test.each([
    ['EMULATOR_CONTROL_TOKEN', /EMULATOR_CONTROL_TOKEN is set but empty: .*open to everyone; unset it/],
    ['EMULATOR_WEBHOOK_ALLOW', /EMULATOR_WEBHOOK_ALLOW is set but empty: .*any address/],
  ])('refuses an empty %s, which would take a protection away', (name, complaint) => {
    expect(() => readConfig([], { [name]: '' })).toThrow(complaint)
  })

  test('warns about variables that nothing reads, and suggests similar ones', () => {
    const known = {
      EMULATOR_URL: 'x',
      EMULATOR_WORLD: 'x',
      EMULATOR_WEBHOOK_SECRET: 'x',
      PATH: 'x',
      EMULATORS: 'x',
    }
    expect(unknownVariables(known)).toEqual([])
    expect(unknownVariables({ EMULATOR_WEBHOK_URL: 'x', EMULATOR_WRLD: 'x', EMULATOR_FLAVOUR: 'x' })).toEqual(
      [
        'the variable EMULATOR_WEBHOK_URL is unknown and ignored (did you mean EMULATOR_WEBHOOK_URL?)',
        'the variable EMULATOR_WRLD is unknown and ignored (did you mean EMULATOR_WORLD or EMULATOR_URL?)',
        'the variable EMULATOR_FLAVOUR is unknown and ignored',
      ],
    )
  })

  test('names its variables after its flags', () => {
    expect(environmentName('webhook-url')).toBe('EMULATOR_WEBHOOK_URL')
  })

  test('says what was wrong, and what is allowed', () => {
    const complaint =
      (args: string[], environment: Record<string, string> = {}) =>
      () =>
        readConfig(args, environment)
    expect(complaint(['--webhook-url', 'ftp://x'])).toThrow(
      '--webhook-url is "ftp://x", but must be an http or https URL',
    )
    expect(complaint([], { EMULATOR_WEBHOOK_RETRIES: '5s,soon' })).toThrow(
      /EMULATOR_WEBHOOK_RETRIES.*duration/,
    )
    expect(complaint(['--unknown-scenario', 'maybe'])).toThrow('refuse, pending')
    expect(complaint(['--colour', 'red'])).toThrow(/--colour.*--help/)
    expect(complaint(['--prot', '1'])).toThrow('--prot is not a known flag (did you mean --port?)')
    expect(complaint(['--port'])).toThrow('--port needs a value: --port NUMBER')
    expect(complaint(['4290'])).toThrow('"4290" is not an option')
  })

  test.each([
    ['--port', '-1'],
    ['--port', '65536'],
    ['--port', '80.5'],
    ['--port', '1e3'],
    ['--port', ''],
    ['--webhook-url', 'merchant.test'],
    ['--webhook-url', 'javascript:x'],
    ['--webhook-delay', '5'],
    ['--webhook-retries', '5s,,30s'],
    ['--webhook-signature', 'md5'],
    ['--max-worlds', '0'],
    ['--max-body-bytes', '10'],
    ['--unknown-scenario', 'ignore'],
    ['--public-url', 'nowhere'],
    ['--token-lifetime', '0s'],
    ['--token-lifetime', '1500ms'],
    ['--token-lifetime', '24h1s'],
    ['--token-lifetime', '600'],
    ['--idempotency-replays', 'none'],
    ['--nonsense', 'x'],
    ['--clock', '7'],
    ['--clock', '2030-01-01'],
    ['--clock', '2030-01-01T00:00:00'],
    ['--clock', '2028-02-30T00:00:00Z'],
    ['--clock', '9990-01-01T00:00:00Z'],
  ])('refuses %s %s', (flag, value) => {
    expect(() => readConfig([`${flag}=${value}`], {})).toThrow(ConfigError)
  })

  test.each([
    ['--port', '0', { port: 0 }],
    ['--port', '65535', { port: 65_535 }],
    ['--host', '0.0.0.0', { host: '0.0.0.0' }],
    ['--scenarios', '/a,/b', { scenarioFolders: ['/a', '/b'] }],
    ['--webhook-retries', '', { settings: { webhookRetryDelaysMs: [] } }],
    ['--webhook-retries', '1s, 2m', { settings: { webhookRetryDelaysMs: [1000, 120_000] } }],
    ['--token-lifetime', '1s', { settings: { tokenLifetimeMs: 1000 } }],
    ['--token-lifetime', '24h', { settings: { tokenLifetimeMs: 86_400_000 } }],
    ['--idempotency-replays', 'all', { settings: { idempotencyReplays: 'all' } }],
    ['--public-url', 'https://pay.test/', { settings: { publicUrl: 'https://pay.test' } }],
    ['--unknown-scenario', 'pending', { settings: { unknownScenario: 'pending' } }],
  ])('takes %s %s', (flag, value, expected) => {
    expect(readConfig([`${flag}=${value}`], {})).toMatchObject(expected)
  })
})
