import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { control } from '../../src/cli/control.ts'
import { helpText } from '../../src/cli/help.ts'
import { createEmulator, type InProcessEmulator, type World } from '../../src/index.ts'
import { charge } from './support.ts'

let emulator: InProcessEmulator
let folder: string

beforeAll(async () => {
  emulator = await createEmulator({ controlToken: 'open-sesame' })
  await emulator.listen()
  folder = await mkdtemp(join(tmpdir(), 'payment-emulator-'))
})
afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command line in a world; returns its output and exit code. */
async function run(world: World, line: string, environment: Record<string, string> = {}) {
  const [out, error]: string[][] = [[], []]
  const code = await control(line.split(' '), {
    environment: {
      EMULATOR_URL: emulator.url,
      EMULATOR_WORLD: world.name,
      EMULATOR_CONTROL_TOKEN: 'open-sesame',
      ...environment,
    },
    out: (text) => out?.push(text),
    error: (text) => error?.push(text),
  })
  return { code, out: out?.join('\n') ?? '', error: error?.join('\n') ?? '' }
}

describe('commands for a running emulator', () => {
  test('move the clock', async () => {
    const world = emulator.newWorld('cli')
    expect((await run(world, 'clock freeze 2030-01-01T00:00:00Z')).out).toMatch(/^mode +frozen$/m)
    const { code, out } = await run(world, 'clock advance 11m --json')
    expect([code, JSON.parse(out).now]).toEqual([0, '2030-01-01T00:11:00.000Z'])
    expect((await run(world, 'clock show')).out).toMatch(/^now +2030-01-01T00:11:00\.000Z$/m)
    expect((await run(world, 'clock live 2031-01-01T00:00:00Z')).out).toMatch(/^mode +live$/m)
  })

  test('are the payer, and wait for what follows', async () => {
    const world = emulator.newWorld('cli')
    const { id } = await charge(world, 'cli-charge-1', 'scenario:auth_redirect')
    expect((await run(world, `charges show ${id}`)).out).toMatch(/^ +next_action +redirect_url$/m)
    expect((await run(world, `charges approve ${id} --processor-response expired_card`)).code).toBe(0)
    const waited = await run(world, 'webhooks wait charge.completed --reference cli-charge-1 --timeout 5s')
    expect([waited.code, waited.out]).toEqual([0, expect.stringMatching(/^reference +cli-charge-1$/m)])
    const counted = await run(
      world,
      'webhooks wait charge.completed --count 1 --until made --since 2020-01-01T00:00:00Z',
    )
    expect([counted.code, counted.out.split('\n').length]).toEqual([0, 2])
    expect((await run(world, 'webhooks list --type charge.completed')).out.split('\n')).toHaveLength(2)
    expect((await run(world, 'requests --path /charges')).out).toMatch(
      / 201 +POST +\S*\/charges +scenario:auth_redirect/,
    )
  })

  test('fill the past of a world', async () => {
    const world = emulator.newWorld('cli')
    const line = 'populate --customers 2 --charges 5 --over 1h --seed demo'
    const { code, out } = await run(world, `${line} --json`)
    expect([code, JSON.parse(out)]).toMatchObject([0, { seed: 'demo', made: { customers: 2, charges: 5 } }])
    expect((await run(world, 'charges list')).out.split('\n')).toHaveLength(6)
    const refused = await run(world, 'populate --over 1m')
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/must be at least 1h/)])
  })

  test('print none if there is nothing', async () => {
    expect((await run(emulator.newWorld(), 'webhooks deliveries')).out).toBe('none')
  })

  test('add scenarios from a file', async () => {
    const file = join(folder, 'late.yaml')
    await writeFile(file, 'key: late-payer\ntitle: Late\npayer: { action: approve, after: 9s }\n')
    const { out } = await run(emulator.newWorld('cli'), `scenarios add ${file} --json`)
    expect(JSON.parse(out)).toEqual({ fragments: 1, problems: [] })
  })

  test('save a world into a file, and load it', async () => {
    const world = emulator.newWorld('cli')
    const { id } = await charge(world, 'cli-state-1', 'scenario:auth_redirect')
    const file = join(folder, 'state.json')
    expect((await run(world, `state save ${file}`)).out).toMatch(/^bytes +\d+$/m)
    await world.charges.approve(id)
    expect((await run(world, `state load ${file}`)).out).toMatch(/^charges +1$/m)
    expect((await world.charges.inspect(id)).charge.status).toBe('pending')
  })

  test('keep snapshots of a world by name, return to one, and delete it', async () => {
    const world = emulator.newWorld('cli')
    const { id } = await charge(world, 'cli-kept-1', 'scenario:auth_redirect')
    expect((await run(world, 'snapshot save before --note paid')).out).toMatch(/^charges +1$/m)
    await world.charges.approve(id)
    const again = await run(world, 'snapshot save before')
    expect([again.code, again.error]).toEqual([1, expect.stringContaining('"before"')])
    expect((await run(world, 'snapshot list')).out).toMatch(/^before +paid /m)
    expect((await run(world, 'snapshot restore before')).out).toMatch(/^charges +1$/m)
    expect((await world.charges.inspect(id)).charge.status).toBe('pending')
    expect((await run(world, 'snapshot save before --replace')).code).toBe(0)
    expect((await run(world, 'snapshot remove before')).out).toMatch(/^removed +before$/m)
    expect((await run(world, 'snapshot list')).out).toBe('none')
  })

  test('end and reset worlds', async () => {
    const world = emulator.newWorld('cli')
    await charge(world, 'cli-world-1')
    const { out } = await run(world, 'worlds list')
    expect(out).toMatch(new RegExp(`^${world.name} +live .* ${hostname()}/${process.pid}$`, 'm'))
    expect((await run(world, 'worlds reset --json')).out).toMatch(world.name)
    expect(await world.requests.list()).toEqual([])
    expect((await run(world, `worlds end ${world.name}`)).code).toBe(0)
  })

  test('print a token and nothing else; as JSON, in an object', async () => {
    const world = emulator.newWorld('cli')
    expect((await run(world, 'token')).out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.parse((await run(world, 'token --json')).out)).toEqual({ access_token: expect.any(String) })
  })

  test('print a snapshot as JSON in either form', async () => {
    const world = emulator.newWorld('cli')
    const [compact, indented] = [await run(world, 'state save -'), await run(world, 'state save - --json')]
    expect(JSON.parse(indented.out).world).toEqual(JSON.parse(compact.out).world)
  })

  test('with --json, fail with one line of JSON that has the message, the status and the answer', async () => {
    const refused = await run(emulator.newWorld('cli'), 'clock advance soon --json')
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(JSON.parse(refused.error).error).toMatchObject({
      message: expect.stringContaining('by: must be a duration'),
      status: 400,
      body: { error: { validation_errors: [{ field_name: 'by' }] } },
    })
    const unanswered = await run(emulator.newWorld('cli'), 'clock show --json --url http://127.0.0.1:1')
    expect(JSON.parse(unanswered.error)).toEqual({
      error: { message: expect.stringContaining('no answer from') },
    })
  })

  test.each([
    ['charges approve chg_nobody', /answered 404: no charge "chg_nobody"/],
    ['clock advance soon', /by: must be a duration/],
    [
      'webhooks wait charge.completed --timeout 10ms',
      /waited 10ms: no charge\.completed was made in world .*; events there: none/,
    ],
    ['webhooks wait charge.completed --until seen', /until: must be one of: delivered, made/],
    ['webhooks wait nonsense --timeout 10ms', /type: .*charge\.completed/],
    ['clock show --control-token wrong', /answered 401: the control token is wrong/],
    ['clock show --url http://127.0.0.1:1', /no answer from http:\/\/127\.0\.0\.1:1/],
  ])('end with 1 when the emulator does not do it: %s', async (line, complaint) => {
    expect(await run(emulator.newWorld('cli'), line)).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(complaint),
    })
  })

  test.each([
    ['juggle', /"juggle" is not a command; see payment-emulator --help/],
    ['wrlds list', /"wrlds" is not a command \(did you mean "worlds"\?\)/],
    ['advance 11m', /"advance" is not a command \(did you mean "clock advance"\?\)/],
    ['clock', /"clock" is not a complete command; available: clock show, clock advance/],
    ['clock stop', /"clock stop" is not a command .*; available: clock show/],
    ['scenarios lst', /"scenarios lst" is not a command \(did you mean "scenarios list"\?\)/],
    ['clock advance', /DURATION is missing; use: payment-emulator clock advance DURATION/],
    ['charges show a b', /"b" is one argument too many; use: payment-emulator charges show ID/],
    ['clock show --loud', /--loud is not a known flag; use: payment-emulator clock show/],
    ['clock show --wrld x', /--wrld is not a known flag \(did you mean --world/],
    ['clock show -x', /-x is not a known flag/],
    ['clock show --world', /--world needs a value: --world NAME/],
    ['clock show --world --json', /--world needs a value: .*write --world=--json/],
    ['clock show --json=yes', /--json takes no value, but has "yes"/],
    ['clock show --url nowhere', /--url is "nowhere", but must be an http or https URL/],
    ['scenarios list all', /"all" is one argument too many; use: payment-emulator scenarios list/],
    ['charges create --amount much', /"much" must be a number/],
    ['requests --limit many', /"many" must be a whole number/],
    ['state load /nowhere/state.json', /cannot read \/nowhere\/state\.json: ENOENT/],
    ['webhooks send charge.completed {', /the value is not valid JSON/],
  ])('are refused as wrong usage: %s', async (line, complaint) => {
    await expect(run(emulator.newWorld('cli'), line)).rejects.toThrow(complaint)
  })

  test('are all in the help, on lines that fit a terminal', async () => {
    for (const name of Object.keys(commands)) expect(helpText()).toContain(`\n  ${name}`)
    expect(
      Math.max(
        ...helpText()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(125)
  })

  test('are not loaded by a server', async () => {
    const source = await readFile('src/cli/cli.ts', 'utf8')
    expect(source).not.toMatch(/^import (?!type ).*'\.\//m)
  })
})
