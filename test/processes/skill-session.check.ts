import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'

const built = inject('built')

/** Every line of the skill's blocks of shell commands, in order. */
const lines = Array.from(
  readFileSync('SKILL.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm),
  ([, block = '']) => block.trimEnd().split('\n'),
).flat()

/** What a reader of the skill expects of each command's answer. */
const answers: Record<string, unknown> = {
  credentials: { clients: [{ client_id: 'sandbox-client' }, {}] },
  token: { access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
  'scenarios list': expect.arrayContaining([expect.objectContaining({ key: 'scenario:auth_pin' })]),
  'scenarios explain': { steps: expect.arrayContaining([expect.stringMatching(/PIN|pin/)]) },
  next: { key: 'scenario:auth_pin', when: { reference: 'order-2*' } },
  'webhooks add': { url: expect.stringContaining('127.0.0.1') },
  'charges create': { reference: 'order-1001', next_action: { type: 'requires_pin' } },
  'charges show': { charge: { reference: 'order-1001', status: 'pending' } },
  pay: { charge: { status: 'succeeded' } },
  'webhooks wait': { event: { type: 'charge.completed', data: { reference: 'order-1001' } } },
  'webhooks deliveries': [{ status: 'delivered' }],
  'clock freeze': { mode: 'frozen' },
  'clock advance': { fired: expect.any(Array) },
  'clock live': { mode: 'live' },
  timeline: expect.arrayContaining([
    expect.objectContaining({ kind: 'webhook', what: expect.stringContaining('answered 200') }),
  ]),
  requests: expect.arrayContaining([
    expect.objectContaining({ method: 'POST', status: 201, scenario: 'scenario:auth_pin' }),
  ]),
  report: { unknown_scenarios: [], webhooks: { delivered: 1, undelivered: [] } },
}

/** Separates the outputs of commands. */
const mark = '\u001e'

/** Runs lines in one shell, in a new folder, with the command on the PATH; the output of each line. */
async function session(environment: Record<string, string>): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'emulator-skill-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|VITEST|NODE_)/.test(name))
  const script = [
    // The only background job is the emulator.
    'trap \'kill "$!"; wait "$!" || true\' EXIT',
    ...lines.map((line) => `printf '${mark}'\n${line}`),
  ].join('\n')
  const shell = spawn('sh', ['-e', '-u', '-c', script], {
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      PATH: [join(built.folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  shell.stdout.on('data', (chunk) => {
    out += chunk
  })
  shell.stderr.on('data', (chunk) => {
    error += chunk
  })
  const [code] = await once(shell, 'close')
  expect([error, code]).toEqual(['', 0])
  return out.split(mark).slice(1)
}

test('Every command of SKILL.md works as written, in its order, and answers what the skill is about', async () => {
  const received: string[] = []
  const program = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(body)
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void program.close())
  await once(program, 'listening')
  const outputs = await session({
    EMULATOR_PORT: String(await freePort()),
    WEBHOOK_URL: `http://127.0.0.1:${(program.address() as AddressInfo).port}/webhooks`,
  })
  const ran = lines.flatMap((line, index) => {
    const [, name] = /^payment-emulator ((?:[a-z]+ ?)+)(?= .*--json|--json)/.exec(line) ?? []
    return name === undefined ? [] : [[name.trim(), JSON.parse(outputs[index] ?? '')] as const]
  })
  expect(Object.fromEntries(ran)).toMatchObject(answers)
  expect(Object.keys(answers)).toEqual(ran.map(([name]) => name))
  expect(received.map((body) => JSON.parse(body).type)).toEqual(['charge.completed'])
})

test('A wrong command line with --json fails with one line of JSON and exit code 2', async () => {
  const command = spawn(process.execPath, [built.main, 'clock', 'advance', '--json'])
  let error = ''
  command.stderr.on('data', (chunk) => {
    error += chunk
  })
  const [code] = await once(command, 'close')
  expect([code, error.split('\n')]).toEqual([2, [expect.any(String), '']])
  expect(JSON.parse(error)).toEqual({
    error: { message: expect.stringMatching(/^DURATION is missing; use: /) },
  })
})
