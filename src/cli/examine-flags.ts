import type { Flag } from '../config/flags.ts'

/** Flags of `examine`. */
export const examineFlags = {
  budget: { takes: 'DURATION', help: 'how long to search (60s)' },
  stories: { takes: 'NUMBER', help: 'the most stories to play (no limit)' },
  seed: { takes: 'TEXT', help: 'the same seed plays the same stories with the same orders (random)' },
  story: { takes: 'TEXT', help: 'play this story only, three times' },
  json: { takes: 'FILE', help: 'write the result as JSON' },
  junit: { takes: 'FILE', help: 'write the result as JUnit XML' },
  keep: {
    help: 'keep the emulator running afterwards: its dashboard shows the result and plays stories again',
  },
} as const satisfies Record<string, Flag>
