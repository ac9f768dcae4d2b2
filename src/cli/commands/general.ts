import { version } from '../../emulator/version.ts'
import { completionScript, shells } from '../completion-scripts.ts'
import type { Command } from '../flags.ts'

export const generalCommands: Record<string, Command> = {
  report: { help: 'what a CI job wants to know at the end', run: (e) => e.report() },
  token: {
    help: 'a new access token',
    flags: ['client-id', 'client-secret'],
    run: (e, _, flags) => e.token({ clientId: flags['client-id'], clientSecret: flags['client-secret'] }),
  },
  completion: {
    takes: 'SHELL',
    help: 'a script that completes commands and flags in bash, zsh or fish',
    words: { SHELL: shells },
    alone: true,
    run: (_, [shell = '']) => completionScript(shell),
  },
  version: { help: 'the version', alone: true, run: () => version },
}
