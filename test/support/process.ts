import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A line that the emulator writes for machines. */
export type Line = { event: string } & Record<string, unknown>

/** The emulator in a separate process, which ends with its test at the latest. */
export class Emulated {
  readonly child: ChildProcess
  readonly #lines: Interface
  readonly #read: Line[] = []
  #woken: () => void = () => undefined
  stderr = ''

  constructor(main: string, args: readonly string[], environment: Record<string, string>) {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|VITEST|NODE_)/.test(name))
    this.child = spawn(process.execPath, [main, ...args], {
      env: { ...Object.fromEntries(inherited), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += String(chunk)
    })
    this.#lines = createInterface(this.child.stdout as NodeJS.ReadableStream)
    this.#lines.on('line', (line) => {
      this.#read.push(JSON.parse(line) as Line)
      this.#woken()
    })
    this.child.once('exit', () => this.#woken())
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  /** The next line with this event; lines before it are skipped. Rejects when the process ends without it. */
  async line(event: string): Promise<Line> {
    for (;;) {
      const line = this.#read.shift()
      if (line?.event === event) return line
      if (line !== undefined) continue
      if (this.child.exitCode !== null) throw new Error(`ended with ${this.child.exitCode}: ${this.stderr}`)
      await new Promise<void>((resolve) => {
        this.#woken = resolve
      })
    }
  }

  /** Resolves with the exit code. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close')
    return this.child.exitCode
  }
}
