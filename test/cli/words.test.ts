import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { announce } from '../../src/cli/announce.ts'
import { paintFor } from '../../src/cli/colour.ts'
import { commands } from '../../src/cli/commands.ts'
import { candidates } from '../../src/cli/completion.ts'
import { builtInCredentials } from '../../src/cli/credentials.ts'
import { find } from '../../src/cli/find.ts'
import { helpOf, helpText } from '../../src/cli/help.ts'
import { lines, plain } from '../../src/cli/print.ts'
import { usages } from '../../src/cli/usage.ts'
import { parseLine } from '../../src/config/flags.ts'
import { runLine } from './support.ts'

describe('the help', () => {
  test('of a command has its usage, its flags and the words that it takes', () => {
    expect(helpOf(['clock', 'advance'])).toMatch(
      /^payment-emulator clock advance DURATION\n[\s\S]*--world NAME/,
    )
    expect(helpOf(['webhooks', 'add', 'x'])).toMatch(/--secret TEXT[\s\S]*EVENT is one of: charge\.completed/)
    for (const name of Object.keys(commands))
      expect(helpOf(name.split(' '))).toContain(`payment-emulator ${name}`)
  })

  test('of a group lists its commands', () => {
    expect(helpOf(['clock'])).toMatch(/^ {2}clock show [\s\S]*\n {2}clock timers /)
    expect(helpOf(['requests'])).toMatch(/^payment-emulator requests [\s\S]*\n {2}requests clear /)
    expect(helpOf(['fly'])).toBeUndefined()
  })

  test('of the whole has the credentials, the secret of webhooks among them', async () => {
    const text = helpText(await builtInCredentials())
    for (const value of ['sandbox-client / sandbox-secret', 'sandbox-readonly', 'sk_sandbox', 'whsec_'])
      expect(text).toContain(value)
  })
})

test('every command line of the README works as printed', () => {
  const readme = readFileSync('README.md', 'utf8').replace(/\n/g, ' \n')
  const used = Array.from(readme.matchAll(/npx payment-emulator((?: [^\s`#]+)*)/g), ([, line = '']) =>
    line.replaceAll("'", '').split(' ').filter(Boolean),
  ).filter((words) => words.length > 0 && words[0] !== '--help')
  expect(used.length).toBeGreaterThan(6)
  for (const words of used) {
    const name = words[0]?.startsWith('--') ? '' : find(words)
    const { own = {}, common = {}, takes = [] } = usages.get(name) ?? {}
    const line = parseLine(words.slice(name === '' ? 0 : name.split(' ').length), { ...own, ...common }, '')
    expect(line.positionals.length, words.join(' ')).toBeLessThanOrEqual(takes.length)
  }
})

describe('completion', () => {
  const words = async (...line: string[]) => (await candidates(line)).map(([word]) => word)

  test('knows commands, then their second words', async () => {
    expect(await words('cl')).toEqual(['clock'])
    expect(await words('clock', '')).toEqual(['show', 'advance', 'freeze', 'live', 'timers'])
    expect(await words('clock', 'show', '')).toEqual([])
    expect(await words('requests', 'c')).toEqual(['clear'])
  })

  test('knows the flags of a command, and those of the server', async () => {
    expect(await words('webhooks', 'add', 'u', '--s')).toEqual(['--secret', '--signature'])
    expect(await words('--webhook-s')).toEqual(['--webhook-secret', '--webhook-signature'])
    expect(await words('healthcheck', '--u')).toEqual(['--url', '--unknown-scenario'])
    expect(await words('--port', '1', 'cl')).toEqual([])
  })

  test('completes fixed words and scenario keys, and leaves files to the shell', async () => {
    expect(await words('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await words('webhooks', 'add', 'u', '--signature=st')).toEqual(['--signature=standard-webhooks'])
    expect(await words('webhooks', 'wait', 'refund')).toEqual(['refund.completed'])
    expect(await words('charges', 'list', '--status', 'v')).toEqual(['voided'])
    expect(await words('scenarios', 'explain', 'scenario:auth_pin_3')).toEqual(['scenario:auth_pin_3ds'])
    expect(await words('state', 'load', '/etc')).toEqual([':files'])
    expect(await words('--report=/etc')).toEqual([':files'])
  })

  test('has a script for bash, zsh and fish, and for no other shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await runLine(`completion ${shell}`)).out).toContain('complete')
    await expect(runLine('completion tcsh')).rejects.toThrow(/use one of: bash, zsh, fish/)
  })
})

describe('an answer as text', () => {
  test('shows nested values below their name: objects as lines, lists as tables', () => {
    const value = {
      id: 'x',
      fees: [{ type: 'app', amount: 14 }, { type: 'vat' }],
      name: { first: 'A' },
      meta: {},
    }
    expect(lines(value)).toEqual([
      'id    x',
      'fees',
      '  type  amount',
      '  app   14',
      '  vat   -',
      'name',
      '  first  A',
      'meta  -',
    ])
  })

  test('has one cell for each member, whatever its value', () => {
    expect(
      lines([
        { a: 'x\u001b[2Jy\nz', b: [1, 2] },
        { a: 'q'.repeat(500), b: { c: 1 } },
      ]),
    ).toEqual([`a${' '.repeat(159)}  b`, `x [2Jy z${' '.repeat(152)}  1, 2`, `${'q'.repeat(159)}…  c: 1`])
  })

  test.each([
    [{ isTTY: true }, {}, true],
    [{}, {}, false],
    [{ isTTY: true }, { NO_COLOR: '1' }, false],
    [{ isTTY: true }, { NO_COLOR: '' }, true],
    [{ isTTY: true }, { TERM: 'dumb' }, false],
    [{}, { FORCE_COLOR: '1' }, true],
    [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
  ])('to %j with %j is coloured: %j', (stream, environment, coloured) => {
    const [, row] = lines([{ status: 'failed' }], undefined, paintFor(stream, environment))
    expect(row).toBe(coloured ? '\u001b[31mfailed\u001b[39m' : 'failed')
  })

  test('is the start of the server with its addresses and credentials', () => {
    const text = announce(
      {
        event: 'ready',
        url: 'http://0.0.0.0:4290',
        host: '0.0.0.0',
        port: 4290,
        dashboard: 'http://0.0.0.0:4290/_emulator',
        credentials: {
          clients: [{ client_id: 'c', client_secret: 's', scopes: ['payments:write'] }],
          secret_keys: ['sk'],
          webhook_secret: 'whsec',
          encryption_key: 'key',
          v3_encryption_key: 'key of v3',
        },
        webhook_url: null,
        version: '1.2.3',
        seed: 'seed',
        pid: 1,
        instance: 'host/1',
      },
      plain,
    ).join('\n')
    expect(text).toMatch(
      /1\.2\.3 is ready[\s\S]*http:\/\/localhost:4290\/_emulator[\s\S]*c \/ s[\s\S]*sk[\s\S]*whsec[\s\S]*key/,
    )
  })
})
