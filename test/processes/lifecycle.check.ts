import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { chargeBody } from '../support/charge.ts'
import { Emulated } from '../support/process.ts'

const built = inject('built')

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  new Emulated(built.main, args, environment)

/** A server that is ready; returns its address. */
async function serve(args: readonly string[] = [], environment: Record<string, string> = {}) {
  const server = run(['--port', '0', ...args], environment)
  const { url } = (await server.line('ready')) as unknown as { url: string }
  return { server, url }
}

/** Creates a charge as a merchant does, over the network. */
async function charge(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  }
  const token = await fetch(`${url}/realms/r/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  return fetch(`${url}/charges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(chargeBody()),
  })
}

const folderWith = (name: string, text: string): string => {
  const path = mkdtempSync(join(tmpdir(), 'emulator-life-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, name), text)
  return path
}
const scenario = (response: string) => `key: mine\ntitle: Mine\n${response}\n`

describe('the server', () => {
  test('says in one line of JSON that it is ready, and where, and answers from then on', async () => {
    const server = run(['--port', '0'])
    const line = await server.line('ready')
    const { port } = line as unknown as { port: number }
    expect(line).toEqual({
      event: 'ready',
      url: `http://127.0.0.1:${port}`,
      host: '127.0.0.1',
      port: expect.any(Number),
      dashboard: `http://127.0.0.1:${port}/_emulator`,
      credentials: {
        clients: [
          {
            client_id: 'sandbox-client',
            client_secret: 'sandbox-secret',
            scopes: ['payments:read', 'payments:write'],
          },
          { client_id: 'sandbox-readonly', client_secret: 'sandbox-secret', scopes: ['payments:read'] },
        ],
        secret_keys: ['sk_sandbox'],
        webhook_secret: 'whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=',
        encryption_key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        v3_encryption_key: 'sandbox-3des-key-24bytes',
      },
      webhook_url: null,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      seed: expect.any(String),
      instance: `${hostname()}/${server.child.pid}`,
      pid: server.child.pid,
    })
    expect(port).toBeGreaterThan(0)
    for (const path of ['/health', '/_emulator/health']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      expect([response.status, await response.json()]).toMatchObject([200, { status: 'ok' }])
    }
    expect((await charge(`http://127.0.0.1:${port}`)).status).toBe(201)
  })

  test('picks different free ports with --port 0, and reports them', async () => {
    const { url } = await serve()
    const { port } = new URL(url)
    expect(new URL((await serve()).url).port).not.toBe(port)
    const late = run(['--port', port])
    expect(await late.ended()).toBe(2)
    expect(late.stderr).toContain(`cannot listen on 127.0.0.1:${port}: the port is in use`)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes what runs at %s, takes nothing new, and exits 0',
    async (signal) => {
      const folder = folderWith('mine.yaml', scenario('response: { latency: 400ms, after_commit: true }'))
      const { server, url } = await serve(['--scenarios', folder])
      expect((await charge(url)).status).toBe(201)
      const running = charge(url, { 'x-scenario-key': 'mine' })
      // The charge was created, and its answer is delayed.
      const charges = async () => {
        const response = await fetch(`${url}/_emulator/worlds`)
        const { worlds } = (await response.json()) as { worlds: { charges: number }[] }
        return worlds[0]?.charges ?? 0
      }
      while ((await charges()) < 2);
      server.child.kill(signal)
      expect((await running).status).toBe(201)
      await server.line('stopped')
      await expect(fetch(`${url}/health`)).rejects.toThrow()
      expect(await server.ended()).toBe(0)
    },
  )

  test('exits 0 on a SIGTERM right after the ready line', async () => {
    const { server } = await serve()
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  })

  test('does not wait for webhooks that are yet to come', async () => {
    const { server, url } = await serve(['--webhook-url', 'http://127.0.0.1:9', '--webhook-delay', '1h'])
    await charge(url)
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  })

  test('sends signed webhooks to the endpoint of its environment', async () => {
    const got: { request: IncomingMessage; text: string }[] = []
    let told: () => void = () => undefined
    const receiver = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      got.push({ request, text })
      response.end('ok')
      told()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void receiver.close())
    const { url } = await serve([], {
      EMULATOR_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      EMULATOR_WEBHOOK_SECRET: 'merchant-secret',
      EMULATOR_WEBHOOK_DELAY: '10ms',
    })
    const arrived = new Promise<void>((resolve) => {
      told = resolve
    })
    await charge(url)
    await arrived
    expect(got[0]?.request.url).toBe('/hook')
    expect(got[0]?.request.headers['x-webhook-signature']).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(JSON.parse(got[0]?.text ?? '')).toMatchObject({ type: 'charge.completed' })
  })

  test('reloads a scenario file when it changes; with errors the last valid version stays in use', async () => {
    const folder = folderWith('mine.yaml', scenario('processor_response: do_not_honor'))
    const { server, url } = await serve(['--scenarios', folder])
    const verdict = async () => {
      const { data } = (await (await charge(url, { 'x-scenario-key': 'mine' })).json()) as {
        data: { processor_response: { type: string } }
      }
      return data.processor_response.type
    }
    expect(await verdict()).toBe('do_not_honor')
    writeFileSync(join(folder, 'mine.yaml'), scenario('processor_response: nonsense'))
    const { problems } = await server.line('scenarios_refused')
    expect(problems).toEqual([expect.stringContaining('mine.yaml:3:1')])
    expect(await verdict()).toBe('do_not_honor')
    writeFileSync(join(folder, 'mine.yaml'), scenario('processor_response: error'))
    await server.line('scenarios_reloaded')
    expect(await verdict()).toBe('error')
  })
})

describe('the command line', () => {
  test.each<[string[], Record<string, string>, RegExp]>([
    [['--port', 'abc'], {}, /--port is "abc", but must be a whole number from 0 to 65535/],
    [[], { EMULATOR_PORT: '65536' }, /EMULATOR_PORT is "65536"/],
    [['--scenarios', '/nowhere/at/all'], {}, /\/nowhere\/at\/all: cannot be read/],
    [['dance'], {}, /dance/],
    [[], { EMULATOR_CONTROL_TOKEN: '' }, /EMULATOR_CONTROL_TOKEN is set but empty/],
    [['clock', 'show', '--wrld', 'x'], {}, /did you mean --world/],
    [['help', 'fly'], {}, /"fly" is not a command/],
  ])('refuses %j %j with exit code 2 and what is allowed', async (args, environment, message) => {
    const server = run(args, environment)
    expect(await server.ended()).toBe(2)
    expect(server.stderr).toMatch(message)
    expect(server.stderr).not.toContain('    at ')
  })

  test('has a healthcheck: 0 when the emulator of its options answers, 1 when it does not', async () => {
    const { url } = await serve()
    const { port } = new URL(url)
    expect(await run(['healthcheck', '--port', port]).ended()).toBe(0)
    expect(await run(['healthcheck'], { EMULATOR_PORT: port, EMULATOR_HOST: '0.0.0.0' }).ended()).toBe(0)
    expect(await run(['healthcheck'], { EMULATOR_URL: `${url}/w/mine`, EMULATOR_PORT: '9' }).ended()).toBe(0)
    expect(await run(['healthcheck', '--url', url], { EMULATOR_URL: 'http://127.0.0.1:9' }).ended()).toBe(0)
    const none = run(['healthcheck', '--port', '9'], { EMULATOR_URL: url })
    expect(await none.ended()).toBe(1)
    expect(none.stderr).toContain('no answer at http://127.0.0.1:9')
  })

  test('names variables that nothing reads on standard error, and starts', async () => {
    const server = run(['--port', '0'], { EMULATOR_WEBHOK_URL: 'http://127.0.0.1:9' })
    await server.line('ready')
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(server.stderr).toBe(
      'payment-emulator: the variable EMULATOR_WEBHOK_URL is unknown and ignored (did you mean EMULATOR_WEBHOOK_URL?)\n',
    )
  })

  test.each([[['scenarios', 'list']], [['--help']]])(
    'prints no trace where the pipe that reads it is closed: %j',
    async (args) => {
      const command = run(args)
      command.child.stdout?.destroy()
      expect([await command.ended(), command.stderr]).toEqual([0, ''])
    },
  )

  test('continues to serve after the pipe that read its ready line is closed', async () => {
    const folder = folderWith('mine.yaml', scenario('processor_response: error'))
    const { server, url } = await serve(['--scenarios', folder])
    server.child.stdout?.destroy()
    writeFileSync(
      join(folder, 'mine.yaml'),
      scenario('processor_response: error').replace('Mine', 'Reloaded'),
    )
    const reloaded = async () =>
      (await (await fetch(`${url}/_emulator/scenarios?search=reloaded`)).text()).includes('Reloaded')
    while (!(await reloaded()));
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
    expect(server.stderr).toBe('')
  })
})
