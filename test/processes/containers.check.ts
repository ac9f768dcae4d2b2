import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { connect } from '../../src/index.ts'
import { type Clone, clone, environment, lineOf, prepared, runLine } from '../support/clone.ts'
import { freePort } from '../support/free-port.ts'
import { Emulated } from '../support/process.ts'

/** The machine may be busy with other tests. Milliseconds. */
const timeout = 120_000
let cloned: Clone

beforeAll(() => {
  cloned = clone(inject('built').dist)
})
afterAll(() => cloned.remove())

/** Starts an emulator as a process instead of a container; returns its address. */
async function emulated(args: readonly string[] = [], env: Record<string, string> = {}): Promise<string> {
  const { url } = await new Emulated(cloned.main, ['--port', '0', ...args], env).line('ready')
  return url as string
}

interface Service {
  image?: string
  build?: string
  volumes?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  extra_hosts?: string[]
  command?: string[]
}

const compose = (
  parse(readFileSync('examples/compose/compose.yaml', 'utf8')) as { services: Record<string, Service> }
).services

describe('The compose example', () => {
  test('builds every image from a folder that has what its Dockerfile copies', () => {
    for (const { build = '', image } of Object.values(compose)) {
      const context = resolve('examples/compose', build)
      const dockerfile = readFileSync(join(context, 'Dockerfile'), 'utf8')
      const copied = Array.from(dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm), ([, files = '']) =>
        files.split(' '),
      )
      expect(copied.flat().filter((file) => !existsSync(join(context, file)))).toEqual([])
      if (image !== undefined) expect([image, context]).toEqual(['payment-emulator', resolve('.')])
    }
  })

  test('mounts existing folders, waits for health and can reach the host', () => {
    const { payments, shop, tests } = compose
    for (const volume of payments?.volumes ?? [])
      expect(existsSync(resolve('examples/compose', volume.split(':')[0] ?? ''))).toBe(true)
    expect(payments?.extra_hosts).toEqual(['host.docker.internal:host-gateway'])
    expect(shop?.depends_on).toEqual({ payments: { condition: 'service_healthy' } })
    expect(tests?.depends_on).toEqual({
      payments: { condition: 'service_healthy' },
      shop: { condition: 'service_healthy' },
    })
    expect(readFileSync('examples/compose/shop/Dockerfile', 'utf8')).toContain('HEALTHCHECK')
  })

  test('passes the tests of its shop, with processes instead of containers', { timeout }, async () => {
    const shopPort = await freePort()
    const environmentOf = (name: string, payments = ''): Record<string, string> =>
      Object.fromEntries(
        Object.entries(compose[name]?.environment ?? {}).map(([key, value]) => [
          key,
          value.replace('http://payments:4290', payments).replace('shop:3000', `127.0.0.1:${shopPort}`),
        ]),
      )
    const folder = join(cloned.root, 'examples/compose')
    const url = await emulated(['--scenarios', join(folder, 'scenarios')], environmentOf('payments'))
    const shop = spawn(process.execPath, ['server.mjs'], {
      cwd: join(folder, 'shop'),
      env: { ...environment(), ...environmentOf('shop', url), PORT: String(shopPort) },
      stdio: 'inherit',
    })
    onTestFinished(() => void shop.kill('SIGKILL'))
    await answers(`http://127.0.0.1:${shopPort}/health`, shop)
    const command = (compose['tests']?.command ?? []).join(' ')
    const { code, output } = await runLine(join(folder, 'shop'), command, environmentOf('tests', url))
    expect([code, output]).toEqual([0, expect.stringMatching(/pass 3\n/)])
  })
})

interface Step {
  run?: string
  'working-directory'?: string
}

interface Workflow {
  jobs: {
    image: { steps: Step[] }
    test: {
      services: { payments: { image: string } }
      env: Record<string, string>
      defaults: { run: { 'working-directory': string } }
      steps: Step[]
    }
  }
}

interface Pipeline {
  variables: Record<string, string>
  image: { script: string[] }
  test: {
    services: { name: string }[]
    variables: Record<string, string>
    script: string[]
    after_script: string[]
  }
}

/** A command, and the folder in which it runs. */
type Command = [folder: string, line: string]

const { jobs } = parse(readFileSync('examples/github-actions/payments.yml', 'utf8')) as Workflow
const pipeline = parse(readFileSync('examples/gitlab/.gitlab-ci.yml', 'utf8')) as Pipeline

const workflowCommands: Command[] = jobs.test.steps.flatMap(({ run, 'working-directory': folder }) =>
  run === undefined ? [] : [[folder ?? jobs.test.defaults.run['working-directory'], run] as Command],
)

