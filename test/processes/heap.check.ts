import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../../src/client.ts'
import type { Report } from '../../src/wire/report.ts'
import { Emulated } from '../support/process.ts'

test('A process with 40 MB of heap answers 503s under load, recovers, and writes its report', async () => {
  const file = join(tmpdir(), `emulator-heap-${process.pid}.json`)
  onTestFinished(() => rmSync(file, { force: true }))
  const environment = { NODE_OPTIONS: '--max-old-space-size=40' }
  const emulator = new Emulated(inject('built').main, ['--port', '0', '--report', file], environment)
  const { url } = (await emulator.line('ready')) as unknown as { url: string }
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'nobody',
    note: 'x'.repeat(31_000),
  })
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${url}/realms/r/protocol/openid-connect/token`, {
      method: 'POST',
      body: form,
    })
    await answer.text()
    return answer.status
  }
  const askOften = (): Promise<number[]> => Promise.all(Array.from({ length: 20 }, ask))
  let statuses: number[] = []
  for (let n = 0; n < 300 && !statuses.includes(503); n++) statuses = await askOften()
  expect(statuses).toContain(503)
  for (let n = 0; n < 50; n++) expect(new Set(await askOften())).toEqual(new Set([503]))
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect((await fetch(`${url}/_emulator/reset`, { method: 'POST' })).status).toBe(200)
  expect(await ask()).toBe(401)
  emulator.child.kill('SIGTERM')
  expect(await emulator.ended()).toBe(0)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  expect(report.requests.by_status.map(({ status }) => status)).toContain(503)
})

/** Prints the size of the young generation when the process ends. */
const sayYoung = `import v8 from 'node:v8'
process.on('exit', () => console.error('young', v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size))`

/** Bytes of the young generation of a process with more Node options after many charges. */
async function youngUnderLoad(options: string): Promise<number> {
  const environment = {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(sayYoung)}${options}`,
  }
  const emulator = new Emulated(inject('built').main, ['--port', '0'], environment)
  const { url } = (await emulator.line('ready')) as unknown as { url: string }
  const authorization = `Bearer ${await connect(url).token()}`
  const charge = async (reference: string): Promise<void> => {
    const body = {
      amount: 100,
      currency: 'NGN',
      reference,
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }
    const answer = await fetch(`${url}/charges`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
    await answer.arrayBuffer()
  }
  for (let n = 0; n < 400; n++)
    await Promise.all(Array.from({ length: 20 }, (_, index) => charge(`young-${n}-${index}`)))
  for (let n = 0; n < 3; n++) await connect(url).world('populated').populate({ customers: 50, charges: 5000 })
  emulator.child.kill('SIGTERM')
  expect(await emulator.ended()).toBe(0)
  return Number(/young (\d+)/.exec(emulator.stderr)?.[1])
}

test('The young generation of a process under load stops growing', async () => {
  expect(await youngUnderLoad('')).toBeLessThanOrEqual(64 * 1_048_576)
})

test('The young generation of a process under load grows if the user has set how', async () => {
  expect(await youngUnderLoad(' --max-semi-space-size=64')).toBeGreaterThan(64 * 1_048_576)
})
