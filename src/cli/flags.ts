import type { EmulatorClient } from '../client.ts'

/** The flags of commands for a running emulator, all with a value but those without `takes`. */
export const flags = {
  url: { takes: 'URL', help: 'where the emulator listens (EMULATOR_URL, else http://localhost:4290)' },
  world: { takes: 'NAME', help: 'the world to act on (EMULATOR_WORLD, else that of the URL, else default)' },
  'control-token': { takes: 'TEXT', help: 'what the emulator asks for (EMULATOR_CONTROL_TOKEN)' },
  json: { help: 'print the answer as JSON' },
  reference: { takes: 'TEXT', help: 'only what has this reference' },
  timeout: { takes: 'DURATION', help: 'longest wait, in real time (5s)' },
  type: { takes: 'EVENT', help: 'only events of this type' },
  status: { takes: 'STATUS', help: 'only what has this status' },
  path: { takes: 'TEXT', help: 'only requests with this in their path' },
  limit: { takes: 'NUMBER', help: 'at most so many (100)' },
  'processor-response': { takes: 'TYPE', help: "the issuer's verdict, such as insufficient_funds" },
  id: { takes: 'ID', help: 'the resource that the event is about' },
  scenario: { takes: 'KEY', help: 'how the event is delivered: webhook:duplicate' },
  method: { takes: 'METHOD', help: 'only requests with this method' },
  share: { takes: 'NUMBER', help: 'the part of the requests, above 0 and up to 1' },
  count: { takes: 'NUMBER', help: 'over after so many requests' },
  for: { takes: 'DURATION', help: "over after this time of the world's clock" },
  all: { help: 'every world' },
  'client-id': { takes: 'TEXT', help: 'the client (sandbox-client)' },
  'client-secret': { takes: 'TEXT', help: 'its secret (sandbox-secret)' },
} as const satisfies Record<string, { takes?: string; help: string }>

export type FlagName = keyof typeof flags
export type FlagValues = { [F in FlagName]?: (typeof flags)[F] extends { takes: string } ? string : boolean }

/** What every command takes. */
export const commonFlags: readonly FlagName[] = ['url', 'world', 'control-token', 'json']

/** One command for a running emulator. */
export interface Command {
  /** What stands after the name, in the order in which it is written: `ID STATUS`, `[NAME]` where it may be left out. */
  takes?: string
  help: string
  flags?: readonly FlagName[]
  /** Members that a list is shown with; all unless given. Dots lead inside. */
  columns?: readonly string[]
  /** Asks; the answer is printed. */
  run(emulator: EmulatorClient, args: readonly string[], flags: FlagValues): Promise<unknown>
}

export const flagUsage = (flag: FlagName): string => {
  const { takes } = flags[flag] as { takes?: string }
  return takes === undefined ? `[--${flag}]` : `[--${flag} ${takes}]`
}
