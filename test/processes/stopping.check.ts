import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Report } from '../../src/wire/report.ts'
import { Emulated } from '../support/process.ts'

const built = inject('built')

const started = async (args: readonly string[]) => {
  const emulator = new Emulated(built.main, ['--port', '0', ...args], {})
  const { url } = (await emulator.line('ready')) as unknown as { url: string }
  return { emulator, url }
}

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'emulator-report-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Content for the report: an unknown key in one world, an unknown path in another that is then ended. */
async function used(url: string): Promise<void> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  })
  await fetch(`${url}/w/a/realms/r/protocol/openid-connect/token`, {
    method: 'POST',
    body: form,
    headers: { 'x-scenario-key': 'issuer:nobody' },
  })
  await fetch(`${url}/w/b/nowhere`)
  await fetch(`${url}/_emulator/worlds/b`, { method: 'DELETE' })
}

describe('The emulator', () => {
  test('writes the report of all worlds when it stops: JSON, or JUnit where the name ends in .xml', async () => {
    for (const name of ['report.json', 'report.XML']) {
      const path = folder()
      const { emulator, url } = await started(['--report', join(path, name)])
      await used(url)
      emulator.child.kill('SIGTERM')
      expect(await emulator.line('stopped')).toMatchObject({
        signal: 'SIGTERM',
        requests: 2,
        rejected: 2,
        unknown_scenarios: ['issuer:nobody'],
        webhooks_undelivered: 0,
      })
      expect(await emulator.ended()).toBe(0)
      expect(readdirSync(path)).toEqual([name])
      const text = readFileSync(join(path, name), 'utf8')
      if (name.endsWith('json')) {
        const report = JSON.parse(text) as Report
        expect(report.unknown_scenarios).toEqual([{ name: 'issuer:nobody', count: 1 }])
        expect(report.rejected.requests.map(({ path }) => path)).toContain('/nowhere')
      } else expect(text).toContain('<testsuites name="payment-emulator"')
    }
  })

  test('refuses at its start a report that it could not write', async () => {
    const emulator = new Emulated(built.main, ['--port', '0', '--report', '/nowhere/at/all.json'], {})
    expect(await emulator.ended()).toBe(2)
    expect(emulator.stderr).toContain('--report is "/nowhere/at/all.json", but the folder /nowhere/at cannot')
  })

  test('ends streams and waits, and breaks stalled requests, when it stops', async () => {
    const { emulator, url } = await started([])
    const stream = await fetch(`${url}/_emulator/stream`)
    const read = stream.text()
    const waiting = fetch(`${url}/_emulator/webhooks/events?wait=60s`).then((response) => response.status)
    const stalled = fetch(`${url}/charges`, { headers: { 'x-scenario-key': 'network:stall' } }).then(
      () => 'answered',
      () => 'broken',
    )
    // Both are in progress once the journal contains the stalled request.
    for (let total = 0; total === 0; ) {
      const journal = await fetch(`${url}/_emulator/requests`)
      total = ((await journal.json()) as { total: number }).total
    }
    emulator.child.kill('SIGTERM')
    expect(await emulator.ended()).toBe(0)
    expect(await read).toContain('event: closing')
    expect(await waiting).toBe(408)
    expect(await stalled).toBe('broken')
  })

  test('begins every world at the time of --clock, frozen', async () => {
    const { url } = await started(['--clock', '2031-05-06T07:08:09Z', '--seed', 'mine'])
    for (const world of ['', '/w/other']) {
      const clock = await fetch(`${url}${world}/_emulator/clock`)
      expect(await clock.json()).toMatchObject({ mode: 'frozen', now: '2031-05-06T07:08:09.000Z' })
    }
  })

  test('sends webhooks only to private addresses if so configured', async () => {
    const { url } = await started(['--webhook-allow', 'private', '--webhook-url', 'http://8.8.8.8/hook'])
    const made = await fetch(`${url}/_emulator/webhooks/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'charge.completed', scenario: 'webhook:immediate' }),
    })
    expect(made.status).toBe(201)
    await fetch(`${url}/_emulator/clock/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by: '1s' }),
    })
    const list = await fetch(`${url}/_emulator/webhooks/deliveries`)
    const { deliveries } = (await list.json()) as { deliveries: { attempts: { error: string }[] }[] }
    expect(deliveries[0]?.attempts[0]?.error).toContain('neither a loopback nor a private address')
  })
})

test.each([
  ['--clock', 'tomorrow'],
  ['--clock', '12000-01-01T00:00:00Z'],
  ['--webhook-allow', 'some'],
  ['--allow-hosts', 'http://x'],
  ['--max-connections', '0'],
  ['--request-timeout', 'long'],
  ['--webhook-header', 'no spaces'],
  ['--webhook-retries', Array.from({ length: 21 }, () => '1s').join()],
])('%s %s is refused at the start', async (flag, value) => {
  const emulator = new Emulated(built.main, ['--port', '0', flag, value], {})
  expect(await emulator.ended()).toBe(2)
  expect(emulator.stderr).toContain(`${flag} is "${value}", but`)
})

test('A secret that is invalid for its signature scheme is refused at the start', async () => {
  const args = ['--port', '0', '--webhook-signature', 'standard-webhooks', '--webhook-secret', 'not base64']
  const emulator = new Emulated(built.main, args, {})
  expect(await emulator.ended()).toBe(2)
  expect(emulator.stderr).toContain('--webhook-secret must be base64')
})
