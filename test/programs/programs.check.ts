import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname ?? '.', '../..')
const clients = join(repository, 'test/programs/clients')
const main = join(repository, 'dist/main.js')
const temporary = mkdtempSync(join(tmpdir(), 'emulator-programs-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/** Debian's Python, which has Debian's packages, whatever else is on the path. */
const python = '/usr/bin/python3'

/** Whether a command ends well. */
const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 120_000 }).status === 0

interface Client {
  name: string
  command: readonly string[]
  /** The Debian package that has it, if it is missing. */
  missing?: string | false
}

const others: Client[] = [
  { name: 'curl', command: ['sh', 'curl-client.sh'], missing: !works('curl', '--version') && 'curl' },
  ...['urllib', 'requests', 'http.client'].map((library) => ({
    name: `Python with ${library}`,
    command: [python, `${library}-client.py`],
    missing: !works(python, '-c', `import ${library}`) && `python3-${library}`,
  })),
  ...['curl', 'streams'].map((library) => ({
    name: `PHP with ${library}`,
    command: ['php', `${library}-client.php`],
    missing: !works('php', '-r', `exit(function_exists('curl_init') ? 0 : 1);`) && 'php-cli and php-curl',
  })),
  ...['HttpClient', 'UrlConnection'].map((library) => ({
    name: `Java with ${library}`,
    command: ['java', `${library}Program.java`],
    missing: !works('java', '--version') && 'default-jdk-headless',
  })),
]

const libraries = ['fetch', 'undici', 'undici-agent', 'https', 'https-agent', 'http', 'axios', 'got']

/** The binary of another line of Node, as npm has it; undefined if it cannot be had. */
function nodeOf(line: number): string | undefined {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath
  const { stdout, status } = spawnSync(
    'npx',
    ['-y', '-p', `node@${line}`, 'node', '-p', 'process.execPath'],
    {
      encoding: 'utf8',
      timeout: 120_000,
    },
  )
  return status === 0 ? stdout.trim() : undefined
}

const nodes: Client[] = [20, 22, 24].flatMap((line) => {
  const binary = nodeOf(line)
  return libraries.map((library) => ({
    name: `Node ${line} with ${library}`,
    command: [binary ?? 'node', 'node-client.mjs', library],
    missing: binary === undefined && `node@${line} from npm`,
  }))
})

describe('run makes a program with fixed addresses reach an emulator:', () => {
  test.for([...others, ...nodes])('$name', ({ command, missing }, { skip }) => {
    if (missing) skip(`${missing} is missing`)
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [main, 'run', '--map', 'api.example.com', '--map', 'login.example.com', '--offline', '--', ...command],
      { cwd: clients, encoding: 'utf8', timeout: 120_000, env: { ...process.env, TMPDIR: temporary } },
    )
    expect([stdout.trim(), status], stderr).toEqual(['fixed-0001 succeeded', 0])
  })

  test('and Python with a sitecustomize of its own loads that, too', ({ skip }) => {
    if (!works(python, '--version')) skip('python3 is missing')
    const modules = join(temporary, 'modules')
    mkdirSync(modules)
    writeFileSync(join(modules, 'sitecustomize.py'), 'mine = "loaded"')
    const program = `
import sitecustomize
import http.client
connection = http.client.HTTPSConnection("api.example.com")
connection.request("GET", "/health")
print(sitecustomize.mine, connection.getresponse().status)
`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [main, 'run', '--map', 'api.example.com', '--', python, '-c', program],
      { encoding: 'utf8', env: { ...process.env, TMPDIR: temporary, PYTHONPATH: modules } },
    )
    expect(stdout, stderr).toBe('loaded 200\n')
  })

  test('and leaves nothing in the temporary folder', () => {
    expect(readdirSync(temporary).filter((name) => name.startsWith('payment-emulator'))).toEqual([])
  })
})
