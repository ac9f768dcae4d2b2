import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { newProject, repository, tools } from './installed.ts'

const installed = inject('installed')

/** Tests of a shop. `load` loads `expect` and `test`; only the first test passes. */
const tests = (load: string): string => `${load}
async function charge(world, reference) {
  const response = await world.fetch('/charges', {
    method: 'POST',
    headers: {
      authorization: 'Bearer ' + (await world.token()),
      'content-type': 'application/json',
      'x-scenario-key': 'scenario:auth_pin',
    },
    body: JSON.stringify({
      amount: 10, currency: 'NGN', reference, customer_id: 'cus_adaobi0001', payment_method_id: 'pmd_card000001',
    }),
  })
  return (await response.json()).data
}

test('pays', async ({ world, webhooks }) => {
  const { id } = await charge(world, 'order-1')
  await world.pay(id)
  await webhooks.awaitDelivered('charge.completed', { reference: 'order-1' })
  expect(webhooks.received).toMatchObject([{ verified: true, event: { type: 'charge.completed' } }])
  await expect(world).toHaveCharged('order-1', { times: 1, amount: 10 })
  await expect(world).toHaveCharged('order-*')
  await expect(world).not.toHaveCharged('order-2')
  await expect(world).toHaveDelivered('charge.completed', { times: 1, reference: 'order-1' })
  await expect(world).not.toHaveRefunded('order-1')
  await expect(world).toHaveNoRejectedRequests()
  expect(await world.pay(id).catch((error) => error instanceof EmulatorError)).toBe(true)
})

test('is told what happened', async ({ world }) => {
  await charge(world, 'order-1')
  await expect(world).toHaveCharged('order-1', { times: 1 })
})

test('has a world of its own', async ({ world }) => {
  expect((await world.charges.list()).length).toBe(7)
})
`

/** Runs a command in a project; what it prints, without colours. */
function output(project: string, ...args: string[]): string {
  const environment: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' }
  for (const name of Object.keys(environment))
    if (/^(VITEST|JEST|EMULATOR|NODE_OPTIONS)/.test(name)) delete environment[name]
  const { stdout, stderr } = spawnSync(args[0] ?? '', args.slice(1), {
    cwd: project,
    encoding: 'utf8',
    env: environment,
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  return `${stdout}${stderr}`.replace(/\u001b\[[0-9;]*m/g, '')
}

/** The failure of the second test, with the timeline of its world beneath it. */
const failure =
  /expected world "is-told-what-happened-\w+" to have exactly 1 successful charge with reference order-1, but it has none\n *others:\n +chg_\w+ order-1 10 NGN pending, waits for requires_pin\n\n *timeline of world "is-told-what-happened-\w+", whose clock is live at .*\n.*\n.* endpoint .*\n.*\n.* request +POST \/charges \(reference order-1, 10 NGN, key scenario:auth_pin\) → 201 chg_\w+ pending, waits for requires_pin/

test('Jest with its default settings has worlds, webhooks and the timeline beneath a failure, on Node 20', () => {
  const project = newProject(installed, 'with-jest', {}, { jest: tools })
  const load = `const { test, withWorld } = require('payment-emulator/jest')\nconst { EmulatorError } = require('payment-emulator')\n`
  const rows = `it.each([[1, 2], [2, 2]])('row %i', withWorld(async ({ world }, a, b) => { await world.populate({ customers: 1, charges: 1 }); expect(a).toBe(b) }))\n`
  writeFileSync(join(project, 'shop.test.js'), tests(load) + rows)
  const shown = output(project, 'npx', '-y', '-p', 'node@20', 'node', 'node_modules/jest/bin/jest.js')
  expect(shown).toMatch(/✓ pays/)
  expect(shown).toMatch(failure)
  expect(shown).toMatch(/Expected: 7\s+Received: 0\s+timeline of world "has-a-world-of-its-own-/)
  expect(shown).toMatch(/✕ row 1[\s\S]*✓ row 2/)
  expect(shown).toMatch(/Tests: +3 failed, 2 passed/)
})

test('Vitest has worlds, webhooks and the timeline beneath a failure', () => {
  const project = newProject(installed, 'with-vitest', { type: 'module' }, { vitest: repository })
  const load = `import { EmulatorError } from 'payment-emulator'\nimport { expect, test } from 'payment-emulator/vitest'\n`
  writeFileSync(join(project, 'shop.test.js'), tests(load))
  const shown = output(
    project,
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=verbose',
  )
  expect(shown).toMatch(/✓ shop.test.js > pays/)
  expect(shown).toMatch(failure)
  expect(shown).toMatch(/expected \+?0 to be 7[^\n]*\n\ntimeline of world "has-a-world-of-its-own-/)
  expect(shown).toMatch(/Tests +2 failed \| 1 passed/)
})

test.each([
  [
    'module',
    `import { EmulatorError } from 'payment-emulator'\nimport { expect, test } from 'payment-emulator/playwright'\n`,
  ],
  [
    'commonjs',
    `const { EmulatorError } = require('payment-emulator')\nconst { expect, test } = require('payment-emulator/playwright')\n`,
  ],
])(
  'Playwright has worlds, webhooks and the timeline beneath a failure, in a project of type %s',
  (type, load) => {
    const project = newProject(
      installed,
      `with-playwright-${type}`,
      { type },
      { '@playwright/test': repository },
    )
    mkdirSync(join(project, 'tests'))
    writeFileSync(join(project, 'tests/shop.spec.js'), tests(load))
    const shown = output(
      project,
      process.execPath,
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list',
    )
    expect(shown).toMatch(/✓ .*› pays/)
    expect(shown).toMatch(failure)
    expect(shown).toMatch(/Received: 0\s+timeline of world "has-a-world-of-its-own-/)
    expect(shown).toMatch(/2 failed[\s\S]*1 passed/)
  },
)
