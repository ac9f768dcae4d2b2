import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { builtInFolders, scenarioFiles } from '../../src/node/built-in.ts'
import { makeEmulator } from '../../src/node/serve.ts'
import { watchFolders } from '../../src/node/watch.ts'
import { readFixtures } from '../../src/node/yaml-files.ts'
import { harness } from '../harness.ts'

/** A separate folder with some files, for the duration of one test. */
function folder(files: Record<string, string> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'emulator-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  return { path, write }
}

const late = 'key: late-payer\ntitle: Late\nprocessor_response: do_not_honor\n'

/** The problems of one file. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const { problems } = await scenarioFiles([folder({ 'card/mine.yaml': text }).path])
  return problems
}

describe('a problem in a scenario file', () => {
  test.each([
    ['key: a\ntitle: x\nprocessor_response: nonsense\n', 'card/mine.yaml:3:1:', /approved.*invalid_cvv/],
    [
      'key: a\ntitle: x\nsteps:\n  - ask: requires_blood\n  - finish: issuer\n',
      'card/mine.yaml:4:5:',
      /redirect_url.*qr_code/,
    ],
    [
      'key: a\ntitle: x\nsteps:\n  - ask: requires_pin\n    atempts: 5\n  - finish: issuer\n',
      'card/mine.yaml:5:5:',
      /did you mean "attempts"/,
    ],
    [
      'key: a\ntitle: x\nsteps:\n  - ask: requires_pin\n  - finish: isuer\n',
      'card/mine.yaml:5:5:',
      /steps\.1\.finish: "isuer" .*did you mean "issuer".* approved/,
    ],
    [
      'key: a\ntitle: x\nsteps:\n  - aks: requires_pin\n  - finish: issuer\n',
      'card/mine.yaml:4:5:',
      /steps\.0\.aks: .*did you mean "ask"/,
    ],
    [
      'key: a\ntitle: x\nsteps:\n  - fnish: issuer\n',
      'card/mine.yaml:4:5:',
      /steps\.0\.fnish: .*did you mean "finish"/,
    ],
    ['key: a\ntitle: x\nsteps:\n  - {}\n', 'card/mine.yaml:4:5:', /steps\.0: must have ask or finish/],
    [
      'key: a\ntitle: x\npayment_methods: [crad]\nsteps: [{ finish: issuer }]\n',
      'card/mine.yaml:3:19:',
      /did you mean "card"/,
    ],
    [
      'kye: a\nkey: a\ntitle: x\nprocessor_response: error\n',
      'card/mine.yaml:1:1:',
      /kye: .*did you mean "key"/,
    ],
    ['key: a\ntitle: x\ncolour: red\nprocessor_response: error\n', 'card/mine.yaml:3:1:', /colour/],
    ['key: a\ntitle: x\nwebhooks:\n  delay: soon\n', 'card/mine.yaml:4:3:', /30s/],
    [
      'key: a\ntitle: x\nresponse:\n  latency: soon\n',
      'card/mine.yaml:4:3:',
      /response\.latency: must be a duration/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: 250\n',
      'card/mine.yaml:4:3:',
      /response\.latency: must be a duration/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: { median: 1s, p99: 2s }\n',
      'card/mine.yaml:4:',
      /response\.latency\.max: is missing/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: { median: 1s, p90: 2s, max: 3s }\n',
      'card/mine.yaml:4:',
      /response\.latency\.(p90: is not a known field; did you mean "p99"|p99: is missing)/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: { median: 0s, p99: 2s, max: 3s }\n',
      'card/mine.yaml:4:14:',
      /latency\.median: must be more than 0; for no delay, leave out latency/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: { median: 1500ms, p99: 1s, max: 3s }\n',
      'card/mine.yaml:4:30:',
      /latency\.p99: must be at least the median, 1\.5s/,
    ],
    [
      'key: a\ntitle: x\nresponse:\n  latency: { median: 1s, p99: 2s, max: 1s }\n',
      'card/mine.yaml:4:35:',
      /latency\.max: must be at least p99, 2s/,
    ],
    ['key: a\ntitle: x\nresponse: { status: 418 }\n', 'card/mine.yaml:3:13:', /429/],
    [
      'key: a\ntitle: x\nsteps:\n  - ask: requires_pin\n',
      'card/mine.yaml:3:1:',
      /last step must be a finish/,
    ],
    [
      'key: a\ntitle: x\nsteps:\n  - finish: issuer\n  - finish: issuer\n',
      'card/mine.yaml:4:5:',
      /must be the last step/,
    ],
    ['key: a\ntitle: x\n', 'card/mine.yaml:1:1:', /at least one of steps/],
    ['title: x\nprocessor_response: error\n', 'card/mine.yaml:1:1:', /key/],
    ['key: a b\ntitle: x\nprocessor_response: error\n', 'card/mine.yaml:1:1:', /name:value/],
    ['key: a\n  title: x\n', 'card/mine.yaml:1:', /./],
    ['key: [a\n', 'card/mine.yaml:', /./],
    ['just text\n', 'card/mine.yaml:1:1:', /object/],
  ])('%j is reported with its location and what is allowed', async (text, place, message) => {
    const [first = '', ...more] = await problemsOf(text)
    expect(first.startsWith(place), first).toBe(true)
    expect(first).toMatch(message)
    expect(more.length).toBeLessThan(3)
  })

  test('in the second document is reported with its own line', async () => {
    expect(await problemsOf(`${late}---\nkey: b\ntitle: x\nprocessor_response: bad\n`)).toEqual([
      expect.stringMatching(/^card\/mine\.yaml:7:1:/),
    ])
  })

  test('is a duplicate key, with both files', async () => {
    const { problems } = await scenarioFiles([folder({ 'a.yaml': late, 'b/c.yml': late }).path])
    expect(problems).toEqual([
      expect.stringMatching(/b\/c\.yml:1:1: key "late-payer" is already defined in a\.yaml/),
    ])
  })

  test('is a bomb of aliases', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(',')}]`,
    )
    expect(await problemsOf(`l0: &l0 x\n${levels.join('\n')}\n`)).toEqual([expect.stringMatching(/alias/i)])
  })

  test('is a missing folder', async () => {
    const { problems } = await scenarioFiles(['/nowhere/at/all'])
    expect(problems).toEqual([expect.stringContaining('/nowhere/at/all: cannot be read')])
  })
})

describe('an overlay folder', () => {
  const started = (...args: string[]) => makeEmulator(readConfig(args, {}))

  test('adds keys, and replaces built-in ones', async () => {
    const mine = folder({
      'late.yaml': late,
      'x/issuer.yml': 'key: issuer:error\ntitle: Mine\nprocessor_response: system_error\n',
      'notes.txt': 'no scenario',
    })
    const { catalogue } = await started(`--scenarios=${mine.path}`)
    expect(catalogue.resolve('late-payer').processorResponse).toBe('do_not_honor')
    expect(catalogue.resolve('issuer:error').processorResponse).toBe('system_error')
    expect(catalogue.resolve('issuer:approved').processorResponse).toBe('approved')
  })

  test('later in the list overrides an earlier one', async () => {
    const [one, two] = [
      folder({ 'a.yaml': late }),
      folder({ 'a.yaml': late.replace('do_not_honor', 'error') }),
    ]
    const { catalogue } = await started('--scenarios', `${one.path},${two.path}`)
    expect(catalogue.resolve('late-payer').processorResponse).toBe('error')
  })

  test('with a problem prevents the start, and every problem is reported', async () => {
    const bad = folder({
      'a.yaml': 'key: a\n',
      'b.yaml': 'key: b\ntitle: x\nsequence: [nothing, issuer:error]\n',
    })
    await expect(started(`--scenarios=${bad.path}`)).rejects.toThrow(/a\.yaml:1:1/)
    const unknown = folder({ 'b.yaml': 'key: b\ntitle: x\nsequence: ["nothing", "issuer:error"]\n' })
    await expect(started(`--scenarios=${unknown.path}`)).rejects.toThrow(/nothing/)
  })

  test('of fixtures replaces a member of the built-in ones', async () => {
    const mine = folder({ 'fees.yaml': 'settle_after: 5m\nsecret_keys: [sk_mine]\n' })
    const { fixtures } = await started(`--fixtures=${mine.path}`)
    expect([fixtures.settleAfter, fixtures.secretKeys]).toEqual([300_000, ['sk_mine']])
    expect(fixtures.customers.length).toBe(inject('builtIn').fixtures.customers.length)
  })

  test('of fixtures with a problem is reported with the member', async () => {
    const bad = folder({ 'x.yaml': 'settle_after: soon\ncolour: red\n' })
    await expect(readFixtures([builtInFolders.fixtures, bad.path])).rejects.toThrow(
      /settle_after.*30s[\s\S]*colour/,
    )
    const misspelt = folder({ 'x.yaml': 'secret_key: [a]\n' })
    await expect(readFixtures([builtInFolders.fixtures, misspelt.path])).rejects.toThrow(
      /secret_key: .*did you mean "secret_keys"/,
    )
    await expect(started(`--fixtures=${bad.path}`)).rejects.toThrow(/the fixtures are invalid/)
  })
})

describe('a change of scenario files', () => {
  test('takes effect after a reload, and if it has a problem the last good version stays', async () => {
    const mine = folder({ 'a.yaml': late })
    const t = harness({ loadScenarios: () => scenarioFiles([builtInFolders.scenarios, mine.path]) })
    const reload = async () =>
      (await t.post<{ fragments: number; problems: string[] }>('/_emulator/scenarios/reload')).body.problems
    expect((await t.charge({}, 'late-payer')).status).toBe(400)
    expect(await reload()).toEqual([])
    expect((await t.created({}, 'late-payer')).processor_response?.type).toBe('do_not_honor')

    mine.write('a.yaml', late.replace('do_not_honor', 'nonsense'))
    expect(await reload()).toEqual([expect.stringContaining('a.yaml:3:1')])
    expect((await t.created({}, 'late-payer')).processor_response?.type).toBe('do_not_honor')
    const { body } = await t.get<{ problems: string[] }>('/_emulator/scenarios')
    expect(body.problems).toHaveLength(1)

    mine.write('a.yaml', late.replace('do_not_honor', 'error'))
    expect(await reload()).toEqual([])
    expect((await t.created({}, 'late-payer')).processor_response?.type).toBe('error')
  })

  test('does not touch a charge that runs by the version before', async () => {
    const mine = folder({
      'a.yaml': 'key: mine\ntitle: x\nsteps:\n  - ask: requires_otp\n  - finish: error\n',
    })
    const t = harness({ loadScenarios: () => scenarioFiles([builtInFolders.scenarios, mine.path]) })
    await t.emulator.reloadScenarios()
    const { id } = await t.created({}, 'mine')
    mine.write('a.yaml', 'key: mine\ntitle: x\nsteps:\n  - finish: issuer\n')
    await t.emulator.reloadScenarios()
    const { body } = await t.put(`/charges/${id}`, { authorization: { type: 'otp', otp: { code: '1234' } } })
    expect(body.data.processor_response?.type).toBe('error')
    expect((await t.created({}, 'mine')).status).toBe('succeeded')
  })

  test('is seen when files are written, replaced by renaming, added in new folders, removed and made again', async () => {
    const { path, write } = folder({ 'a.yaml': late })
    let seen = 0
    let told: () => void = () => undefined
    const next = () =>
      new Promise<void>((resolve) => {
        told = resolve
      })
    const watching = watchFolders([path], async () => {
      seen++
      told()
    })
    onTestFinished(() => watching.stop())
    for (const change of [
      () => write('a.yaml', `${late}#`),
      () => {
        write('a.yaml.tmp', late)
        renameSync(join(path, 'a.yaml.tmp'), join(path, 'a.yaml'))
      },
      () => write('new/deep.yaml', late),
      () => write('new/deep.yaml', `${late}#`),
      () => rmSync(join(path, 'a.yaml')),
      () => {
        rmSync(join(path, 'new'), { recursive: true })
        write('new/deep.yaml', late)
      },
      () => write('new/deep.yaml', `${late}#`),
    ]) {
      const changed = next()
      change()
      await changed
    }
    expect(seen).toBeGreaterThanOrEqual(7)
  })
})
