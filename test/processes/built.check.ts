import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runLine } from '../support/clone.ts'

const user = inject('built')

const charge = `
  const charge = async (world, reference) => {
    const response = await world.fetch('/charges', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + (await world.token()), 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 5, currency: 'NGN', reference, customer_id: 'cus_adaobi0001', payment_method_id: 'pmd_card000001' }),
    })
    if (response.status !== 201) throw new Error(await response.text())
  }`

/** Runs a user's program until it ends; returns its output and exit code. */
async function run(program: string): Promise<{ code: number; output: string }> {
  const imports = "import { connect, createEmulator, EmulatorError } from 'payment-emulator'"
  writeFileSync(join(user.folder, 'program.mjs'), `${imports}\n${charge}\n${program}`)
  return runLine(user.folder, 'node program.mjs')
}

test('the built package has one class of errors, for createEmulator and both of its modules', async () => {
  const { output } = await run(`
    const client = await import('payment-emulator/client')
    const emulator = await createEmulator()
    const errors = [
      await emulator.charges.approve('nobody').catch((error) => error),
      await client.connect('http://127.0.0.1:1').health().catch((error) => error),
    ]
    console.log(errors.map((error) => [error instanceof EmulatorError, error instanceof client.EmulatorError, error.name].join()).join(' '))`)
  expect(output).toBe('true,true,EmulatorError true,true,EmulatorError\n')
})

// Each program ends by itself: nothing in it closes the emulator or exits.
describe('a program that forgets close() ends, and', () => {
  test('leaves behind a settlement of tomorrow, a delivery of the next second and an open stream', async () => {
    expect(
      await run(`
        const emulator = await createEmulator({ webhookUrl: 'http://127.0.0.1:1/hook' })
        await charge(emulator, 'left-behind-1')
        await emulator.fetch('http://localhost/_emulator/stream')
        console.log((await emulator.clock.timers()).length)`),
    ).toEqual({ code: 0, output: expect.stringMatching(/^[1-9]\d*\n$/) })
  })

  test('first gets what it awaits: an event with a delivery due shortly, an advance, a slow answer', async () => {
    expect(
      await run(`
        const { createServer } = await import('node:http')
        const shop = createServer((request, response) => request.resume().on('end', () => response.end()))
        await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve))
        shop.unref()
        const emulator = await createEmulator({
          webhookUrl: 'http://127.0.0.1:' + shop.address().port,
          webhookDelay: 50,
        })
        await charge(emulator, 'waited-for-1')
        const { deliveries } = await emulator.waitForEvent('charge.completed')
        await charge(emulator, 'advanced-1')
        const { fired } = await emulator.clock.advance('1s')
        await emulator.scenarios.add('key: slowly\\ntitle: Slowly\\nresponse: { latency: 50ms }')
        const slow = await emulator.fetch('http://localhost/charges', { headers: { 'x-scenario-key': 'slowly' } })
        const [newest] = await emulator.webhooks.deliveries()
        console.log(deliveries[0].status, fired[0].command, newest.status, slow.status)`),
    ).toEqual({ code: 0, output: 'delivered delivery.due delivered 401\n' })
  })

  test('ends no sooner than its server, where it listens', async () => {
    expect(
      await run(`
        const emulator = await createEmulator()
        await emulator.listen()
        process.on('beforeExit', () => console.log('gone'))
        setTimeout(async () => {
          console.log('alive')
          await emulator.close()
        }, 100)`),
    ).toEqual({ code: 0, output: 'alive\ngone\n' })
  })
})
