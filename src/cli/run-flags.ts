import type { Flag } from '../config/flags.ts'
import { options } from '../config/options.ts'

/** Options about where an emulator listens: this one listens on loopback, and the proxy speaks TLS. */
type Elsewhere = 'host' | 'port' | `tls${string}`

const isElsewhere = (name: string): boolean => /^(?:host|port|tls.*)$/.test(name)

/** The options of the emulator that `run` starts. */
export const ofEmulator = Object.fromEntries(
  Object.entries(options).filter(([name]) => !isElsewhere(name)),
) as Omit<typeof options, Elsewhere>

/** Flags of `run`: its own, and the options of the emulator that it starts. */
export const runFlags = {
  map: {
    takes: 'HOST,…',
    help: 'host that the command calls, or *.example.com; may be repeated',
    many: true,
  },
  world: { takes: 'NAME', help: 'world that mapped requests go to (EMULATOR_WORLD, else default)' },
  url: { takes: 'URL', help: 'use this emulator instead of starting one' },
  offline: { help: 'refuse requests to hosts that are not mapped (502)' },
  record: { takes: 'FILE', help: 'write the mapped requests and their answers as HAR 1.2, masked' },
  port: { takes: 'NUMBER', help: 'port of the emulator that is started (a free one)' },
  ...ofEmulator,
} as const satisfies Record<string, Flag>

/** What `--url` can be combined with; everything else would configure an emulator that is not started. */
export const withUrl: readonly string[] = [
  ...['map', 'world', 'url', 'offline', 'record', 'report', 'control-token'],
]
