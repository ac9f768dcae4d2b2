import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'rolldown/utils'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { matchers, openWorld, type TestFixtures } from '../../src/client/testing/index.ts'
import { createEmulator, type EmulatorClient, type InProcessEmulator } from '../../src/index.ts'
import { recordRichSession } from '../support/recorded-session.ts'

/** Real test runners and the kits run exported files in test/package. */

let emulator: InProcessEmulator

beforeAll(async () => {
  emulator = await createEmulator({ controlToken: 'open-sesame' })
  await emulator.listen()
  expect.extend(matchers)
})
afterAll(() => emulator.close())

/** A recorded session in a world whose clock stands, or runs. */
async function recorded(clock: 'frozen' | 'live') {
  const world = emulator.newWorld('recorded')
  if (clock === 'frozen') await world.clock.freeze('2030-01-01T00:00:00Z')
  await recordRichSession(world)
  return world.session
}

/** Runs the test in a text that was exported for Vitest, with the fixtures that it would have. */
async function runTest(text: string): Promise<void> {
  const { code } = await transform('exported.ts', text.replace(/^import .*$/gm, ''))
  let body: ((fixtures: TestFixtures & { emulator: EmulatorClient }) => Promise<void>) | undefined
  const define = (_name: string, given: typeof body): void => {
    body = given
  }
  new Function('test', 'expect', code)(define, expect)
  const opened = await openWorld(emulator, 'exported')
  onTestFinished(() => opened.webhooks.close())
  await body?.({ ...opened, emulator })
  expect(body).toBeDefined()
}

/** Runs a shell script; its exit code and what it printed. */
async function runScript(text: string): Promise<{ code: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-emulator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'session.sh'), text)
  const child = spawn('sh', ['session.sh'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], EMULATOR_URL: emulator.url, EMULATOR_CONTROL_TOKEN: 'open-sesame' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output += part
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

describe.each(['frozen', 'live'] as const)('the exported files of a session whose clock was %s', (clock) => {
  test('pass as a test for Vitest', async () => {
    await runTest(await (await recorded(clock)).export('vitest'))
  })

  test('pass as a script for curl', async () => {
    expect(await runScript(await (await recorded(clock)).export('curl'))).toEqual({
      code: 0,
      output: expect.stringMatching(/^passed: world session-\w+\n$/),
    })
  })
})

describe('an exported file fails if the emulator answers otherwise', () => {
  const broken = (text: string): string => text.replaceAll('scenario:auth_pin', 'scenario:noauth')

  test('as a test for Vitest', async () => {
    const text = broken(await (await recorded('frozen')).export('vitest'))
    await expect(runTest(text)).rejects.toThrow(/to match object \{ status: 201/)
  })

  test('as a script for curl', async () => {
    const text = broken(await (await recorded('frozen')).export('curl'))
    expect(await runScript(text)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^failed: the answer does not say "status":"pending"\n\{/),
    })
  })
})
