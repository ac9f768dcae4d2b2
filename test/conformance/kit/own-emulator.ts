import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** How long the emulator may take to start. Milliseconds. */
const startMs = 30_000

const built = 'dist/main.js'

/** Builds dist/ if it is missing, or older than its sources. */
function build(): void {
  const newest = Math.max(
    ...['src', 'scenarios', 'fixtures'].flatMap(filesIn).map((file) => statSync(file).mtimeMs),
  )
  if (existsSync(built) && existsSync('dist/data.json') && statSync(built).mtimeMs >= newest) return
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)

/**
 * Starts the emulator of this folder, with a file of fixtures, on a free port; returns its address, and how to stop it.
 */
export async function startEmulator(
  main?: string,
  fixtures?: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (main === undefined) build()
  const own = fixtures === undefined ? [] : ['--fixtures', fixtures]
  const child = spawn(process.execPath, [main ?? built, '--port', '0', '--host', '127.0.0.1', ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Variables for another emulator on this machine must not apply to this one.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EMULATOR_'))),
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    return { url: await addressOf(child), stop }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** The ready line of the emulator. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the emulator did not start in time')), startMs)
    child.once('exit', (code) => reject(new Error(`the emulator ended with ${code} before it was ready`)))
    if (child.stdout === null) throw new Error('the emulator has no standard output')
    createInterface(child.stdout).on('line', (line) => {
      const { event, url } = JSON.parse(line) as { event?: string; url?: string }
      if (event !== 'ready' || url === undefined) return
      clearTimeout(late)
      resolve(url)
    })
  })
}
