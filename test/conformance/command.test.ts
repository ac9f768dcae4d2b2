import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { type Between, behind, status } from './support.ts'

/** An emulator behind a proxy, on a real socket; returns its address. */
async function serve(between: Between): Promise<string> {
  const fetch = behind(between)
  const forward = async (request: Request): Promise<Response> =>
    fetch(request.url, { method: request.method, headers: request.headers, body: await request.text() })
  const server = createAdaptorServer({
    fetch: forward as never,
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs the command as `npm run conformance` does. */
const command = (...args: string[]): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['scripts/conformance.mjs', ...args], (failure, out, error) =>
      resolve({ code: failure === null ? 0 : Number(failure.code), out, error }),
    )
  })

const credentials = [
  '--client-id',
  'sandbox-client',
  '--client-secret',
  'sandbox-secret',
  '--secret-key',
  'sk_sandbox',
]

/** The suite is bundled again for each command. Milliseconds. */
const longest = 60_000

test(
  'the command tells what a server breaks, as text and as JSON, and by its exit code where it is strict',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'report.json')
    const url = await serve(status(/charges$/, 409, 400))
    const where = ['--base-url', url, '--auth-url', url, ...credentials, '--rate', '1000', '--only', 'errors']
    const { code, out } = await command(...where, '--json', file, '--strict')
    expect(code).toBe(1)
    expect(out).toMatch(/DIFFERS +stated +errors\.409: /)
    expect(out.trimEnd().split('\n').at(-1)).toBe('5 passed, 1 failed, 1 skipped')
    expect(out).not.toContain('sandbox-secret')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      base_url: url,
      summary: { stated: { agrees: 3, differs: 1 } },
      rules: expect.arrayContaining([
        expect.objectContaining({
          id: 'errors.409',
          outcome: 'differs',
          differences: [expect.objectContaining({ expected: '409' })],
        }),
      ]),
    })
  },
  longest,
)

test(
  'the command refuses what does not look like a sandbox',
  async () => {
    const refused = await command('--base-url', 'https://api.vendor.com', ...credentials)
    expect([refused.code, refused.out]).toEqual([2, ''])
    expect(refused.error).toContain('--yes-this-is-a-sandbox')
  },
  longest,
)
