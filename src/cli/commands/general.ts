import { version } from '../../emulator/version.ts'
import { completionScript, shells } from '../completion-scripts.ts'
import { type Command, Result } from '../flags.ts'

export const generalCommands: Record<string, Command> = {
  report: { help: 'print the report for CI', run: (e) => e.report() },
  credentials: {
    help: 'print OAuth clients, keys of v3, webhook secret and encryption keys',
    run: (e) => e.credentials(),
  },
  token: {
    help: 'request an access token',
    flags: ['client-id', 'client-secret'],
    run: async (e, _, flags) => {
      const token = await e.token({ clientId: flags['client-id'], clientSecret: flags['client-secret'] })
      return new Result({ access_token: token }, { people: token })
    },
  },
  'examination show': {
    help: 'print the last examination of the emulator',
    run: (e) => e.examination.show(),
  },
  'examination play': {
    takes: 'STORY',
    help: 'ask the examiner, while it runs with --keep, to play a story again',
    run: (e, [story = '']) => e.examination.play(story),
  },
  'tokens revoke': {
    help: 'revoke every access token of the world',
    run: async (e) => ({ revoked: await e.tokens.revoke() }),
  },
  completion: {
    takes: 'SHELL',
    help: 'print the completion script of bash, zsh or fish',
    words: { SHELL: shells },
    alone: true,
    run: (_, [shell = '']) => completionScript(shell),
  },
  version: { help: 'show the version', alone: true, run: () => version },
}
