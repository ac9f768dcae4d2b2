import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Signals that are passed on to the command. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The exit code that shells use for a process that a signal ended. */
export const signalCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/** A command that cannot be started; the exit code is that of shells. */
export class CommandError extends Error {
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

/** Passes signals to a command, and ends this process if there is none yet. */
export class Signals {
  #child: ChildProcess | undefined
  readonly #listeners = forwarded.map((signal) => [signal, () => this.#on(signal)] as const)

  constructor() {
    for (const [signal, listener] of this.#listeners) process.on(signal, listener)
  }

  set child(child: ChildProcess | undefined) {
    this.#child = child
  }

  stop(): void {
    for (const [signal, listener] of this.#listeners) process.off(signal, listener)
  }

  #on(signal: NodeJS.Signals): void {
    if (this.#child === undefined) process.exit(signalCode(signal))
    // A terminal sends SIGINT to the command itself; a second one would make many commands skip their clean-up.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) this.#child.kill(signal)
  }
}

/**
 * Executes a command with the input and output of this process, and resolves to its exit code: 128 and the number of the
 * signal if one ended it. Rejects with a CommandError if it cannot be started.
 */
export function execute(
  [command = '', ...args]: readonly string[],
  environment: Record<string, string | undefined>,
  signals: Signals,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: environment })
    signals.child = child
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return
      signals.child = undefined
      reject(
        error.code === 'ENOENT'
          ? new CommandError(`the command "${command}" was not found`, 127)
          : new CommandError(`the command "${command}" cannot be started: ${error.message}`, 126),
      )
    })
    child.once('exit', (code, signal) => {
      signals.child = undefined
      resolve(signal === null ? (code ?? 0) : signalCode(signal))
    })
  })
}
