import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { ExportTarget } from '../../src/domain/kernel/export-targets.ts'
import { recordRichSession } from '../support/recorded-session.ts'
import { newProject, repository } from './installed.ts'

const installed = inject('installed')

/** A session with a bit of everything, recorded by the installed package, as the text of a file. */
async function exported(project: string, as: ExportTarget): Promise<string> {
  const main = join(project, 'node_modules/payment-emulator/dist/index.js')
  const { createEmulator } = (await import(main)) as typeof import('../../src/index.ts')
  const emulator = await createEmulator()
  await emulator.listen()
  try {
    const world = emulator.newWorld('recorded')
    await recordRichSession(world)
    return await world.session.export(as)
  } finally {
    await emulator.close()
  }
}

/** Runs a command in a project; its exit code and what it prints, without colours. */
function run(project: string, command: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const environment: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...more }
  for (const name of Object.keys(environment))
    if (/^(VITEST|JEST|EMULATOR_(URL|WORLD)|NODE_OPTIONS)/.test(name)) delete environment[name]
  const [program = '', ...args] = command
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    env: environment,
  })
  return { status, output: `${stdout}${stderr}` }
}

const passed = (output: RegExp) => ({ status: 0, output: expect.stringMatching(output) })

test('Vitest runs an exported session', async () => {
  const project = newProject(installed, 'exported-vitest', { type: 'module' }, { vitest: repository })
  writeFileSync(join(project, 'session.test.ts'), await exported(project, 'vitest'))
  expect(run(project, [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'])).toEqual(
    passed(/1 passed/),
  )
})

test('Playwright runs an exported session', async () => {
  const from = { '@playwright/test': repository }
  const project = newProject(installed, 'exported-playwright', { type: 'module' }, from)
  mkdirSync(join(project, 'tests'))
  writeFileSync(join(project, 'tests/session.spec.ts'), await exported(project, 'playwright'))
  expect(run(project, [process.execPath, 'node_modules/@playwright/test/cli.js', 'test'])).toEqual(
    passed(/1 passed/),
  )
})

/** The emulator that the kits start. */
const kitEnvironment = (project: string): NodeJS.ProcessEnv => ({
  EMULATOR_COMMAND: `node '${join(project, 'node_modules/payment-emulator/dist/main.js')}'`,
  PYTHONPATH: join(repository, 'kits/python'),
  PYTHONDONTWRITEBYTECODE: '1',
})

test('pytest runs an exported session with the kit of Python', async ({ skip }) => {
  const project = newProject(installed, 'exported-pytest', {})
  const python = ['/usr/bin/python3', '-m', 'pytest', '-q', '-p', 'payment_emulator.pytest_plugin']
  const { status } = run(project, ['/usr/bin/python3', '-c', 'import pytest'])
  skip(status !== 0, 'python3-pytest is missing')
  writeFileSync(join(project, 'test_session.py'), await exported(project, 'pytest'))
  expect(run(project, [...python, '-p', 'no:cacheprovider'], kitEnvironment(project))).toEqual(
    passed(/1 passed/),
  )
})

test('PHPUnit runs an exported session with the kit of PHP', async ({ skip }) => {
  const project = newProject(installed, 'exported-phpunit', {})
  skip(run(project, ['phpunit', '--version']).status !== 0, 'phpunit is missing')
  const file = 'ARefundAfterAWrongPinTest.php'
  writeFileSync(join(project, file), await exported(project, 'phpunit'))
  const kit = join(repository, 'kits/php/autoload.php')
  expect(run(project, ['phpunit', '--bootstrap', kit, file], kitEnvironment(project))).toEqual(
    passed(/OK \(1 test/),
  )
})