/** The commands of one shell, with the folders that it changes to. */
function inOneShell(script: readonly string[]): Command[] {
  let folder = '.'
  return script.flatMap((line): Command[] => {
    const [, into, rest] = /^cd (\S+)(?: && (.*))?$/.exec(line) ?? [undefined, undefined, line]
    folder = into ?? folder
    return rest === undefined ? [] : [[folder, rest]]
  })
}

describe('The CI examples', () => {
  test('build and push the image that they then use as a service', () => {
    const { image } = jobs.test.services.payments
    const built = jobs.image.steps.flatMap(({ run }) => run ?? [])
    expect(built).toContain(`docker build --tag "${image}" .`)
    expect(built).toContain(`docker push "${image}"`)
    const [service] = pipeline.test.services
    const variable = service?.name.slice(1) ?? ''
    expect(pipeline.variables).toHaveProperty([variable])
    expect(pipeline.image.script).toContain(`docker build --tag "$${variable}" .`)
    expect(pipeline.image.script).toContain(`docker push "$${variable}"`)
  })

  test('run the same commands', () => {
    const { script, after_script } = pipeline.test
    expect([...inOneShell(script), ...inOneShell(after_script)]).toEqual(workflowCommands)
  })

  test('pass with an emulator instead of the service, and report at the end', { timeout }, async () => {
    const url = await emulated()
    cloned.example('vitest')
    const [first, ...rest] = workflowCommands
    expect(first).toEqual(['.', prepared])
    let output = ''
    for (const [folder, line] of rest) {
      const { EMULATOR_URL } = jobs.test.env
      expect(EMULATOR_URL).toBe('http://localhost:4290')
      const ran = await runLine(join(cloned.root, folder), line, { EMULATOR_URL: url })
      output += ran.output
      expect([line, ran.code, ran.output]).toEqual([line, 0, ran.output])
    }
    expect((await connect(url).scenarios.list('no-luck')).map(({ key }) => key)).toEqual(['no-luck'])
    expect(output).toMatch(/Tests +53 passed \(53\)/)
    expect(output).toMatch(/^unknown_scenarios/m)
  })
})

/** A line without its first part, which builds the image. */
const withoutImage = (example: string): string => {
  const [build, ...rest] = lineOf(example).split(' && ')
  expect(build).toBe('docker build -t payment-emulator ../../..')
  return rest.join(' && ')
}

describe('The Testcontainers example', () => {
  test('in TypeScript passes with the command of its README, with a process instead of the container', {
    timeout,
  }, async () => {
    const name = 'testcontainers/typescript'
    const ran = await runLine(cloned.example(name), withoutImage(name), { EMULATOR_MAIN: cloned.main })
    expect([ran.code, ran.output]).toEqual([0, expect.stringMatching(/Tests +1 passed/)])
  })

  test('in Python passes with the command of its README, with a process instead of the container', {
    timeout,
  }, async (context) => {
    const has = spawnSync('python3', ['-c', 'import pytest, requests'])
    if (has.status !== 0) return context.skip('there is no python3 with pytest and requests')
    const name = 'testcontainers/python'
    expect(withoutImage(name)).toBe('pip install -r requirements.txt && pytest')
    const ran = await runLine(cloned.example(name), 'python3 -m pytest -p no:cacheprovider', {
      EMULATOR_MAIN: cloned.main,
      PYTHONPATH: resolve('test/examples/stand-ins/python'),
      PYTHONDONTWRITEBYTECODE: '1',
    })
    expect([ran.code, ran.output]).toEqual([0, expect.stringContaining('2 passed')])
  })

  test.each([
    [
      'python',
      'requirements.txt',
      'test_payments.py',
      /^(?:import|from) (pytest|requests|testcontainers)\b/gm,
    ],
    ['go', 'go.mod', 'payments_test.go', /"(github\.com\/[^/]+\/[^/"]+)/g],
    [
      'java',
      'pom.xml',
      'src/test/java/shop/PaymentsTest.java',
      /^import (?:static )?(org\.(?:junit\.jupiter|testcontainers))\b/gm,
    ],
  ] as const)('in %s declares in %s what it imports', (language, declaring, file, imported) => {
    const folder = join('examples/testcontainers', language)
    const declared = readFileSync(join(folder, declaring), 'utf8')
    const names = Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(imported),
      ([, name = '']) => name,
    )
    expect(new Set(names).size).toBeGreaterThan(0)
    for (const name of names) expect(declared).toContain(name)
  })
})

/** Resolves when an address answers; rejects if the process behind it ends first. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    const up = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return
  }
}
