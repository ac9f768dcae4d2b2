import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { newProject, repository, tools } from './installed.ts'

const installed = inject('installed')

const program = `
const own = require('payment-emulator')
const client = require('payment-emulator/client')
const { examine } = require('payment-emulator/examine')
;(async () => {
  const imported = await import('payment-emulator')
  const importedClient = await import('payment-emulator/client')
  const importedExamine = await import('payment-emulator/examine')
  const classes = [own, client, imported, importedClient].map(({ EmulatorError }) => EmulatorError)
  const emulators = [await own.createEmulator(), await imported.createEmulator()]
  const errors = []
  for (const emulator of emulators) {
    await emulator.populate({ customers: 1, charges: 1 })
    errors.push(await client.connect(await emulator.listen()).pay('nothing').catch((error) => error))
    errors.push(await emulator.pay('nothing').catch((error) => error))
    await emulator.close()
  }
  console.log(new Set(classes).size, errors.every((error) => classes.every((one) => error instanceof one && error.status === 404)))
  console.log(typeof examine, typeof importedExamine.examine)
})()
`

describe('a program', () => {
  const project = newProject(installed, 'programs', {})
  writeFileSync(join(project, 'program.js'), program)

  test.each(['20.19.0', '20', '22', '24', '26'])(
    'on node %s may use require and import, also together, and finds one class of errors',
    (version) => {
      const { stdout, stderr } = spawnSync('npx', ['-y', '-p', `node@${version}`, 'node', 'program.js'], {
        cwd: project,
        encoding: 'utf8',
      })
      expect(stdout).toBe('1 true\nfunction function\n')
      expect(stderr.replace(/^npm .*\n/gm, '')).toBe('')
    },
  )
})

const typed = (runners: boolean): string => `
import { connect, createEmulator, EmulatorError, type InProcessEmulator, type PlayedCharge } from 'payment-emulator'
import { EmulatorError as SameError } from 'payment-emulator/client'
import { examine } from 'payment-emulator/examine'
${runners ? "import { expect, test } from 'payment-emulator/vitest'\nimport * as browser from 'payment-emulator/playwright'\nimport * as jest from 'payment-emulator/jest'" : ''}

export async function use(): Promise<string> {
  const emulator: InProcessEmulator = await createEmulator({ seed: 'a' })
  const played: PlayedCharge = await emulator.pay('chg_x')
  const error: SameError = new EmulatorError('x')
  void [connect, examine, error]
  // @ts-expect-error no such option
  await emulator.pay('chg_x', { colour: 'blue' })
  return played.played.map(({ action }) => action).join() + (await emulator.timeline({ limit: 5 }))
}
${
  runners
    ? `
test('a', async ({ world, webhooks }) => {
  await expect(world).toHaveCharged('order-1', { times: 1 })
  const { event } = await webhooks.awaitDelivered('charge.completed', { reference: 'order-1' })
  expect(event.data.status).toBe('succeeded')
  // @ts-expect-error no such event
  await webhooks.awaitDelivered('charge.imagined')
})
browser.test('a', async ({ page, world, webhooks }) => {
  void page
  await browser.expect(world).toHaveCharged('order-1', { times: 1 })
  await browser.expect(world).not.toHaveDelivered('charge.completed', { reference: webhooks.url })
})
jest.test('a', async ({ world, emulator }) => {
  await emulator.health()
  await world.pay('chg_x')
})
jest.test.only('b', async () => {}, 1000)
`
    : ''
}`

describe('types', () => {
  const links = { vitest: repository, '@playwright/test': repository, '@types/node': repository }
  const project = newProject(installed, 'typed', {}, links)
  for (const name of ['main.ts', 'main.mts', 'main.cts']) writeFileSync(join(project, name), typed(false))
  for (const name of ['all.ts', 'all.mts', 'all.cts']) writeFileSync(join(project, name), typed(true))

  const compile = (compiler: string, name: string, options: string, kinds: string): string => {
    const tsc = join(compiler, 'node_modules/typescript/bin/tsc')
    const files = kinds.split(' ').map((kind) => `${name}.${kind}`)
    const always = ['--noEmit', '--strict', '--target', 'es2023', '--types', 'node']
    const args = [tsc, ...always, ...options.split(' '), ...files]
    return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' }).stdout
  }

  test.each([
    ['--module node16', 'mts cts'],
    ['--module node18', 'mts cts'],
    ['--module nodenext', 'mts cts'],
    ['--module esnext --moduleResolution bundler', 'ts'],
    ['--module commonjs --moduleResolution bundler', 'ts'],
  ])('are found by TypeScript 7 with %s, and hold without skipLibCheck', (options, kinds) => {
    expect(compile(repository, 'main', options, kinds)).toBe('')
    // The types of the test runners do not hold.
    expect(compile(repository, 'all', `${options} --skipLibCheck`, kinds)).toBe('')
  })

  test.each([
    ['--module node16', 'mts cts'],
    ['--module node18', 'mts cts'],
    ['--module nodenext', 'mts cts'],
    ['--module esnext --moduleResolution bundler', 'ts'],
    ['--module commonjs', 'ts'],
    ['--module commonjs --moduleResolution node10', 'ts'],
  ])('are found by TypeScript 5 with %s', (options, kinds) => {
    expect(compile(tools, 'all', `${options} --skipLibCheck`, kinds)).toBe('')
  })

  test('have nothing that attw complains about', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js'), installed.tarball, '--no-color'],
      { encoding: 'utf8' },
    )
    expect([stdout.replace(/[\s\S]*?\n\n/, ''), status]).toEqual([
      expect.stringMatching(/No problems found|🟢/),
      0,
    ])
  })
})
