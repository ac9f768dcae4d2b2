import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeConnections, send } from './http.ts'
import { sleep } from './stage.ts'

/** How long a program may take until it is ready. Milliseconds. */
const startMs = 30_000

/** How long a program that is told to end may take. Milliseconds. */
const endMs = 2000

/** Between two looks whether the program is ready. Milliseconds. */
const betweenMs = 20

/** Characters of its output that are kept. */
const keptOutput = 4000

/** The program cannot be started, or does not answer. */
export class ProgramError extends Error {}

export interface ProgramOptions {
  /** Shell command; undefined: it runs already. */
  start: string | undefined
  cwd: string
  env: Readonly<Record<string, string>>
  /** Answers 2xx once the program is ready; undefined: whenever `reachable` answers at all. */
  ready: string | undefined
  reachable: string
}

/** The process of the program that is examined, with everything that it starts in turn. */
export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #output = ''
  #ended: string | undefined

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  get canRestart(): boolean {
    return this.#options.start !== undefined
  }

  /** Starts it, and waits until it is ready. Rejects with a ProgramError. */
  async start(): Promise<void> {
    const { start, cwd, env, ready, reachable } = this.#options
    if (start !== undefined) {
      const { status } = await send({ method: 'GET', url: ready ?? reachable })
      if (status > 0)
        throw new ProgramError(
          `${ready ?? reachable} answers before the program was started: another program has its port; end it, or use another port`,
        )
      this.#ended = undefined
      this.#output = ''
      // A group of its own: a shell command may start several processes, and all of them must end.
      const child = spawn(start, { cwd, env: { ...process.env, ...env }, shell: true, detached: true })
      this.#child = child
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          this.#output = (this.#output + chunk.toString()).slice(-keptOutput)
        })
      child.on('error', (error) => {
        if (this.#child === child) this.#ended = error.message
      })
      child.on('exit', (code, signal) => {
        if (this.#child === child) this.#ended = signal === null ? `exit code ${code}` : `signal ${signal}`
      })
    }
    await this.#untilReady()
  }

  async #untilReady(): Promise<void> {
    const { ready, reachable } = this.#options
    const until = performance.now() + startMs
    for (;;) {
      if (this.#ended !== undefined)
        throw new ProgramError(`the program ended at its start (${this.#ended})${this.#said()}`)
      const { status, text } = await send({ method: 'GET', url: ready ?? reachable })
      if (ready === undefined ? status > 0 : status >= 200 && status < 300) return
      if (performance.now() > until)
        throw new ProgramError(
          `${ready ?? reachable} ${status === 0 ? `does not answer (${text})` : `answers ${status}`} after ${startMs / 1000} s${this.#said()}`,
        )
      await sleep(betweenMs)
    }
  }

  /** Why it is not up; undefined where it is. */
  async down(): Promise<string | undefined> {
    if (this.#ended !== undefined) return `the process of the program ended (${this.#ended})${this.#said()}`
    const { ready } = this.#options
    if (ready === undefined) return undefined
    const { status, text } = await send({ method: 'GET', url: ready, isRead: true })
    if (status >= 200 && status < 300) return undefined
    return `${ready} ${status === 0 ? `no longer answers (${text})` : `answers ${status}`}`
  }

  async restart(): Promise<void> {
    await this.#kill('SIGKILL')
    closeConnections()
    await this.start()
  }

  async stop(): Promise<void> {
    await this.#kill('SIGTERM')
    closeConnections()
  }

  /** Kills it at once, in whatever state the examination is. */
  killNow(): void {
    this.#signal('SIGKILL')
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, signal)
    } catch {
      // Nothing of it is left.
    }
  }

  async #kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const isOver = child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    this.#signal(signal)
    if (!isOver) {
      const late = setTimeout(() => this.#signal('SIGKILL'), endMs)
      await once(child, 'exit')
      clearTimeout(late)
    }
    // What a shell command has started may have outlived it.
    this.#signal('SIGKILL')
    this.#child = undefined
  }

  #said(): string {
    const lines = this.#output.trim().split('\n').slice(-12)
    return lines.join('') === '' ? '' : `; its last output:\n${lines.map((line) => `    ${line}`).join('\n')}`
  }
}
