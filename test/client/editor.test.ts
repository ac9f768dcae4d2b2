import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Editor, openEditor } from '../support/editor.ts'

// `|` marks the cursor.
const program = {
  next: "await world.next('scenario:|')",
  rule: "await world.rules.add({ key: 'scenario:auth_pin', when: { paymentMethod: '|card' } })",
  event: "await world.waitForEvent('|charge.completed')",
  data: "const { email } = (await world.waitForEvent('charge.completed')).event.data.|customer",
  narrowed:
    "if (event.type === 'transfer.reversal') console.log(event.data.reversal.|reversal_datetime, email)",
  response: "await world.charges.decline('order-1', { processorResponse: '|expired_card' })",
  status: "if (inspection.charge.status === '|failed') {}",
  own: "await world.next('late-payer')",
  combined: "await world.next('scenario:auth_pin&issuer:expired_card', { reference: 'order-17*' })",
}

let folder: string
let editor: Editor

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payment-emulator-'))
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const head = [
    `import { createEmulator } from ${JSON.stringify(resolve('src/index.ts'))}`,
    'const world = await createEmulator()',
    "const inspection = await world.charges.inspect('order-1')",
    'for (const { event } of await world.webhooks.events()) {',
  ]
  editor = await openEditor(join(folder, 'program.ts'), [...head, ...Object.values(program), '}'].join('\n'))
})
afterAll(async () => {
  await editor.close()
  rmSync(folder, { recursive: true })
})

describe('an editor', () => {
  test('completes every built-in scenario key: npm run schema writes them for TypeScript', async () => {
    const keys = inject('builtIn').fragments.map(({ key }) => key)
    expect((await editor.complete(program.next)).sort()).toEqual(keys.sort())
  })

  test.each([
    ['the names of events', program.event, ['charge.completed', 'refund.completed', 'transfer.disburse']],
    ['the data of an event', program.data, ['amount', 'customer', 'payment_method', 'status']],
    ['what a reversal has', program.narrowed, ['reversal_datetime', 'initial_status']],
    ['processor responses', program.response, ['expired_card', 'insufficient_funds', 'approved']],
    ['statuses of charges', program.status, ['succeeded', 'pending', 'failed', 'voided']],
    ['types of payment methods', program.rule, ['card', 'mobile_money', 'bank_transfer']],
  ])('completes %s', async (_, line, words) => {
    expect(await editor.complete(line)).toEqual(expect.arrayContaining(words))
  })

  test('complains about nothing, neither about keys of your own nor about several joined', async () => {
    expect(await editor.complaints()).toEqual([])
  })

  test.each([
    ["world.ne|xt('scenario:", 'adds a rule with `count: 1`'],
    ["world.waitFor|Event('charge.completed')", '`type` decides what its `data` is'],
    ['.event.data.custo|mer', 'The customer'],
    ['create|Emulator()', 'Call `close` when'],
  ])('explains %s', async (place, text) => {
    expect(await editor.hover(place)).toContain(text)
  })
})
